import type { ObjectName } from "#contract/wire/step";
import { readRows } from "../wapi/write/rows.ts";
import type { Allowed, WriteRun } from "../wapi/write/stages.ts";
import { insertRows, type Values } from "../wapi/write/store.ts";

/** Creates one more row of a type with each step. The log has the row at the position of the step. */
export async function insertLogged<Work extends Allowed>(
  run: WriteRun,
  name: ObjectName,
  works: readonly Work[],
  valuesOf: (work: Work) => Values,
): Promise<void> {
  if (works.length === 0) return;
  const type = run.catalogue.type(name);
  const ids = await insertRows(run, type, works.map(valuesOf));
  const made = await readRows(run, type, ids);
  for (const [at, { plan }] of works.entries()) {
    const id = ids[at] ?? "";
    run.log.add(plan.position, { type, id, fn: "create", old: null, new: made.get(id)?.row ?? null });
  }
}
