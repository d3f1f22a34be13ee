import type { Json, Row } from "#contract/wire/json";
import { actorValues, visibleSql } from "../../access/rules.ts";
import type { ObjectType, Reference } from "../../catalogue/object-type.ts";
import { refuse, type Refusal } from "../../faults.ts";
import { anyOf, bind, createParams } from "../../sql/bind.ts";
import { titleOf } from "./log.ts";
import { readRows, type StoredRow } from "./rows.ts";
import { idsOf, keyOf, keyOfRow, type Found, type WriteRun } from "./stages.ts";
import { noteSteps } from "./steps-of-error.ts";

const TITLES = 10;

/** A reference whose rows, or some of them, prevent the deletion of their target. */
interface Blocking {
  readonly reference: Reference;
  /** SQL over the referring row `t`: the rows that prevent the deletion. Null if every row does. */
  readonly keeps: string | null;
}

/** Refuses to delete a referenced object (wire contract 4.4). One query covers all references; details are read only if there is one. */
export async function refuseChildren(
  run: WriteRun,
  type: ObjectType,
  works: readonly Found[],
): Promise<void> {
  const id = await referredOf(run, type, idsOf(works));
  const blocked = works.find((work) => work.id === id);
  if (blocked === undefined) return;
  const found = await childrenFound(run, type, keyOf(blocked), blocked.id, blockingOf(run, type));
  throw noteSteps(found, [blocked.plan]);
}

/** Refuses to delete referenced rows that would vanish with an object. A referring row that is deleted too does not count. */
export async function refuseReferred(
  run: WriteRun,
  type: ObjectType,
  rows: ReadonlyMap<string, StoredRow>,
): Promise<void> {
  const ids = [...rows.keys()];
  const id = await referredOf(run, type, ids, ids);
  const row = id === null ? undefined : rows.get(id)?.row;
  if (id === null || row === undefined) return;
  throw await childrenFound(run, type, keyOfRow(type, row), id, blockingOf(run, type));
}

/** The id of one object to which a row refers. Rows in `going` of the same type do not count. */
async function referredOf(
  run: WriteRun,
  type: ObjectType,
  ids: readonly string[],
  going: readonly string[] = [],
): Promise<string | null> {
  const blocking = blockingOf(run, type);
  if (blocking.length === 0) return null;
  const asked = blocking.map(({ reference, keeps }) => {
    const { links, idSql, from } = reference;
    const any = anyOf(`$1::${type.idType}[]`, type.idType);
    if (links !== undefined)
      return `(select l.target_id::text as id from ${links} l where l.target_id = ${any} limit 1)`;
    const others = from === type.name && going.length > 0 ? ` and t.id <> all($2::${type.idType}[])` : "";
    const where = `${idSql} = ${any}${keeps === null ? "" : ` and ${keeps}`}${others}`;
    return `(select (${idSql})::text as id from ${run.catalogue.type(from).table} t where ${where} limit 1)`;
  });
  const sql = asked.join(" union all ");
  const takesGoing = sql.includes("$2");
  const [values, name] = takesGoing ? [[ids, going], "-going"] : [[ids], ""];
  const [found] = await run.tx.query<{ id: string }>(sql, values, `children-${type.name}${name}`);
  return found?.id ?? null;
}

/** The refusal for one object, with counts and those titles that the account may read. */
export async function childrenFound(
  run: WriteRun,
  type: ObjectType,
  key: Row,
  id: string,
  references: readonly Blocking[],
): Promise<Refusal> {
  const children: Json[] = [];
  for (const reference of references) {
    const entry = await childEntry(run, type, id, reference);
    if (entry !== null) children.push(entry);
  }
  return refuse("foreign_key_child_found", { object_fq_name: type.name, key, child_list: children });
}

async function childEntry(
  run: WriteRun,
  type: ObjectType,
  id: string,
  { reference, keeps }: Blocking,
): Promise<Json | null> {
  const child = run.catalogue.type(reference.from);
  const params = createParams();
  const target = params.add(id, type.idType);
  const refers =
    reference.links === undefined
      ? `${reference.idSql} = ${target}`
      : `t.id in (select l.row_id from ${reference.links} l where l.target_id = ${target})`;
  const where = keeps === null ? refers : `${refers} and ${keeps}`;
  const visible = visibleSql(child, run.actor);
  const readable = visible === null ? where : `${where} and ${bind(visible, actorValues(run.actor), params)}`;
  const sql = `select (select count(*)::int from ${child.table} t where ${where}) as count,
    array(
      select t.id::text
      from ${child.table} t
      where ${readable}
      order by t.id
      limit ${String(TITLES)}) as ids`;
  const [row] = await run.tx.query<{ count: number; ids: string[] }>(sql, params.values);
  if (row === undefined || row.count === 0) return null;
  const rows = await readRows(run, child, row.ids);
  return {
    object_fq_name: child.name,
    attribute_list: reference.attributes,
    reference_name: reference.name,
    count: row.count,
    title_list: row.ids.map((one) => titleOf(child, rows.get(one)?.row ?? {})),
  };
}

/** References that prevent the deletion of their target, in order of type and attribute. Rows that are deleted with the target do not count. */
export function blockingOf(run: WriteRun, type: ObjectType): readonly Blocking[] {
  return type.referencedBy
    .flatMap((reference): Blocking[] => {
      const { vanishesWith = [], vanishesWhile } = run.catalogue.type(reference.from).spec;
      const goes = [vanishesWith].flat().some((name) => reference.attributes.includes(name));
      if (!goes) return [{ reference, keeps: null }];
      return vanishesWhile === undefined ? [] : [{ reference, keeps: `(${vanishesWhile}) is not true` }];
    })
    .toSorted(
      (a, b) =>
        compare(a.reference.from, b.reference.from) ||
        compare(a.reference.attributes.join(), b.reference.attributes.join()),
    );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
