import type { Json } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { answer } from "./answer.ts";
import { behaviourOf } from "./behaviour.ts";
import { findRows, same } from "./find.ts";
import { grantColumns, permitAfter, refuseMissing } from "./permission.ts";
import { placeValues, resolveReferences } from "./references.ts";
import { readRows, type StoredRow } from "./rows.ts";
import { updateRows, writeSets } from "./store.ts";
import { followAttributes } from "./translations.ts";
import { refuseLoops } from "./hierarchy.ts";
import { idOf, type Work, type WriteRun } from "./work.ts";

/** Changes the objects of a batch. Values that equal the present ones change nothing and leave no log entry (wire contract 2.8). */
export async function updateBatch(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  const behaviour = behaviourOf(type);
  await behaviour.fill?.(run, works);
  await findRows(run, type, works, "update");
  await resolveReferences(run, works);
  for (const work of works) placeValues(work);
  await behaviour.prepare?.(run, works);
  refuseMissing(works, grantColumns(type.spec.write, "update"));
  await permitAfter(run, works);
  refuseMissing(works, null);
  const changed = works.filter(isChanged);
  const mark = run.log.mark();
  await writeChanges(run, type, changed);
  const rows = await readRows(run, type, works.map(idOf));
  for (const work of works) answer(run, work, rowOf(rows, work).text);
  run.log.insert(
    mark,
    changed.map((work) => ({
      position: work.plan.position,
      entry: { type, id: idOf(work), fn: "update", old: work.before, new: rowOf(rows, work).row },
    })),
  );
}

async function writeChanges(run: WriteRun, type: ObjectType, changed: readonly Work[]): Promise<void> {
  if (changed.length === 0) return;
  const behaviour = behaviourOf(type);
  await refuseLoops(run, type, changed);
  await behaviour.check?.(run, changed);
  await updateRows(
    run,
    type,
    changed.map((work) => ({ ...work.values, id: idOf(work) })),
  );
  await writeSets(run, type, changed);
  await behaviour.settle?.(run, changed);
  await followAttributes(run, type, changed);
}

function rowOf(rows: ReadonlyMap<string, StoredRow>, work: Work): StoredRow {
  const row = rows.get(idOf(work));
  if (row === undefined) throw new Error(`${work.plan.type.name}: a changed row is not there`);
  return row;
}

function isChanged(work: Work): boolean {
  return Object.entries(work.given).some(([name, value]) => {
    const isAttribute = work.plan.type.attributes.has(name);
    return isAttribute
      ? !same(value, work.before?.[name] ?? null)
      : SAYS_NOTHING.every((one) => one !== value);
  });
}

/** Parameters that are no attributes change something by being given. */
const SAYS_NOTHING: readonly Json[] = [null, false, ""];
