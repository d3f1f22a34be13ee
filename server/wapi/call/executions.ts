import { LIMITS } from "#contract/limits";
import type { FaultStatement } from "#contract/wire/fault";
import type { Json, Row } from "#contract/wire/json";
import { refuse } from "../../faults.ts";
import { REF_MEMBERS, type ParsedRef, type RowRange } from "../step.ts";
import { statementOf, type Plan, type RefPlan, type Sides, type SinglePlan } from "../plan.ts";
import { BelongsElsewhere } from "../elsewhere.ts";

/** The number of executions that a call may still have (wire contract 1.8). */
export interface Budget {
  take(count: number, at?: FaultStatement): void;
  /** Throws `BelongsElsewhere` if this number of further executions is too much for this executor. The number is only checked. */
  expect(count: number): void;
}

/** The remaining number after the executions of these plans, as far as they are known. A call with more than `here` executions belongs elsewhere. */
export function createBudget(plans: readonly Plan[] = [], here: number = LIMITS.executions): Budget {
  let taken = 0;
  const budget: Budget = {
    take(count, at) {
      if (taken + count > LIMITS.executions)
        throw refuse("too_many_executions", { limit: LIMITS.executions }, at);
      budget.expect(count);
      taken += count;
    },
    expect(count) {
      if (taken + count > here) throw new BelongsElsewhere();
    },
  };
  for (const plan of plans) if (plan.kind === "ref") budget.take(plan.executions?.length ?? 0);
  return budget;
}

/**
 * The executions of a step by the rows of the steps that it refers to, in order (wire contract 3.5). There is a pause after each, because a small
 * body may have 100,000 of them.
 */
export function* executionsOf(
  plan: Omit<RefPlan, "executions">,
  rowsOf: (position: number) => readonly Row[],
  budget: Budget,
): Generator<undefined, readonly SinglePlan[]> {
  const { columns, count } = combined(plan, rowsOf, budget);
  const taken = plan.refs.map((ref) => ({ ...ref, rows: columns.get(sourceOf(ref)) ?? [] }));
  const executions: SinglePlan[] = [];
  for (let number = 0; number < count; number++) {
    executions.push(plan.execution(valuesOf(taken, number), number, count));
    yield;
  }
  return executions;
}

/** For each source, the row of each execution. */
interface Combined {
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly count: number;
}

function combined(
  plan: Omit<RefPlan, "executions">,
  rowsOf: (position: number) => readonly Row[],
  budget: Budget,
): Combined {
  let columns = new Map<string, readonly Row[]>();
  let count = 0;
  const at = statementOf(plan.pattern);
  for (const ref of plan.refs) {
    const { joinType, scope } = ref;
    const source = sourceOf(ref);
    if (columns.has(source)) continue;
    const rows = rowsIn(ref.range, rowsOf(ref.position));
    if (columns.size > 0 && joinType === "cross") {
      if (count * rows.length > LIMITS.executions)
        throw refuse("too_many_executions", { limit: LIMITS.executions }, at);
      budget.expect(count * rows.length);
      columns = crossed(columns, source, rows);
      count *= rows.length;
    } else {
      if (columns.size > 0 && rows.length !== count) throw unequal(scope, rows.length, count, at);
      columns.set(source, rows);
      count = rows.length;
    }
  }
  budget.take(count, at);
  return { columns, count };
}

/** Combines every execution so far with every row; earlier entries vary slowest. */
function crossed(
  columns: ReadonlyMap<string, readonly Row[]>,
  source: string,
  rows: readonly Row[],
): Map<string, readonly Row[]> {
  const [first = []] = columns.values();
  const wider = new Map(
    [...columns].map(([earlier, list]) => [earlier, list.flatMap((row) => rows.map(() => row))] as const),
  );
  const repeated = first.flatMap(() => rows);
  return wider.set(source, repeated);
}

/** The source of an entry. Entries with the same source, which is the same rows of one step, take the same row in each execution. */
function sourceOf({ position, range }: ParsedRef): string {
  return range === null ? String(position) : `${String(position)} ${JSON.stringify(range)}`;
}

function rowsIn(range: RowRange | null, rows: readonly Row[]): readonly Row[] {
  if (range === null) return rows;
  if ("positions" in range)
    return range.positions.flatMap((position): readonly Row[] => {
      const row = rows[position];
      return row === undefined ? [] : [row];
    });
  return rows.slice(range.from, range.to);
}

function unequal(scope: ParsedRef["scope"], found: number, wanted: number, at: FaultStatement): Error {
  const member = scope === REF_MEMBERS.old_ref_params ? "old_ref_params" : "new_ref_params";
  const reason = `${String(found)} rows for ${String(wanted)} executions`;
  return refuse("malformed_step", { member, reason }, at);
}

type Taken = ParsedRef & { readonly rows: readonly Row[] };

function valuesOf(taken: readonly Taken[], number: number): Sides {
  const given: Record<"old" | "new", Record<string, Json>> = { old: {}, new: {} };
  for (const { scope, rows, params } of taken) {
    const row = rows[number] ?? {};
    for (const [own, attribute] of params) {
      const value = row[attribute];
      if (value !== undefined) given[scope][own] = value;
    }
  }
  return given;
}
