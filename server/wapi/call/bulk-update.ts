import { LIMITS } from "#contract/limits";
import { gpkOf } from "../../catalogue/gpk.ts";
import { refuse } from "../../faults.ts";
import { statementOf, type BulkPlan, type Plan, type WritePlan } from "../plan.ts";
import type { WriteSession } from "../write/open.ts";
import { idsOfList, type ListRun } from "../list/one-list.ts";

/** How often the selection is read again because others added rows to it in the meantime. */
const ATTEMPTS = 5;

/** Steps that change every row of the selection, in its order (wire contract 3.9). */
export async function bulkPlans(plan: BulkPlan, run: ListRun): Promise<readonly WritePlan[]> {
  const { type, key, position } = plan;
  const ids = await heldSelection(plan, run);
  const statement = statementOf(plan);
  return ids.map((id, n) => ({
    kind: "update",
    type,
    key,
    // Each row gets a place between this execution and the next.
    position: position + n / (ids.length * EXECUTIONS_OF_STEP),
    old: { gpk: gpkOf(type, id) },
    new: plan.new,
    statement,
  }));
}

/** At most so many executions of one step lie between it and the next. */
const EXECUTIONS_OF_STEP = LIMITS.executions + 1;

/**
 * Reads and locks the selected rows until the end. Between reading and locking, changes of others may remove rows from the selection or add
 * some.
 */
async function heldSelection(plan: BulkPlan, run: ListRun): Promise<readonly string[]> {
  const { ids } = await heldRows(plan, run, async () => {
    const ids = await idsOfList(plan.selection, run);
    return { result: null, ids };
  });
  return ids;
}

/** Reads rows until all of them are locked, so that the rows read are the rows changed later. */
export async function heldRows<T>(
  plan: Plan,
  { query }: Pick<ListRun, "query">,
  read: () => Promise<{ readonly result: T; readonly ids: readonly string[] }>,
): Promise<{ readonly result: T; readonly ids: readonly string[] }> {
  const { type } = plan;
  const held = new Set<string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await read();
    if (found.ids.every((id) => held.has(id))) return found;
    const sql = `select t.id from ${type.table} t where t.id = any($1::${type.idType}[]) order by t.id for no key update`;
    await query.query(sql, [found.ids], `hold-${type.name}`);
    for (const id of found.ids) held.add(id);
  }
  throw refuse("concurrent_change", {}, statementOf(plan));
}

/** The update of any row that the step selects. */
export function anyUpdate(plan: BulkPlan): WritePlan {
  return { ...plan, kind: "update", old: {}, statement: statementOf(plan) };
}

/** Rows after the change, as many together as go into one run. */
export async function runBulk(
  plan: BulkPlan,
  run: ListRun,
  session: WriteSession,
  together: number,
): Promise<readonly string[]> {
  session.refuse(anyUpdate(plan));
  const plans = await bulkPlans(plan, run);
  const rows: string[] = [];
  for (let from = 0; from < plans.length; from += together)
    for (const changed of await session.run(plans.slice(from, from + together))) rows.push(...changed);
  return rows;
}
