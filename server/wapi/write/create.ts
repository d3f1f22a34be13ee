import { refuse } from "../../faults.ts";
import { together } from "../../db/together.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { behaviourOf } from "../behaviour.ts";
import { answerWritten } from "./answer.ts";
import { permittedNew } from "./permission.ts";
import { columnValues, placed, withDefaults } from "./references.ts";
import { RefusedInTrial } from "./do-or-divide.ts";
import { readRows } from "./rows.ts";
import { drawIds, insertOf, insertRows, insertWith, writeSets } from "./store.ts";
import { refuseTakenKeys } from "./taken-keys.ts";
import { noteRanges } from "./overlaps.ts";
import type { Allowed, Done, Given, Stored, WriteRun } from "./stages.ts";

/** Creates the objects of a batch: defaults, references, permission, rules, rows, what is made with them, log (wire contract 1.7). */
export async function createBatch(run: WriteRun, type: ObjectType, given: readonly Given[]): Promise<Done[]> {
  if (type.spec.write === "nobody") throw refuse("internal", {});
  const behaviour = behaviourOf(type);
  const steps = given.map((step) => ({ ...step, given: withDefaults(type, step.given) }));
  await behaviour.fill?.(run, steps);
  const [asked, ids] = await together(placed(run, steps), idsOfNew(run, type, steps));
  await behaviour.prepare?.(run, asked);
  const allowed = await permittedNew(run, asked);
  await behaviour.check?.(run, allowed);
  await refuseTakenKeys(run, type, allowed);
  return writeNew(run, type, allowed, ids);
}

/** Ids of the new rows. A row that another step names already has its id; every other row gets a new one. */
async function idsOfNew(
  run: WriteRun,
  type: ObjectType,
  steps: readonly Given[],
): Promise<readonly string[]> {
  const known = steps.map(({ plan }) => run.ids.get(plan));
  const count = known.filter((id) => id === undefined).length;
  const drawn = count === 0 ? [] : await drawIds(run, type, count);
  let at = 0;
  return known.map((id) => id ?? drawn[at++] ?? "");
}

async function writeNew(
  run: WriteRun,
  type: ObjectType,
  allowed: readonly Allowed[],
  ids: readonly string[],
): Promise<Done[]> {
  const mark = run.log.mark();
  const values = allowed.map((step) => step.values);
  if (run.isTrial) await tryRows(run, allowed, insertOf(run, type, values, ids));
  insertWith(run, type, values, ids);
  const stored = allowed.map((step, at): Stored => ({ ...step, id: ids[at] ?? "" }));
  writeSets(run, type, stored);
  noteRanges(run, type, stored);
  await behaviourOf(type).settle?.(run, stored);
  await makeDependants(run, type, stored);
  return answerWritten(run, type, { fn: "create", mark, all: stored, changed: stored });
}

/** Ends the trial with all steps whose rows the database refuses. */
async function tryRows(
  run: WriteRun,
  steps: readonly Allowed[],
  insert: ReturnType<typeof insertOf>,
): Promise<void> {
  const sql = "select netportal.refused_rows($1, $2::json) as refused";
  const values = [insert.sql, insert.list];
  const [tried] = await run.tx.query<{ refused: readonly number[] }>(sql, values, "refused-rows");
  const refused = new Set(tried?.refused);
  if (refused.size > 0)
    throw new RefusedInTrial(steps.flatMap(({ plan }, at) => (refused.has(at) ? [plan] : [])));
}

/** Creates the rows that every object of the type has from its creation on (`dhcp.bcd_setting`). */
async function makeDependants(run: WriteRun, type: ObjectType, stored: readonly Stored[]): Promise<void> {
  for (const made of run.catalogue.types.values()) {
    const column = made.spec.madeWith;
    if (column === undefined || made.attributes.get(column)?.ref?.to !== type.name) continue;
    const values = columnValues(made, withDefaults(made, {}));
    const each = stored.map(({ id }) => ({ ...values, [column]: id }));
    const ids = await insertRows(run, made, each);
    const rows = await readRows(run, made, ids);
    for (const [at, { plan }] of stored.entries()) {
      const id = ids[at] ?? "";
      const row = rows.get(id)?.row ?? null;
      run.log.add(plan.position, { type: made, id, fn: "create", old: null, new: row });
    }
  }
}
