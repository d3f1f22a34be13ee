import type { ObjectType } from "../../catalogue/object-type.ts";
import { answered } from "./answer.ts";
import { behaviourOf } from "../behaviour.ts";
import { refuseChildren, refuseReferred } from "./children.ts";
import { lockRows } from "./lock-rows.ts";
import { readRows } from "./rows.ts";
import { textSql } from "../../sql/bind.ts";
import { deleteRows } from "./store.ts";
import { noteRanges } from "./overlaps.ts";
import { nothingToWrite, type Done, type Given, type Stored, type WriteRun } from "./stages.ts";

/** Deletes the objects of a batch. Rows that vanish with them get log entries of their own; any other row that refers to them blocks the deletion. */
export async function deleteBatch(run: WriteRun, type: ObjectType, given: readonly Given[]): Promise<Done[]> {
  const behaviour = behaviourOf(type);
  await behaviour.fill?.(run, given);
  const found = await lockRows(run, type, given, "delete");
  const going = found.map((step): Stored => ({ ...step, ...nothingToWrite(), isAllowed: true }));
  await behaviour.check?.(run, going);
  await refuseChildren(run, type, found);
  const steps = new Map(found.map(({ id, plan }) => [id, plan.position]));
  await removeDependants(run, type, steps);
  deleteRows(run, type, [...steps.keys()]);
  noteRanges(run, type, going);
  await behaviour.settle?.(run, going);
  for (const { id, plan, before } of going)
    run.log.add(plan.position, { type, id, fn: "delete", old: before, new: null });
  return going.map((step) => answered(run, step, JSON.stringify(step.before)));
}

/** Rows that vanish with the given objects (id → position of the step), deepest first. */
async function removeDependants(
  run: WriteRun,
  type: ObjectType,
  objects: ReadonlyMap<string, number>,
): Promise<void> {
  for (const dependant of run.catalogue.types.values())
    for (const { parent, where } of dependantLinks(type, dependant)) {
      const sql = `select t.id::text as id, ${parent} as parent
        from ${dependant.table} t
        where ${where}
        order by t.id
        for update`;
      const found = await run.tx.query<{ id: string; parent: string }>(sql, [[...objects.keys()]]);
      const positions = new Map(found.map((row) => [row.id, objects.get(row.parent) ?? 0]));
      if (positions.size > 0) await removeAll(run, dependant, positions);
    }
}

async function removeAll(
  run: WriteRun,
  type: ObjectType,
  positions: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = [...positions.keys()];
  const rows = await readRows(run, type, ids);
  await refuseReferred(run, type, rows);
  await removeDependants(run, type, positions);
  deleteRows(run, type, ids);
  for (const [id, position] of positions)
    run.log.add(position, { type, id, fn: "delete", old: rows.get(id)?.row ?? null, new: null });
}

/** SQL over the dependent row `t`: the id of its object, and the condition for rows that go with the objects of `$1`. */
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

/** A dependent row names its object by id. If the object may be of any type, the row names it by gpk. */
function linkSql(type: ObjectType, attribute: string, to: string | undefined): DependantLink | null {
  if (to === type.name)
    return { parent: `t."${attribute}"::text`, where: `t."${attribute}" = any($1::${type.idType}[])` };
  if (to !== undefined) return null;
  const prefix = `${type.spec.gpk}-`;
  return {
    parent: `substr(t."${attribute}", ${String(prefix.length + 1)})`,
    where: `t."${attribute}" = any(select ${textSql(prefix)} || u from unnest($1::text[]) u)`,
  };
}
