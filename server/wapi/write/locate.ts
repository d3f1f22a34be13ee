import type { Json, Params } from "#contract/wire/json";
import { idInGpk } from "../../catalogue/gpk.ts";
import type { ReferenceSpec } from "../../catalogue/define.ts";
import { attributeOf, type ObjectType } from "../../catalogue/object-type.ts";
import { columnName, quoted } from "../../sql/bind.ts";
import { recordSet } from "./columns.ts";
import type { WriteRun } from "./stages.ts";

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

/** What rows are looked up by. */
export type Reading = Pick<WriteRun, "tx" | "catalogue">;

/** Ids by natural keys in wire form, one statement per type that takes part. Null where nothing has the key. */
export async function idsByKey(
  run: Reading,
  type: ObjectType,
  keys: readonly (readonly Json[])[],
): Promise<(string | null)[]> {
  const names = keys.map((key) => JSON.stringify(key));
  const tuples = [...new Map(names.map((name, at) => [name, keys[at] ?? []]))];
  const values = tuples.map(([, key]) => key);
  const columns = await keyColumns(run, type, values);
  const usable = tuples.flatMap((_, o) =>
    columns.every((column) => column.isNullable || column.values[o] !== null)
      ? [{ o, ...Object.fromEntries(columns.map((one, n) => [`k${String(n)}`, one.values[o] ?? null])) }]
      : [],
  );
  if (usable.length === 0) return keys.map(() => null);
  const shape = recordSet("i", [
    { name: "o", sqlType: "int" },
    ...columns.map((column, n) => ({ name: `k${String(n)}`, sqlType: column.sqlType })),
  ]);
  const on = columns.map(({ name, isNullable }, n) => {
    const equal = isNullable ? "is not distinct from" : "=";
    return `t.${quoted(name)} ${equal} i.k${String(n)}`;
  });
  const sql = `select i.o, t.id::text id from json_to_recordset($1::json) ${shape} join ${type.table} t on ${on.join(" and ")}`;
  const sent = [JSON.stringify(usable)];
  const rows = await run.tx.query<{ o: number; id: string }>(sql, sent, `locate-${type.name}`);
  const found = new Map(rows.map(({ o, id }) => [tuples[o]?.[0] ?? "", id]));
  return names.map((name) => found.get(name) ?? null);
}

interface KeyColumn {
  readonly name: string;
  readonly sqlType: string;
  readonly isNullable: boolean;
  readonly values: readonly Json[];
}

/** The key in terms of columns: parts that refer to other objects become their ids first. */
async function keyColumns(
  run: Reading,
  type: ObjectType,
  tuples: readonly (readonly Json[])[],
): Promise<KeyColumn[]> {
  const columns: KeyColumn[] = [];
  const done = new Set<string>();
  for (const [n, name] of type.spec.key.entries()) {
    const attribute = attributeOf(type, name);
    const { partOf, ref, dataType } = attribute;
    const isNullable = attribute.nullable === true;
    const values = tuples.map((tuple) => tuple[n] ?? null);
    if (name === "gpk") {
      const ids = values.map((value) => idInGpk(value, type));
      columns.push({ name: "id", sqlType: type.idType, isNullable: false, values: ids });
    } else if (partOf !== undefined) {
      if (!done.has(partOf)) columns.push(await compositeColumn(run, type, partOf, tuples));
      done.add(partOf);
    } else if (ref !== undefined) {
      const target = run.catalogue.type(ref.to);
      const ids = await refIds(run, target, ref.by, values);
      columns.push({ name, sqlType: target.idType, isNullable, values: ids });
    } else columns.push({ name: columnName(name), sqlType: dataType.sqlType, isNullable, values });
  }
  return columns;
}

/** Ids for wire values of a reference (natural key of one part, or gpk); null stays null. A gpk is checked to exist. */
export async function refIds(
  run: Reading,
  target: ObjectType,
  by: ReferenceSpec["by"],
  values: readonly Json[],
): Promise<(string | null)[]> {
  const given = values.filter((value) => value !== null);
  if (given.length === 0) return values.map(() => null);
  const keys = given.map((value) => [value]);
  const ids = by === "gpk" ? await existing(run, target, given) : await idsByKey(run, target, keys);
  let at = 0;
  return values.map((value) => (value === null ? null : (ids[at++] ?? null)));
}

async function existing(
  { tx }: Reading,
  target: ObjectType,
  gpks: readonly Json[],
): Promise<(string | null)[]> {
  const ids = gpks.map((gpk) => idInGpk(gpk, target));
  const sql = `select t.id::text id from ${target.table} t where t.id = any($1::${target.idType}[])`;
  const asked = ids.filter((id) => id !== null);
  const rows = await tx.query<{ id: string }>(sql, [asked], `exists-${target.name}`);
  const there = new Set(rows.map((row) => row.id));
  return ids.map((id) => (id !== null && there.has(id) ? id : null));
}

async function compositeColumn(
  run: Reading,
  type: ObjectType,
  name: string,
  tuples: readonly (readonly Json[])[],
): Promise<KeyColumn> {
  const composite = type.spec.composite?.find((one) => one.name === name);
  if (composite === undefined) throw new Error(`${type.name} has no reference ${name}`);
  const target = run.catalogue.type(composite.to);
  const positions = composite.attributes.map((attribute) => type.spec.key.indexOf(attribute));
  const keys = tuples.map((tuple) => positions.map((at) => tuple[at] ?? null));
  const values = await idsByKey(run, target, keys);
  return { name: composite.column, sqlType: target.idType, isNullable: false, values };
}
