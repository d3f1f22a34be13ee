import type { DataType } from "../catalogue/data-types.ts";
import {
  attributeOf,
  compositeOf,
  type Attribute,
  type Catalogue,
  type ObjectType,
} from "../catalogue/object-type.ts";
import type { ReferenceSpec } from "../catalogue/define.ts";
import { tableOf, withOtherwise } from "../catalogue/derived.ts";
import { linkTable } from "../catalogue/references.ts";
import { anyOf, columnName, quoted } from "./bind.ts";

/** SQL of one value over a row alias, with the left joins that it needs (in order; none multiplies rows). */
export interface Expression {
  readonly sql: string;
  readonly joins: readonly string[];
}

/** The context of every statement over rows: the catalogue, and SQL over `t` for own rows. */
export interface RowContext {
  readonly catalogue: Catalogue;
  readonly own: (type: ObjectType, isLong?: boolean) => string;
  /** Secrets are null even in own rows. */
  readonly hidesSecrets?: boolean;
  /** In long lists other tables are joined once instead of a look-up for each row. */
  readonly isLong?: boolean;
  /** SQL for the ids of the rows if there are at most this many, otherwise for none. */
  readonly rowsUpTo?: (most: number) => string;
}

const ROW = "t";

/** The value of an attribute over the row `t`: natural keys and gpks of referenced objects instead of ids. */
export function attributeSql(type: ObjectType, attribute: Attribute, context: RowContext): Expression {
  return valueOver(ROW, type, attribute, context);
}

/** SQL of the gpk of the object with this id. */
export function gpkSql(type: ObjectType, id: string): string {
  if (type.spec.source === "objects") return id;
  return `'${type.spec.gpk}-' || ${id}`;
}

/** JSON text of a full row over `t`: members in display order, nulls included. */
export function rowJson(type: ObjectType, context: RowContext): Expression {
  const joins: string[] = [];
  const members: string[] = [];
  for (const attribute of type.attributes.values()) {
    const joined = context.isLong === true ? joinedValue(type, attribute, context) : null;
    const value = hiddenValue(attribute, context) ?? joined ?? attributeSql(type, attribute, context);
    joins.push(...value.joins);
    members.push(`"${attribute.name}":' || ${jsonText(attribute, value.sql)}`);
  }
  return { sql: `'{${members.join(" || ',")} || '}'`, joins: [...new Set(joins)] };
}

function hiddenValue({ secret, dataType }: Attribute, { hidesSecrets }: RowContext): Expression | null {
  return secret === true && hidesSecrets === true ? { sql: `null::${dataType.sqlType}`, joins: [] } : null;
}

/** A looked-up or counted value by a join with the whole other table; null for other attributes. */
function joinedValue(type: ObjectType, attribute: Attribute, context: RowContext): Expression | null {
  const { lookup, counted } = attribute;
  if (lookup !== undefined) {
    const shared = type.attributes.get(lookup.shares ?? "") ?? null;
    const alias = shared === null ? quoted(`l_${lookup.column}`) : joinAlias(ROW, shared.name);
    const own = `left join ${tableOf(lookup.to)} ${alias} on ${alias}.id = ${ROW}.${quoted(lookup.column)}`;
    const joins = shared === null ? [own] : attributeSql(type, shared, context).joins;
    return { sql: withOtherwise(lookup, `${alias}.${quoted(lookup.attribute)}`), joins };
  }
  if (counted === undefined) return null;
  const alias = quoted(`c_${counted.of}_${counted.by}`);
  const by = quoted(counted.by);
  const counts = `select x.${by} as id, count(*) as n
    from ${tableOf(counted.of)} x
    where x.${by} is not null
    group by 1`;
  return {
    sql: `coalesce(${alias}.n, 0)`,
    joins: [`left join (${counts}) ${alias} on ${alias}.id = ${ROW}.id`],
  };
}

/** Statement that answers `id` (text), `row` (JSON text) and `further` (SQL over `t`) of the rows in `{ids}`; placeholders of the actor remain. */
export function rowsByIds(type: ObjectType, context: RowContext, further: string): string {
  const row = rowJson(type, context);
  return `select ${ROW}.id::text as id, ${row.sql} as row, ${further} as further
    from ${fromRow(type, row.joins)}
    where ${ROW}.id = ${anyOf("{ids}", type.idType)}`;
}

/** The table of the type as `t`, with the joins of its expressions. */
export function fromRow(type: ObjectType, joins: readonly string[]): string {
  return [`${type.table} ${ROW}`, ...new Set(joins)].join(" ");
}

function valueOver(alias: string, type: ObjectType, attribute: Attribute, context: RowContext): Expression {
  if (attribute.name === "gpk") return { sql: `(${gpkSql(type, `${alias}.id`)})`, joins: [] };
  if (attribute.name === "is_own") {
    return { sql: `coalesce(${overRow(alias, type, context.own(type, context.isLong))}, false)`, joins: [] };
  }
  if (attribute.partOf !== undefined) return partOfKey(alias, type, attribute, context);
  if (attribute.upToRows !== undefined) return togetherOver(alias, attribute, context);
  const stored = storedOver(alias, type, attribute);
  if (attribute.ref === undefined) return { sql: stored, joins: [] };
  if (attribute.dataType.isArray) return targets(stored, attribute.ref, context);
  return target(alias, attribute.name, attribute.ref, stored, context);
}

