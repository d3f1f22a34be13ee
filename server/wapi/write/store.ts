import type { Json } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { sequenceOf } from "../../sql/ddl.ts";
import { quoted } from "../../sql/bind.ts";
import { columnsOf, PLACE, recordSet, type Column } from "./columns.ts";
import { idsOf, type Stored, type WriteRun } from "./stages.ts";

export type Values = Readonly<Record<string, Json>>;

/** Draws ids for new rows, before it is known whether the rows may be written. So nobody has to wait for the rows. */
export async function drawIds(
  run: Pick<WriteRun, "tx">,
  type: ObjectType,
  count: number,
): Promise<readonly string[]> {
  const sql = `select nextval('${sequenceOf(type)}')::text as id from generate_series(1, $1::int)`;
  return (await run.tx.query<{ id: string }>(sql, [count], `ids-${type.name}`)).map(({ id }) => id);
}

/** Inserts rows and gives their ids in the order of the values. */
export async function insertRows(
  run: WriteRun,
  type: ObjectType,
  rows: readonly Values[],
): Promise<readonly string[]> {
  const ids = await drawIds(run, type, rows.length);
  insertWith(run, type, rows, ids);
  return ids;
}

/** Inserts rows with these ids. */
export function insertWith(
  run: WriteRun,
  type: ObjectType,
  rows: readonly Values[],
  ids: readonly string[],
): void {
  const { sql, list } = insertOf(run, type, rows, ids);
  run.tx.defer(sql, [list], true);
}

/** The statement that inserts rows, and its list. A column that no row has gets the default of the database. */
export function insertOf(
  run: Pick<WriteRun, "catalogue">,
  type: ObjectType,
  rows: readonly Values[],
  ids: readonly string[],
): { readonly sql: string; readonly list: string } {
  const columns = columnsOf(type, run.catalogue);
  const sent = columns.filter((column) => rows.some((row) => row[column.name] !== undefined));
  const names = ["id", ...sent.map((column) => quoted(column.name))].join(", ");
  const shape = recordSet("r", [PLACE, { name: "id", sqlType: type.idType }, ...sent]);
  const sql = `insert into ${type.table} (${names})
    select ${names}
    from json_to_recordset($1::json) ${shape}
    order by r.o`;
  return { sql, list: JSON.stringify(rows.map((row, o) => ({ ...only(row, sent), id: ids[o] ?? null, o }))) };
}

/** Changes stored rows; every row has the same columns. */
export function updateRows(
  run: WriteRun,
  type: ObjectType,
  rows: readonly (Values & { readonly id: string })[],
): void {
  const set = columnsOf(type, run.catalogue).filter((column) =>
    rows.some((row) => row[column.name] !== undefined),
  );
  if (set.length === 0 || rows.length === 0) return;
  const shape = recordSet("i", [{ name: "id", sqlType: type.idType }, ...set]);
  const list = set.map((column) => `${quoted(column.name)} = i.${quoted(column.name)}`);
  const sql = `update ${type.table} t
    set ${list.join(", ")}
    from json_to_recordset($1::json) ${shape}
    where t.id = i.id
    returning t.id`;
  const sent = JSON.stringify(rows.map((row) => ({ ...only(row, set), id: row.id })));
  run.tx.defer(sql, [sent], true, rows.length);
}

/** Stores the sets of references of the steps instead of the present ones. */
export function writeSets(run: WriteRun, type: ObjectType, works: readonly Stored[]): void {
  for (const { attributes, links, to } of type.references) {
    const [name] = attributes;
    if (links === undefined || name === undefined) continue;
    const given = works.filter((work) => work.sets[name] !== undefined);
    if (given.length === 0) continue;
    const target = run.catalogue.type(to).idType;
    const pairs = given.flatMap((work) => (work.sets[name] ?? []).map((id) => [work.id, id] as const));
    const wanted = `unnest($2::${type.idType}[], $3::${target}[]) w(row_id, target_id)`;
    const values = [idsOf(given), pairs.map(([row]) => row), pairs.map(([, id]) => id)];
    run.tx.defer(
      `with gone as (
        delete from ${links} l
        where l.row_id = any($1::${type.idType}[])
          and (l.row_id, l.target_id) not in (select w.row_id, w.target_id from ${wanted}))
        insert into ${links} (row_id, target_id)
        select w.row_id, w.target_id
        from ${wanted}
        order by w.row_id, w.target_id
        on conflict do nothing`,
      values,
    );
  }
}

export function deleteRows(run: WriteRun, type: ObjectType, ids: readonly string[]): void {
  const sql = `delete from ${type.table} t where t.id = any($1::${type.idType}[]) returning t.id`;
  run.tx.defer(sql, [ids], `delete-${type.name}`, ids.length);
}

function only(row: Values, columns: readonly Column[]): Record<string, Json> {
  const kept: Record<string, Json> = {};
  for (const { name } of columns) {
    const value = row[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
