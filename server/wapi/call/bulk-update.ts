import { LIMITS } from "#contract/limits";
import { gpkOf } from "../../catalogue/gpk.ts";
import { refuse } from "../../faults.ts";
import { statementOf, type BulkPlan, type Plan, type WritePlan } from "../plan.ts";
import type { Foreseen } from "../write/foreseen.ts";
import type { WriteSession } from "../write/open.ts";
import { idsOfList, type ListRun } from "../list/one-list.ts";

/** Maximum number of repetitions of the read if others added rows to the selection meanwhile. */
const ATTEMPTS = 5;

/** Steps that change every row of the selection, in its order (wire contract 3.9). */
export async function bulkPlans(plan: BulkPlan, run: ListRun): Promise<readonly WritePlan[]> {
  const { type, key, position } = plan;
  const { ids } = await heldRows(plan, run, async () => ({ ids: await idsOfList(plan.selection, run) }));
  const statement = statementOf(plan);
  return ids.map((id, n) => ({
    kind: "update",
    type,
    key,
    // Each row gets a position between this execution and the next.
    position: position + n / (ids.length * EXECUTIONS_OF_STEP),
    old: { gpk: gpkOf(type, id) },
    new: plan.new,
    statement,
  }));
}

/** Maximum number of executions of one step between two positions. */
const EXECUTIONS_OF_STEP = LIMITS.executions + 1;

/**
 * Reads rows and locks them until the end, so that exactly these rows are changed later. Between reading and locking, changes of others may remove
 * rows from the selection or add some.
 */
export async function heldRows<T extends { readonly ids: readonly string[] }>(
  plan: Plan,
  { query }: Pick<ListRun, "query">,
  read: () => Promise<T>,
): Promise<T> {
  const { type } = plan;
  const held = new Set<string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await read();
    if (found.ids.every((id) => held.has(id))) return found;
    const sql = `select t.id
      from ${type.table} t
      where t.id = any($1::${type.idType}[])
      order by t.id
      for no key update`;
    await query.query(sql, [found.ids], `hold-${type.name}`);
    for (const id of found.ids) held.add(id);
  }
  throw refuse("concurrent_change", {}, statementOf(plan));
}

/** The update of any row that the step selects. */
export function anyUpdate(plan: BulkPlan): WritePlan {
  return { ...plan, kind: "update", old: {}, statement: statementOf(plan) };
}

/** Memory for one planned update of a row. */
const PLAN_BYTES = 400;

/** Rows after the change. */
export async function runBulk(
  plan: BulkPlan,
  run: ListRun,
  session: WriteSession,
): Promise<readonly string[]> {
  session.refuse(anyUpdate(plan));
  const plans = await bulkPlans(plan, run);
  await run.context.kept?.take(plans.length * PLAN_BYTES);
  return (await runInParts(plans, session)).flat();
}

/** Maximum number of writing executions in one run. Progress is reported between runs. */
export const WRITES_TOGETHER = 2_000;

/** Does the steps in runs, and answers the rows of each step. */
export async function runInParts(
  plans: readonly WritePlan[],
  session: WriteSession,
  foreseen?: Foreseen,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for (let from = 0; from < plans.length; from += WRITES_TOGETHER)
    rows.push(...(await session.run(plans.slice(from, from + WRITES_TOGETHER), foreseen)));
  return rows;
}
