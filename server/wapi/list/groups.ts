import { wholeOf, type ListPlan } from "../plan.ts";
import type { Statement } from "./one-statement.ts";

/** Maximum number of lists in one statement. */
export const ONE_STATEMENT = 40;
/** Maximum number of lists in one statement, including those to which its lists are joined. */
const WITH_JOINED = 120;

/** The lists, grouped into statements. A statement repeats lists of other statements to which its own are joined. Null if these are too many. */
export function statementsOf(plans: readonly ListPlan[]): readonly Required<Statement>[] | null {
  const whole = wholeOf(plans);
  const byPosition = new Map(plans.map((plan) => [plan.position, plan]));
  const statements: Required<Statement>[] = [];
  for (let from = 0; from < plans.length; from += ONE_STATEMENT) {
    const own = plans.slice(from, from + ONE_STATEMENT);
    const joined = joinedTo(own, byPosition);
    if (joined.length + own.length > WITH_JOINED) return null;
    statements.push({
      plans: [...joined, ...own],
      hidden: new Set(joined.map(({ position }) => position)),
      whole,
    });
  }
  return statements;
}

/** Earlier lists to which these lists are joined, directly or indirectly, in order. Stops if there are too many. */
function joinedTo(own: readonly ListPlan[], byPosition: ReadonlyMap<number, ListPlan>): readonly ListPlan[] {
  const known = new Set(own.map(({ position }) => position));
  const found: ListPlan[] = [];
  const open = [...own];
  for (let plan = open.pop(); plan !== undefined && found.length <= WITH_JOINED; plan = open.pop())
    for (const { position } of plan.joins) {
      const earlier = byPosition.get(position);
      if (earlier === undefined || known.has(position)) continue;
      known.add(position);
      found.push(earlier);
      open.push(earlier);
    }
  return found.sort((one, other) => one.position - other.position);
}
