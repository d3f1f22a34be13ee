import type { ObjectType } from "../../catalogue/object-type.ts";
import { answer } from "./answer.ts";
import { behaviourOf } from "./behaviour.ts";
import { refuseChildren, refuseReferred } from "./children.ts";
import { findRows } from "./find.ts";
import { readRows } from "./rows.ts";
import { deleteRows } from "./store.ts";
import { idOf, type Work, type WriteRun } from "./work.ts";

/** Deletes the objects of a batch; dependent rows go with them, each with its own log entry, everything else that refers to them blocks. */
export async function deleteBatch(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  const behaviour = behaviourOf(type);
  await behaviour.fill?.(run, works);
  await findRows(run, type, works, "delete");
  await behaviour.check?.(run, works);
  await refuseChildren(run, type, works);
  const steps = new Map(works.map((work) => [idOf(work), work.plan.position]));
  await removeDependants(run, type, steps);
  await deleteRows(run, type, [...steps.keys()]);
  await behaviour.settle?.(run, works);
  for (const work of works) {
    answer(run, work, JSON.stringify(work.before));
    run.log.add(work.plan.position, { type, id: idOf(work), fn: "delete", old: work.before, new: null });
  }
}

/** Rows that vanish with the given objects (id → position of the step), deepest first. */
export async function removeDependants(
  run: WriteRun,
  type: ObjectType,
  objects: ReadonlyMap<string, number>,
): Promise<void> {
  for (const dependant of run.catalogue.types.values()) {
    for (const link of dependantLinks(type, dependant)) await removeOf(run, dependant, link, objects);
  }
}

async function removeOf(
  run: WriteRun,
  dependant: ObjectType,
  link: DependantLink,
  objects: ReadonlyMap<string, number>,
): Promise<void> {
  const sql = `select t.id::text id, ${link.parent} parent from ${dependant.table} t where ${link.where} order by t.id for update`;
  const found = await run.tx.query<{ id: string; parent: string }>(sql, [[...objects.keys()]]);
  if (found.length === 0) return;
  const positions = new Map(found.map((row) => [row.id, objects.get(row.parent) ?? 0]));
  const rows = await readRows(run, dependant, [...positions.keys()]);
  await refuseReferred(run, dependant, rows);
  await removeDependants(run, dependant, positions);
  await deleteRows(run, dependant, [...positions.keys()]);
  for (const [id, position] of positions)
    run.log.add(position, { type: dependant, id, fn: "delete", old: rows.get(id)?.row ?? null, new: null });
}

/** SQL over the dependant row `t`: the id of its object, and which rows go with the objects of `$1`. */
interface DependantLink {
  readonly parent: string;
  readonly where: string;
}

function dependantLinks(type: ObjectType, { spec, attributes }: ObjectType): readonly DependantLink[] {
  const { vanishesWhile } = spec;
  return [spec.vanishesWith ?? []]
    .flat()
    .flatMap((name) => linkSql(type, name, attributes.get(name)?.ref?.to) ?? [])
    .map((link) =>
      vanishesWhile === undefined ? link : { ...link, where: `${link.where} and (${vanishesWhile})` },
    );
}

/** A dependant names its object by id, or by gpk where it may belong to an object of any type. */
function linkSql(type: ObjectType, attribute: string, to: string | undefined): DependantLink | null {
  if (to === type.name)
    return { parent: `t."${attribute}"::text`, where: `t."${attribute}" = any($1::${type.idType}[])` };
  if (to !== undefined) return null;
  const prefix = `${type.spec.gpk}-`;
  return {
    parent: `substr(t."${attribute}", ${String(prefix.length + 1)})`,
    where: `t."${attribute}" = any(select '${prefix}' || u from unnest($1::text[]) u)`,
  };
}