/** SQL over `t` of the stored value of an attribute; for a reference, the id. */
export function storedSql(type: ObjectType, attribute: Attribute): string {
  return storedOver(ROW, type, attribute);
}

function storedOver(alias: string, type: ObjectType, attribute: Attribute): string {
  if (attribute.set === true)
    return `array(
      select l.target_id
      from ${linkTable(type.name, attribute.name)} l
      where l.row_id = ${alias}.id)`;
  const made = attribute.computed ?? attribute.shown;
  return made === undefined
    ? `${alias}.${quoted(columnName(attribute.name))}`
    : `(${overRow(alias, type, made)})`;
}

/** A costly value is computed once for all rows of the list. */
function togetherOver(alias: string, attribute: Attribute, { rowsUpTo }: RowContext): Expression {
  const { upToRows, computed } = attribute;
  if (upToRows === undefined || computed === undefined || rowsUpTo === undefined)
    return { sql: `null::${attribute.dataType.sqlType}`, joins: [] };
  const made = joinAlias(alias, attribute.name);
  const statement = computed.replaceAll("{rows}", rowsUpTo(upToRows));
  return { sql: `${made}.value`, joins: [`left join (${statement}) ${made} on ${made}.id = ${alias}.id`] };
}

/** Definitions use the alias `t`; under another alias the row is looked up by its id. */
function overRow(alias: string, type: ObjectType, sql: string): string {
  if (alias === ROW) return sql;
  return `(select ${sql} from ${type.table} ${ROW} where ${ROW}.id = ${alias}.id)`;
}

function target(
  alias: string,
  name: string,
  { to, by, copied, otherwise }: ReferenceSpec,
  id: string,
  context: RowContext,
): Expression {
  if (copied !== undefined) return { sql: `${alias}.${quoted(copied)}`, joins: [] };
  const type = context.catalogue.type(to);
  if (by === "gpk") return { sql: `(${gpkSql(type, id)})`, joins: [] };
  const key = keyPart(joinAlias(alias, name), type, 0, id, context);
  return otherwise === undefined
    ? key
    : { ...key, sql: `coalesce(${key.sql}, ${alias}.${quoted(otherwise)})` };
}

function partOfKey(alias: string, type: ObjectType, attribute: Attribute, context: RowContext): Expression {
  const composite = compositeOf(type, attribute.partOf);
  const to = context.catalogue.type(composite.to);
  const id = `${alias}.${quoted(composite.column)}`;
  const part = composite.attributes.indexOf(attribute.name);
  return keyPart(joinAlias(alias, composite.column), to, part, id, context);
}

/** One part of the natural key of the object with this id, by a left join. */
function keyPart(alias: string, type: ObjectType, part: number, id: string, context: RowContext): Expression {
  const value = valueOver(alias, type, attributeOf(type, type.spec.key[part] ?? ""), context);
  return {
    sql: value.sql,
    joins: [`left join ${type.table} ${alias} on ${alias}.id = ${id}`, ...value.joins],
  };
}

/** A list of references: gpks in the order of ids, or natural keys in the order of values. */
function targets(ids: string, reference: ReferenceSpec, context: RowContext): Expression {
  const type = context.catalogue.type(reference.to);
  if (reference.by === "gpk") {
    const each = `select ${gpkSql(type, "i.id")} from unnest(${ids}) with ordinality i(id, n) order by i.n`;
    return { sql: `array(${each})`, joins: [] };
  }
  const key = keyPart("k", type, 0, "i.id", context);
  const from = `unnest(${ids}) i(id) ${key.joins.join(" ")}`;
  return { sql: `array(select ${key.sql} as key from ${from} order by key)`, joins: [] };
}

function joinAlias(alias: string, name: string): string {
  return quoted(alias === ROW ? `r_${name}` : `${alias.replaceAll('"', "")}_${name}`);
}

/** JSON text of a value; null becomes `null`. Values without characters to escape are quoted unchanged. */
function jsonText(attribute: Attribute, value: string): string {
  if (attribute.name === "gpk") return `'"' || ${value} || '"'`;
  return `coalesce(${jsonOf(attribute, value)}, 'null')`;
}

function jsonOf(attribute: Attribute, value: string): string {
  const { dataType } = attribute;
  if (dataType.isArray) return `array_to_json(${arrayText(dataType, value)})::text`;
  if (dataType.jsonName !== "string") return `(${value})::text`;
  const text = dataType.server.wireText?.(value);
  return text === undefined ? `to_json(${value})::text` : `'"' || ${text} || '"'`;
}

function arrayText({ server }: DataType, value: string): string {
  const text = server.wireText?.("e.v");
  if (text === undefined) return value;
  const each = `select ${text} from unnest(x.list) with ordinality e(v, n) order by e.n`;
  return `(select case when x.list is not null then array(${each}) end from (select ${value} as list) x)`;
}
