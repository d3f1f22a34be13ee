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

/** Join for rows `t` by natural keys that are sent as rows `i`. */
export interface KeyJoin {
  readonly columns: readonly SentColumn[];
  /** The objects that the keys refer to. */
  readonly joins: readonly string[];
  /** SQL: the row `t` has the key `i`. */
  readonly on: string;
}

/** One sent part of the keys, in the order of the keys. */
export interface SentColumn {
  readonly name: string;
  readonly sqlType: string;
  readonly isNullable: boolean;
  readonly values: readonly Json[];
}

interface Join {
  readonly catalogue: Catalogue;
  readonly columns: SentColumn[];
  readonly joins: string[];
  /** Whether the sent values may be null. */
  readonly isNullable: boolean;
}

/** A part of a key may refer to another object. Its value is then compared with the key of that object, in the same statement. */
export function keyJoin(catalogue: Catalogue, type: ObjectType, keys: readonly Key[]): KeyJoin {
  const join: Join = { catalogue, columns: [], joins: [], isNullable: false };
  const on = hasKey(join, type, "t", keys);
  return { columns: join.columns, joins: join.joins, on };
}

function hasKey(join: Join, type: ObjectType, alias: string, keys: readonly Key[]): string {
  const parts: string[] = [];
  const done = new Set<string>();
  for (const [n, name] of type.spec.key.entries()) {
    const attribute = attributeOf(type, name);
    const { partOf } = attribute;
    const values = keys.map((key) => key[n] ?? null);
    if (partOf === undefined) parts.push(hasValue(join, type, { alias, attribute }, values));
    else if (!done.has(partOf)) parts.push(hasComposite(join, type, { alias, attribute: partOf }, keys));
    if (partOf !== undefined) done.add(partOf);
  }
  return parts.join(" and ");
}

interface Place<T> {
  readonly alias: string;
  readonly attribute: T;
}

function hasValue(
  join: Join,
  type: ObjectType,
  { alias, attribute }: Place<Attribute>,
  values: readonly Json[],
): string {
  const { name, ref, dataType } = attribute;
  const isNullable = attribute.nullable === true;
  if (name === "gpk") return `${alias}.id = ${sent(join, type.idType, gpkIds(type, values))}`;
  if (ref !== undefined)
    return refersTo(join, ref, { column: `${alias}.${quoted(name)}`, isNullable }, values);
  const equal = isNullable ? "is not distinct from" : "=";
  return `${alias}.${quoted(columnName(name))} ${equal} ${sent(join, dataType.sqlType, values, isNullable)}`;
}

function gpkIds(type: ObjectType, values: readonly Json[]): readonly Json[] {
  return values.map((value) => (value === null ? null : idInGpk(value, type)));
}

/** SQL: the column refers to the object with this key. */
function refersTo(
  join: Join,
  ref: ReferenceSpec,
  { column, isNullable }: { readonly column: string; readonly isNullable: boolean },
  values: readonly Json[],
): string {
  const target = join.catalogue.type(ref.to);
  // A stored id always belongs to an object.
  if (ref.by === "gpk") return `${column} = ${sent(join, target.idType, gpkIds(target, values))}`;
  const keys = values.map((value) => [value]);
  if (!isNullable) return `${column} = ${joined(join, target, keys)}.id`;
  const inner: Join = { ...join, joins: [], isNullable: true };
  const first = nextColumn(join);
  const found = joined(inner, target, keys);
  const id = `(select ${found}.id from (select) one ${inner.joins.join(" ")})`;
  return `(${column} is null) = (i.${first} is null) and ${column} is not distinct from ${id}`;
}

function hasComposite(
  join: Join,
  type: ObjectType,
  { alias, attribute }: Place<string>,
  keys: readonly Key[],
): string {
  const composite = compositeOf(type, attribute);
  const positions = composite.attributes.map((name) => type.spec.key.indexOf(name));
  const parts = keys.map((key) => positions.map((at) => key[at] ?? null));
  const found = joined(join, join.catalogue.type(composite.to), parts);
  return `${alias}.${quoted(composite.column)} = ${found}.id`;
}

/** Joins the objects with these keys; answers their alias. */
function joined(join: Join, target: ObjectType, keys: readonly Key[]): string {
  const alias = `${target.object}_${nextColumn(join)}`;
  const on = hasKey(join, target, quoted(alias), keys);
  join.joins.push(`join ${target.table} ${quoted(alias)} on ${on}`);
  return quoted(alias);
}

function sent(join: Join, sqlType: string, values: readonly Json[], isNullable = false): string {
  const name = nextColumn(join);
  join.columns.push({ name, sqlType, isNullable: isNullable || join.isNullable, values });
  return `i.${name}`;
}

function nextColumn({ columns }: Join): string {
  return `k${String(columns.length)}`;
}
