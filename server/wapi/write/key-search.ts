import type { Json } from "#contract/wire/json";
import type { ReferenceSpec } from "../../catalogue/define.ts";
import { idInGpk } from "../../catalogue/gpk.ts";
import {
  attributeOf,
  compositeOf,
  type Attribute,
  type Catalogue,
  type ObjectType,
} from "../../catalogue/object-type.ts";
import { columnName, quoted } from "../../sql/bind.ts";

/** A natural key in wire form, in the order of its parts. */
export type Key = readonly Json[];

/** How rows `t` are found by natural keys that are sent as rows `i`. */
export interface KeySearch {
  readonly columns: readonly SentColumn[];
  /** The objects that the keys refer to. */
  readonly joins: readonly string[];
  /** SQL: the row `t` has the key `i`. */
  readonly on: string;
}

/** One part of the keys as it is sent, in the order of the keys. */
export interface SentColumn {
  readonly name: string;
  readonly sqlType: string;
  readonly isNullable: boolean;
  readonly values: readonly Json[];
}

interface Search {
  readonly catalogue: Catalogue;
  readonly columns: SentColumn[];
  readonly joins: string[];
  /** Whether the values that are sent may be null. */
  readonly isNullable: boolean;
}

/** A part of a key may refer to another object. Its value is then compared with the key of that object, in the same statement. */
export function keySearch(catalogue: Catalogue, type: ObjectType, keys: readonly Key[]): KeySearch {
  const search: Search = { catalogue, columns: [], joins: [], isNullable: false };
  const on = hasKey(search, type, "t", keys);
  return { columns: search.columns, joins: search.joins, on };
}

function hasKey(search: Search, type: ObjectType, alias: string, keys: readonly Key[]): string {
  const parts: string[] = [];
  const done = new Set<string>();
  for (const [n, name] of type.spec.key.entries()) {
    const attribute = attributeOf(type, name);
    const { partOf } = attribute;
    const values = keys.map((key) => key[n] ?? null);
    if (partOf === undefined) parts.push(hasValue(search, type, { alias, attribute }, values));
    else if (!done.has(partOf)) parts.push(hasComposite(search, type, { alias, attribute: partOf }, keys));
    if (partOf !== undefined) done.add(partOf);
  }
  return parts.join(" and ");
}

interface Place<T> {
  readonly alias: string;
  readonly attribute: T;
}

function hasValue(
  search: Search,
  type: ObjectType,
  { alias, attribute }: Place<Attribute>,
  values: readonly Json[],
): string {
  const { name, ref, dataType } = attribute;
  const isNullable = attribute.nullable === true;
  if (name === "gpk") return `${alias}.id = ${sent(search, type.idType, gpkIds(type, values))}`;
  if (ref !== undefined)
    return refersTo(search, ref, { column: `${alias}.${quoted(name)}`, isNullable }, values);
  const equal = isNullable ? "is not distinct from" : "=";
  return `${alias}.${quoted(columnName(name))} ${equal} ${sent(search, dataType.sqlType, values, isNullable)}`;
}

function gpkIds(type: ObjectType, values: readonly Json[]): readonly Json[] {
  return values.map((value) => (value === null ? null : idInGpk(value, type)));
}

/** SQL: the column refers to the object with this key. */
function refersTo(
  search: Search,
  ref: ReferenceSpec,
  { column, isNullable }: { readonly column: string; readonly isNullable: boolean },
  values: readonly Json[],
): string {
  const target = search.catalogue.type(ref.to);
  // A stored id always belongs to an object.
  if (ref.by === "gpk") return `${column} = ${sent(search, target.idType, gpkIds(target, values))}`;
  const keys = values.map((value) => [value]);
  if (!isNullable) return `${column} = ${joined(search, target, keys)}.id`;
  const inner: Search = { ...search, joins: [], isNullable: true };
  const first = nextColumn(search);
  const found = joined(inner, target, keys);
  const id = `(select ${found}.id from (select) one ${inner.joins.join(" ")})`;
  return `(${column} is null) = (i.${first} is null) and ${column} is not distinct from ${id}`;
}

function hasComposite(
  search: Search,
  type: ObjectType,
  { alias, attribute }: Place<string>,
  keys: readonly Key[],
): string {
  const composite = compositeOf(type, attribute);
  const positions = composite.attributes.map((name) => type.spec.key.indexOf(name));
  const parts = keys.map((key) => positions.map((at) => key[at] ?? null));
  const found = joined(search, search.catalogue.type(composite.to), parts);
  return `${alias}.${quoted(composite.column)} = ${found}.id`;
}

/** Joins the objects with these keys; answers their alias. */
function joined(search: Search, target: ObjectType, keys: readonly Key[]): string {
  const alias = `${target.object}_${nextColumn(search)}`;
  const on = hasKey(search, target, quoted(alias), keys);
  search.joins.push(`join ${target.table} ${quoted(alias)} on ${on}`);
  return quoted(alias);
}

function sent(search: Search, sqlType: string, values: readonly Json[], isNullable = false): string {
  const name = nextColumn(search);
  search.columns.push({ name, sqlType, isNullable: isNullable || search.isNullable, values });
  return `i.${name}`;
}

function nextColumn({ columns }: Search): string {
  return `k${String(columns.length)}`;
}
