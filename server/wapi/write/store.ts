import type { Json } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { sequenceOf } from "../../sql/ddl.ts";
import { quoted } from "../../sql/bind.ts";
import { columnsOf, recordSet, type Column } from "./columns.ts";
import { idsOf, type Stored, type WriteRun } from "./stages.ts";

export type Values = Readonly<Record<string, Json>>;

/** Inserts rows and gives their ids in the order of the values. A column that no row has gets the default of the database. */
export async function insertRows(
  run: WriteRun,
  type: ObjectType,
  rows: readonly Values[],
): Promise<readonly string[]> {
  const columns = columnsOf(type, run.catalogue);
  const sent = columns.filter((column) => rows.some((row) => row[column.name] !== undefined));
  const names = sent.map((column) => quoted(column.name));
  const shape = recordSet("r", [{ name: "o", sqlType: "int" }, ...sent]);
  const sql = `with i as materialized (select nextval('${sequenceOf(type)}') id, r.* from json_to_recordset($1::json) ${shape} order by r.o),
    w as (insert into ${type.table} (${["id", ...names].join(", ")}) select ${["id", ...names].join(", ")} from i order by o)
    select id::text id from i order by o`;
  const values = JSON.stringify(rows.map((row, o) => ({ ...only(row, sent), o })));
  return (await run.tx.query<{ id: string }>(sql, [values], true)).map((row) => row.id);
}

/** Changes stored rows; every row has the same columns. */
export async function updateRows(
  run: WriteRun,
  type: ObjectType,
  rows: readonly (Values & { readonly id: string })[],
): Promise<void> {
  const set = columnsOf(type, run.catalogue).filter((column) =>
    rows.some((row) => row[column.name] !== undefined),
  );
  if (set.length === 0 || rows.length === 0) return;
  const shape = recordSet("i", [{ name: "id", sqlType: type.idType }, ...set]);
  const list = set.map((column) => `${quoted(column.name)} = i.${quoted(column.name)}`);
  const sql = `update ${type.table} t set ${list.join(", ")} from json_to_recordset($1::json) ${shape} where t.id = i.id returning t.id`;
  const sent = JSON.stringify(rows.map((row) => ({ ...only(row, set), id: row.id })));
  const done = await run.tx.query(sql, [sent]);
  if (done.length !== rows.length)
    throw new Error(`${type.name}: ${String(done.length)} of ${String(rows.length)} rows were changed`);
}

/** Makes the stored sets of references those of the steps. */
export async function writeSets(run: WriteRun, type: ObjectType, works: readonly Stored[]): Promise<void> {
  for (const { attributes, links, to } of type.references) {
    const [name] = attributes;
    if (links === undefined || name === undefined) continue;
    const given = works.filter((work) => work.sets[name] !== undefined);
    if (given.length === 0) continue;
    const target = run.catalogue.type(to).idType;
    const pairs = given.flatMap((work) => (work.sets[name] ?? []).map((id) => [work.id, id] as const));
    const wanted = `unnest($2::${type.idType}[], $3::${target}[]) w(row_id, target_id)`;
    const values = [idsOf(given), pairs.map(([row]) => row), pairs.map(([, id]) => id)];
    await run.tx.query(
      `with gone as (delete from ${links} l where l.row_id = any($1::${type.idType}[])
         and (l.row_id, l.target_id) not in (select w.row_id, w.target_id from ${wanted}))
       insert into ${links} (row_id, target_id) select w.row_id, w.target_id from ${wanted} order by 1, 2 on conflict do nothing`,
      values,
    );
  }
}

export async function deleteRows(run: WriteRun, type: ObjectType, ids: readonly string[]): Promise<void> {
  const sql = `delete from ${type.table} t where t.id = any($1::${type.idType}[]) returning t.id`;
  const done = await run.tx.query(sql, [ids]);
  if (done.length !== ids.length)
    throw new Error(`${type.name}: ${String(done.length)} of ${String(ids.length)} rows were deleted`);
}

function only(row: Values, columns: readonly Column[]): Record<string, Json> {
  const kept: Record<string, Json> = {};
  for (const { name } of columns) {
    const value = row[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
