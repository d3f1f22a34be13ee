import { stepsTakenFrom, type Planned, type PlannedStatement } from "./planned.ts";

/** Uuids of elements that take from a step which is no longer in the list, or stands behind them. */
export function danglingElements(items: readonly Planned[]): ReadonlySet<string> {
  const dangling = new Set<string>();
  const steps = new Set<string>();
  for (const item of items) {
    for (const [idx, statement] of statementsOf(item)) {
      if (stepsTakenFrom(statement).some((name) => !steps.has(name))) dangling.add(item.uuid);
      steps.add(idx);
    }
  }
  return dangling;
}

/** The statements of an element by the names of their steps, in the order in which they are sent. */
function statementsOf(item: Planned): readonly (readonly [idx: string, statement: PlannedStatement])[] {
  if (!("content" in item)) return [];
  const main = [item.uuid, item.content] as const;
  if (item.ta_type === "db_editor_simple") return [main];
  const further = item.bundle.map((one, at) => [`${item.uuid}_${String(at)}`, one] as const);
  return item.ta_type === "db_editor_bundle_prepend" ? [...further, main] : [main, ...further];
}
