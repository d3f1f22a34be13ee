import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { quoted } from "../../sql/bind.ts";
import { idOf, keyOf, type Work, type WriteRun } from "./work.ts";

/** Refuses a new parent that is the object itself or lies below it (`-20060/9`); the trigger of the table is the guard. */
export async function refuseLoops(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  const parent = type.spec.hierarchy?.parent;
  if (parent === undefined) return;
  const moved = works.filter((work) => typeof work.values[parent] === "string");
  if (moved.length === 0) return;
  const sql = `select i.id::text id from json_to_recordset($1::json) i(id bigint, ${quoted(parent)} bigint)
    join ${type.table} t on t.id = i.${quoted(parent)} where i.id = any(t.path)`;
  const sent = JSON.stringify(moved.map((work) => ({ id: work.id, [parent]: work.values[parent] })));
  const [loop] = await run.tx.query<{ id: string }>(sql, [sent]);
  const work = moved.find((one) => idOf(one) === loop?.id);
  if (work !== undefined) throw refuse("subtree_loop", { object_fq_name: type.name, key: keyOf(work) });
}
