import type { Json } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { quoted } from "../../sql/bind.ts";
import { answerWritten } from "./answer.ts";
import { behaviourOf } from "../behaviour.ts";
import { lockRows, same } from "./lock-rows.ts";
import { permittedAfter } from "./permission.ts";
import { placed } from "./references.ts";
import { updateRows, writeSets } from "./store.ts";
import { followAttributes } from "./translations.ts";
import { noteRanges } from "./overlaps.ts";
import { keyOf, type Done, type Given, type Stored, type WriteRun } from "./stages.ts";

/** Changes the objects of a batch. Values that equal the present ones change nothing and leave no log entry (wire contract 2.8). */
export async function updateBatch(run: WriteRun, type: ObjectType, given: readonly Given[]): Promise<Done[]> {
  const behaviour = behaviourOf(type);
  await behaviour.fill?.(run, given);
  const found = await lockRows(run, type, given, "update");
  const asked = await placed(run, found);
  await behaviour.prepare?.(run, asked);
  const allowed = await permittedAfter(run, asked);
  const changed = allowed.filter(isChanged);
  const mark = run.log.mark();
  await writeChanges(run, type, changed);
  return answerWritten(run, type, { fn: "update", mark, all: allowed, changed });
}

async function writeChanges(run: WriteRun, type: ObjectType, changed: readonly Stored[]): Promise<void> {
  if (changed.length === 0) return;
  const behaviour = behaviourOf(type);
  await refuseLoops(run, type, changed);
  await behaviour.check?.(run, changed);
  const values = changed.map((step) => ({ ...step.values, id: step.id }));
  updateRows(run, type, values);
  writeSets(run, type, changed);
  noteRanges(run, type, changed);
  await behaviour.settle?.(run, changed);
  await followAttributes(run, type, changed);
}

/** Refuses a new parent that is the object itself or lies below it (`-20060/9`); the trigger of the table guards the rule. */
async function refuseLoops(run: WriteRun, type: ObjectType, changed: readonly Stored[]): Promise<void> {
  const parent = type.spec.hierarchy?.parent;
  if (parent === undefined) return;
  const moved = changed.filter(({ values }) => typeof values[parent] === "string");
  if (moved.length === 0) return;
  const sql = `select i.id::text as id
    from json_to_recordset($1::json) i(id bigint, ${quoted(parent)} bigint)
      join ${type.table} t on t.id = i.${quoted(parent)}
    where i.id = any(t.path)`;
  const sent = JSON.stringify(moved.map(({ id, values }) => ({ id, [parent]: values[parent] })));
  const [loop] = await run.tx.query<{ id: string }>(sql, [sent]);
  const step = moved.find(({ id }) => id === loop?.id);
  if (step !== undefined) throw refuse("subtree_loop", { object_fq_name: type.name, key: keyOf(step) });
}

function isChanged(work: Stored): boolean {
  return Object.entries(work.given).some(([name, value]) => {
    const isAttribute = work.plan.type.attributes.has(name);
    return isAttribute
      ? !same(value, work.before?.[name] ?? null)
      : SAYS_NOTHING.every((one) => one !== value);
  });
}

/** Values with which a parameter that is not an attribute changes nothing. */
const SAYS_NOTHING: readonly Json[] = [null, false, ""];
