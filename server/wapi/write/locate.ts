import type { Json, Params } from "#contract/wire/json";
import { idInGpk } from "../../catalogue/gpk.ts";
import { attributeOf, type Catalogue, type ObjectType } from "../../catalogue/object-type.ts";
import type { Query } from "../../db/database.ts";
import { columnName, quoted } from "../../sql/bind.ts";
import { recordSet } from "./columns.ts";

/** Natural key of a parameter object in key order; null when a part is missing. */
export function keyTuple(type: ObjectType, params: Params): readonly Json[] | null {
  const parts: Json[] = [];
  for (const name of type.spec.key) {
    const value = params[name];
    if (value === undefined) return null;
    parts.push(value);
  }
  return parts.length === 0 ? null : parts;
}

/** Ids by natural keys in wire form, one statement per type that takes part. Null where nothing has the key. */
export async function idsByKey(
  query: Query,
  catalogue: Catalogue,
  type: ObjectType,
  keys: readonly (readonly Json[])[],
): Promise<(string | null)[]> {
  const distinct = new Map<string, readonly Json[]>();
  for (const key of keys) distinct.set(JSON.stringify(key), key);
  const found = new Map<string, string>();
  const tuples = [...distinct.entries()];
  const columns = await keyColumns(
    query,
    catalogue,
    type,
    tuples.map(([, key]) => key),
  );
  const rows = tuples.map((_, o) => {
    const values = columns.map((column, n): [string, Json] => [`k${String(n)}`, column.values[o] ?? null]);
    return { o, ...Object.fromEntries(values) };
  });
  const usable = rows.filter((_, o) =>
    columns.every((column) => column.isNullable || column.values[o] !== null),
  );
  if (usable.length === 0) return keys.map(() => null);
  const shape = recordSet("i", [
    { name: "o", sqlType: "int" },
    ...columns.map((column, n) => ({ name: `k${String(n)}`, sqlType: column.sqlType })),
  ]);
  const on = columns.map(
    (column, n) =>
      `t.${quoted(column.name)} ${column.isNullable ? "is not distinct from" : "="} i.k${String(n)}`,
  );
  const sql = `select i.o, t.id::text id from json_to_recordset($1::json) ${shape} join ${type.table} t on ${on.join(" and ")}`;
  for (const row of await query.query<{ o: number; id: string }>(
    sql,
    [JSON.stringify(usable)],
    `locate-${type.name}`,
  ))
    found.set(tuples[row.o]?.[0] ?? "", row.id);
  return keys.map((key) => found.get(JSON.stringify(key)) ?? null);
}

interface KeyColumn {
  readonly name: string;
  readonly sqlType: string;
  readonly isNullable: boolean;
  readonly values: readonly Json[];
}

/** The key in terms of columns: parts that refer to other objects become their ids first. */
async function keyColumns(
  query: Query,
  catalogue: Catalogue,
  type: ObjectType,
  tuples: readonly (readonly Json[])[],
): Promise<KeyColumn[]> {
  const columns: KeyColumn[] = [];
  const done = new Set<string>();
  for (const [n, name] of type.spec.key.entries()) {
    const attribute = attributeOf(type, name);
    const values = tuples.map((tuple) => tuple[n] ?? null);
    if (name === "gpk") {
      columns.push({
        name: "id",
        sqlType: type.idType,
        isNullable: false,
        values: values.map((value) => idInGpk(value, type)),
      });
    } else if (attribute.partOf !== undefined) {
      if (!done.has(attribute.partOf))
        columns.push(await compositeColumn(query, catalogue, type, attribute.partOf, tuples));
      done.add(attribute.partOf);
    } else if (attribute.ref !== undefined) {
      const target = catalogue.type(attribute.ref.to);
      const ids = await refIds(query, catalogue, target, attribute.ref.by, values);
      columns.push({ name, sqlType: target.idType, isNullable: attribute.nullable === true, values: ids });
    } else {
      columns.push({
        name: columnName(name),
        sqlType: attribute.dataType.sqlType,
        isNullable: attribute.nullable === true,
        values,
      });
    }
  }
  return columns;
}

/** Ids for wire values of a reference (natural key of one part, or gpk); null stays null. A gpk is checked to exist. */
export async function refIds(
  query: Query,
  catalogue: Catalogue,
  target: ObjectType,
  by: "key" | "gpk",
  values: readonly Json[],
): Promise<(string | null)[]> {
  const given = values.filter((value) => value !== null);
  if (given.length === 0) return values.map(() => null);
  const ids =
    by === "key"
      ? await idsByKey(
          query,
          catalogue,
          target,
          given.map((value) => [value]),
        )
      : await existing(
          query,
          target,
          given.map((value) => idInGpk(value, target)),
        );
  let at = 0;
  return values.map((value) => (value === null ? null : (ids[at++] ?? null)));
}

async function existing(
  query: Query,
  target: ObjectType,
  ids: readonly (string | null)[],
): Promise<(string | null)[]> {
  const sql = `select t.id::text id from ${target.table} t where t.id = any($1::${target.idType}[])`;
  const rows = await query.query<{ id: string }>(
    sql,
    [ids.filter((id) => id !== null)],
    `exists-${target.name}`,
  );
  const there = new Set(rows.map((row) => row.id));
  return ids.map((id) => (id !== null && there.has(id) ? id : null));
}

async function compositeColumn(
  query: Query,
  catalogue: Catalogue,
  type: ObjectType,
  name: string,
  tuples: readonly (readonly Json[])[],
): Promise<KeyColumn> {
  const composite = type.spec.composite?.find((one) => one.name === name);
  if (composite === undefined) throw new Error(`${type.name} has no reference ${name}`);
  const target = catalogue.type(composite.to);
  const positions = composite.attributes.map((attribute) => type.spec.key.indexOf(attribute));
  const values = await idsByKey(
    query,
    catalogue,
    target,
    tuples.map((tuple) => positions.map((at) => tuple[at] ?? null)),
  );
  return { name: composite.column, sqlType: target.idType, isNullable: false, values };
}
