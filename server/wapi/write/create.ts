import { refuse } from "../../faults.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { behaviourOf } from "./behaviour.ts";
import { answer } from "./answer.ts";
import { permitCreate, refuseMissing } from "./permission.ts";
import { applyDefaults, placeValues, resolveReferences } from "./references.ts";
import { readRows } from "./rows.ts";
import { insertRows, writeSets, type Values } from "./store.ts";
import { idOf, workOf, type Work, type WriteRun } from "./work.ts";

/** Creates the objects of a batch: defaults, references, permission, rules, rows, what is made with them, log (wire contract 1.7). */
export async function createBatch(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  if (type.spec.write === "nobody") throw refuse("internal", {});
  const behaviour = behaviourOf(type);
  for (const work of works) applyDefaults(work);
  await behaviour.fill?.(run, works);
  await resolveReferences(run, works);
  for (const work of works) placeValues(work);
  await behaviour.prepare?.(run, works);
  await permitCreate(run, works);
  refuseMissing(works, null);
  await behaviour.check?.(run, works);
  await writeNew(run, type, works);
}

/** The rows themselves, and what follows from them. */
async function writeNew(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  const mark = run.log.mark();
  const ids = await insertRows(
    run,
    type,
    works.map((work) => work.values),
  );
  for (const [at, work] of works.entries()) work.id = ids[at] ?? null;
  await writeSets(run, type, works);
  await behaviourOf(type).settle?.(run, works);
  await makeDependants(run, type, works);
  const rows = await readRows(run, type, ids);
  const entries = works.map((work) => {
    const row = rows.get(idOf(work));
    if (row === undefined) throw new Error(`${type.name}: a created row is not there`);
    answer(run, work, row.text);
    return {
      position: work.plan.position,
      entry: { type, id: idOf(work), fn: "create" as const, old: null, new: row.row },
    };
  });
  run.log.insert(mark, entries);
}

/** Rows that exist for every object of the type from its creation on (`dhcp.bcd_setting`). */
async function makeDependants(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  for (const made of run.catalogue.types.values()) {
    const column = made.spec.madeWith;
    if (column === undefined || made.attributes.get(column)?.ref?.to !== type.name) continue;
    await makeWith(run, made, works, column);
  }
}

async function makeWith(
  run: WriteRun,
  made: ObjectType,
  works: readonly Work[],
  column: string,
): Promise<void> {
  const ids = await insertRows(
    run,
    made,
    works.map((work) => defaultsOf(made, work, column)),
  );
  const stored = await readRows(run, made, ids);
  for (const [at, work] of works.entries()) {
    const id = ids[at] ?? "";
    const row = stored.get(id)?.row ?? null;
    run.log.add(work.plan.position, { type: made, id, fn: "create", old: null, new: row });
  }
}

function defaultsOf(made: ObjectType, work: Work, column: string): Values {
  const blank = workOf({ ...work.plan, type: made, new: {} });
  applyDefaults(blank);
  placeValues(blank);
  return { ...blank.values, [column]: work.id };
}
