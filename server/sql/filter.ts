import type { Json } from "#contract/wire/json";
import type { Attribute, ObjectType } from "../catalogue/object-type.ts";
import type { Params } from "./bind.ts";
import { idColumn } from "./order.ts";
import { attributeSql, wireText, type RowContext } from "./select.ts";

/** Operators of `filter_params_dict` in the order of wire contract 5.4. */
export const OPERATORS = [
  "in",
  "not_in",
  "overlaps",
  "eq",
  "ne",
  "lt",
  "le",
  "gt",
  "ge",
  "regexp",
  "regexp_ic",
  "contains",
  "is_contained_by",
  "is_null",
] as const;
export type Operator = (typeof OPERATORS)[number];

/** What a row has to fulfil; values are in canonical form, never null. */
export type Condition =
  | {
      readonly kind: "attribute";
      readonly attribute: Attribute;
      readonly operator: Operator;
      readonly value: Json;
    }
  | { readonly kind: "all" | "any"; readonly of: readonly Condition[] }
  | { readonly kind: "not"; readonly of: Condition }
  | { readonly kind: "own" }
  /** A filter with a meaning of its own: SQL of the definition with `{value}`. */
  | { readonly kind: "special"; readonly sql: string; readonly cast: string; readonly value: Json };

/** The statement that a condition becomes part of; `joins` collects what its expressions stand on. */
export interface FilterScope {
  readonly type: ObjectType;
  readonly context: RowContext;
  readonly params: Params;
  readonly joins: Set<string>;
}

const COMPARISONS: Partial<Record<Operator, string>> = { eq: "=", lt: "<", le: "<=", gt: ">", ge: ">=" };

/** SQL of a condition over the row `t`; placeholders of the actor may remain. */
export function conditionSql(condition: Condition, scope: FilterScope): string {
  switch (condition.kind) {
    case "own":
      return scope.context.own(scope.type);
    case "special": {
      const place = scope.params.add(condition.value, condition.cast);
      return `(${condition.sql.replaceAll("{value}", () => place)})`;
    }
    case "all":
      return `(${["true", ...condition.of.map((one) => conditionSql(one, scope))].join(" and ")})`;
    case "any":
      return `(${["false", ...condition.of.map((one) => conditionSql(one, scope))].join(" or ")})`;
    case "not":
      return `((${conditionSql(condition.of, scope)}) is not true)`;
    case "attribute":
      return `(${attributeCondition(condition.attribute, condition.operator, condition.value, scope)})`;
  }
}

function attributeCondition(
  attribute: Attribute,
  operator: Operator,
  value: Json,
  scope: FilterScope,
): string {
  const ids = idCondition(attribute, operator, value, scope);
  if (ids !== null) return ids;
  const { sql, joins } = attributeSql(scope.type, attribute, scope.context);
  for (const join of joins) scope.joins.add(join);
  const cast = attribute.dataType.sqlType;
  switch (operator) {
    case "is_null":
      return value === true ? `${sql} is null` : `${sql} is not null`;
    case "ne":
      return `${sql} is distinct from ${add(scope, value, cast)}`;
    case "in":
      return `${sql} = any(${add(scope, value, `${cast}[]`)})`;
    case "not_in":
      return `(${sql} = any(${add(scope, value, `${cast}[]`)})) is not true`;
    case "regexp":
      return `${textOf(attribute, sql)} ~ ${add(scope, value, "text")}`;
    case "regexp_ic":
      return `${textOf(attribute, sql)} ~* ${add(scope, value, "text")}`;
    case "contains":
    case "is_contained_by":
    case "overlaps":
      return setCondition(attribute, operator, sql, value, scope);
    default:
      return `${comparable(attribute, sql)} ${COMPARISONS[operator] ?? "="} ${add(scope, value, cast)}`;
  }
}

function setCondition(
  attribute: Attribute,
  operator: Operator,
  sql: string,
  value: Json,
  scope: FilterScope,
): string {
  const { isArray, sqlType } = attribute.dataType;
  if (isArray) {
    const sign = { contains: "@>", is_contained_by: "<@", overlaps: "&&" }[operator as "contains"];
    return `${sql} ${sign} ${add(scope, Array.isArray(value) ? value : [value], sqlType)}`;
  }
  const sign = { contains: ">>=", is_contained_by: "<<=", overlaps: "&&" }[operator as "contains"];
  return `${sql} ${sign} ${add(scope, value, "inet")}`;
}

/** Conditions on a gpk are conditions on the id behind it; a gpk of another type matches nothing. */
function idCondition(
  attribute: Attribute,
  operator: Operator,
  value: Json,
  scope: FilterScope,
): string | null {
  const column = idColumn(attribute);
  if (column === null || operator === "is_null" || operator.startsWith("regexp")) return null;
  const target =
    attribute.name === "gpk"
      ? scope.type
      : scope.context.catalogue.type(attribute.ref?.to ?? scope.type.name);
  const ids = (Array.isArray(value) ? value : [value]).flatMap((gpk: Json) => idOf(target, gpk) ?? []);
  const place = (): string => scope.params.add(ids, `${target.idType}[]`);
  switch (operator) {
    case "eq":
    case "in":
      return `${column} = any(${place()})`;
    case "ne":
    case "not_in":
      return `(${column} = any(${place()})) is not true`;
    default:
      return ids.length === 0 ? "false" : `${column} ${COMPARISONS[operator] ?? "="} (${place()})[1]`;
  }
}

/** The id in a gpk of this type; null for a text that is none of its gpks. */
export function idOf(type: ObjectType, gpk: Json): string | null {
  if (type.spec.source === "objects") return typeof gpk === "string" ? gpk : null;
  const start = `${type.spec.gpk}-`;
  if (typeof gpk !== "string" || !gpk.startsWith(start)) return null;
  const id = gpk.slice(start.length);
  return type.idType === "text" || /^(0|[1-9]\d{0,17})$/.test(id) ? id : null;
}

function add(scope: FilterScope, value: Json, cast: string): string {
  return scope.params.add(cast === "jsonb" ? JSON.stringify(value) : value, cast);
}

function textOf(attribute: Attribute, sql: string): string {
  // Concatenated, so that a merge plan does not read the trigram index once for every set member (database.md 3.3).
  return wireText(attribute.dataType.sqlType, sql) ?? sql;
}

function comparable(attribute: Attribute, sql: string): string {
  return attribute.computed !== undefined && attribute.dataType.sqlType === "text"
    ? `${sql} collate "C"`
    : sql;
}
