import type { Refusal } from "../../faults.ts";
import { statementOf, type WritePlan } from "../plan.ts";
import type { WriteIntent } from "./intent.ts";
import type { Broken, Late, WriteRun } from "./stages.ts";

/** True if a later step has one of these types. Such a step may correct what this step violates. */
function mayBeMended(
  { context }: Pick<WriteRun, "context">,
  { position }: WritePlan,
  types: readonly string[],
): boolean {
  const last = lastSteps(context.intents);
  return types.some((name) => {
    const at = last.get(name);
    return at !== undefined && (at.position > position || (at.position === position && at.isSeveral));
  });
}

/** Notes the step for the end if later steps may correct it. False if it must be refused now. */
export function postponed(run: WriteRun, late: Late, types: readonly string[]): boolean {
  const isLate = mayBeMended(run, late.work.plan, types);
  if (isLate) run.late.push(late);
  return isLate;
}

/** The refusals at the end of the transaction, in the order of their steps. */
export async function brokenAtEnd(run: WriteRun, late: readonly Late[]): Promise<readonly Refusal[]> {
  const broken: Broken[] = [];
  for (const [judge, some] of Map.groupBy(late, (one) => one.judge))
    broken.push(
      ...(await judge(
        run,
        some.map(({ work }) => work),
      )),
    );
  return broken
    .toSorted((a, b) => a.plan.position - b.plan.position)
    .map(({ plan, refusal }) => refusal.atStatement(statementOf(plan)));
}

interface LastStep {
  readonly position: number;
  /** The step has several executions, so another one may follow. */
  readonly isSeveral: boolean;
}

const found = new WeakMap<readonly WriteIntent[], ReadonlyMap<string, LastStep>>();

/** The last writing step of each type. */
function lastSteps(intents: readonly WriteIntent[]): ReadonlyMap<string, LastStep> {
  const known = found.get(intents);
  if (known !== undefined) return known;
  const last = new Map(
    intents.map(({ type, position, executions }) => [type.name, { position, isSeveral: executions !== 1 }]),
  );
  found.set(intents, last);
  return last;
}
