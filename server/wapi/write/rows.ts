import type { Json, Row } from "#contract/wire/json";
import { actorValues, ownSql } from "../../access/rules.ts";
import { attributeOf, type Catalogue, type ObjectType } from "../../catalogue/object-type.ts";
import type { Key } from "./key-join.ts";
import type { Reading } from "./ids-by-key.ts";
import { bind, createParams } from "../../sql/bind.ts";
import { attributeSql, fromRow, rowsByIds, type RowContext } from "../../sql/select.ts";
import { keepTrace, traceSql } from "./trace.ts";
import type { Reader, Stored } from "./stages.ts";

/** A stored row in wire form: the JSON text that the database made, and the same as an object. */
export interface StoredRow {
  readonly text: string;
  readonly row: Row;
}

/** Complete rows by id. They have the form that the account in effect would read, also if it may not read them. */
export async function readRows(
  run: Reader,
  type: ObjectType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = new Map<string, StoredRow>();
  if (ids.length === 0) return rows;
  const params = createParams();
  const values = { ...actorValues(run.actor), ids: { value: ids, cast: `${type.idType}[]` } };
  let isCut = false;
  const rowsUpTo = (most: number): string => {
    isCut ||= ids.length > most;
    return ids.length <= most ? "select unnest({ids})" : `select null::${type.idType} where false`;
  };
  const statement = rowsByIds(type, { ...contextOf(run.catalogue), rowsUpTo }, traceSql(type, run.catalogue));
  const sql = bind(statement, values, params);
  const name = `rows-${type.name}${isCut ? "-cut" : ""}`;
  const found = await run.tx.query<{ id: string; row: string; further: string }>(sql, params.values, name);
  for (const { id, row, further } of found) {
    // The text is made from the definition of the type: an object of its attributes.
    const stored = { text: row, row: JSON.parse(row) as Row };
    keepTrace(stored.row, row, further);
    rows.set(id, stored);
  }
  return rows;
}

/** A row that a step wrote. */
export function rowAt(rows: ReadonlyMap<string, StoredRow>, { plan, id }: Stored): StoredRow {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`${plan.type.name}: a written row is not there`);
  return row;
}

/** Natural keys by id. */
export async function readKeys(
  { tx, catalogue }: Reading,
  type: ObjectType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Key>> {
  const context = contextOf(catalogue);
  const parts = type.spec.key.map((name) => attributeSql(type, attributeOf(type, name), context));
  const joins = parts.flatMap((part) => part.joins);
  const values = parts.map(({ sql }) => sql).join(", ");
  const sql = `select t.id::text as id, json_build_array(${values}) as key
    from ${fromRow(type, joins)}
    where t.id = any($1::${type.idType}[])`;
  const rows = await tx.query<{ id: string; key: Json[] }>(sql, [ids]);
  return new Map(rows.map((row) => [row.id, row.key]));
}

function contextOf(catalogue: Catalogue): RowContext {
  return { catalogue, own: ownSql };
}
