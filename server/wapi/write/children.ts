import type { Json } from "#contract/wire/json";
import { actorValues, visibleSql } from "../../access/rules.ts";
import type { ObjectType, Reference } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { bind, createParams } from "../../sql/bind.ts";
import { titleOf } from "./log.ts";
import { readRows } from "./rows.ts";
import { idOf, keyOf, type Work, type WriteRun } from "./work.ts";

const TITLES = 10;

/** Refuses to delete what is still referenced (wire contract 4.4): one question over all referring attributes, details only when one is found. */
export async function refuseChildren(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  const references = blocking(run, type);
  if (references.length === 0) return;
  const asked = references.map((reference, n) => {
    const child = run.catalogue.type(reference.from);
    return `(select ${String(n)} n, (${reference.idSql})::text id from ${child.table} t where ${reference.idSql} = any($1::${type.idType}[]) limit 1)`;
  });
  const sql = asked.join(" union all ");
  const [found] = await run.tx.query<{ id: string }>(sql, [works.map(idOf)], `children-${type.name}`);
  const blocked = works.find((work) => work.id === found?.id);
  if (blocked !== undefined) throw await childrenFound(run, type, blocked, references);
}

/** The refusal for one object, with counts and those titles that the account may read. */
export async function childrenFound(
  run: WriteRun,
  type: ObjectType,
  work: Work,
  references: readonly Reference[],
  id = idOf(work),
): Promise<Error> {
  const children: Json[] = [];
  for (const reference of references) {
    const entry = await childEntry(run, type, id, reference);
    if (entry !== null) children.push(entry);
  }
  return refuse("foreign_key_child_found", {
    object_fq_name: type.name,
    key: keyOf(work),
    child_list: children,
  });
}

async function childEntry(
  run: WriteRun,
  type: ObjectType,
  id: string,
  reference: Reference,
): Promise<Json | null> {
  const child = run.catalogue.type(reference.from);
  const params = createParams();
  const where = `${reference.idSql} = ${params.add(id, type.idType)}`;
  const visible = visibleSql(child, run.actor);
  const readable = visible === null ? where : `${where} and ${bind(visible, actorValues(run.actor), params)}`;
  const sql = `select (select count(*)::int from ${child.table} t where ${where}) count,
    array(select t.id::text from ${child.table} t where ${readable} order by t.id limit ${String(TITLES)}) ids`;
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

/** References that are kept by a foreign key and whose rows do not vanish with the object, in order of type and attribute. */
function blocking(run: WriteRun, type: ObjectType): readonly Reference[] {
  return type.referencedBy
    .filter((one) => !goesAlong(run, one))
    .toSorted((a, b) => compare(a.from, b.from) || compare(a.attributes.join(), b.attributes.join()));
}

function goesAlong(run: WriteRun, reference: Reference): boolean {
  const { vanishesWith } = run.catalogue.type(reference.from).spec;
  return vanishesWith !== undefined && reference.attributes.includes(vanishesWith);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
