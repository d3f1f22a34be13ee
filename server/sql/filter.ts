import type { Json } from "#contract/wire/json";
import { idInGpk } from "../catalogue/gpk.ts";
import type { Attribute, ObjectType } from "../catalogue/object-type.ts";
import type { Operator } from "../catalogue/operators.ts";
import { columnName, quoted, type Params } from "./bind.ts";
import { idColumn } from "./order.ts";
import { hasTrigram, joinedColumn, joinedExpression } from "./joined-text.ts";
import { literalPattern } from "./literal-pattern.ts";
import { inBothCases } from "./regexp-case.ts";
import { keySearch, onlyKey, type SharedSearches } from "./shared-search.ts";
import { attributeSql, gpkSql, storedSql, type RowContext } from "./select.ts";

/** A condition on rows; values are canonical and never null. */
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
  /** A filter of the definition: SQL with `{value}`. */
  | { readonly kind: "special"; readonly sql: string; readonly cast: string; readonly value: Json }
  /** The attributes together equal one of these sets of values without null. */
  | {
      readonly kind: "rows";
      readonly attributes: readonly Attribute[];
      readonly values: readonly (readonly Json[])[];
    };

type Of<Kind extends Condition["kind"]> = Extract<Condition, { readonly kind: Kind }>;

/** The context of a condition; `joins` collects the joins of its expressions. */
export interface FilterScope {
  readonly type: ObjectType;
  readonly context: RowContext;
  readonly params: Params;
  readonly joins: Set<string>;
  /** Regular expressions are matched row by row, because an index look-up for each set member would take longer than the list. */
  readonly matchesRows?: boolean;
  readonly finds?: Finds;
}

/** Matches of regular expressions are searched separately. A copied value is searched in the table of its origin, which has fewer rows. */
export interface Finds {
  /** Searches that other lists of the statement need too. */
  readonly shared: SharedSearches | undefined;
  /** Names of the shared searches that the condition uses. */
  readonly names: Set<string>;
}

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
    case "rows":
      return rowsCondition(condition, scope);
    case "attribute":
      return `(${attributeCondition(condition, scope)})`;
  }
}

/** The sets of values become rows of a record set, so that thousands of them are looked up together. */
function rowsCondition({ attributes, values }: Of<"rows">, scope: FilterScope): string {
  const columns = attributes.map((attribute, n) => ({
    ...operandOf(attribute, scope),
    name: `c${String(n)}`,
  }));
  const rows = values
    .map((row) => columns.map(({ valueOf }, n) => valueOf(row[n] ?? null)))
    .filter((row) => !row.includes(null))
    .map((row) => Object.fromEntries(columns.map(({ name }, n) => [name, row[n] ?? null])));
  const place = scope.params.add(JSON.stringify(rows), "json");
  const shape = columns.map(({ name, sqlType }) => `${name} ${sqlType}`).join(", ");
  const names = columns.map(({ name }) => `r.${name}`).join(", ");
  const left = columns.map(({ sql }) => sql).join(", ");
  return `((${left}) in (select ${names} from json_to_recordset(${place}) r(${shape})))`;
}

/** The compared value: the id behind a gpk, otherwise the value itself. */
function operandOf(
  attribute: Attribute,
  scope: FilterScope,
): { readonly sql: string; readonly sqlType: string; readonly valueOf: (value: Json) => Json } {
  const column = idColumn(attribute);
  if (column !== null) {
    const target = targetOf(attribute, scope);
    return { sql: column, sqlType: target.idType, valueOf: (gpk) => idOf(target, gpk) };
  }
  const { sqlType } = attribute.dataType;
  return { sql: shownSql(attribute, scope), sqlType, valueOf: (value) => value };
}

function shownSql(attribute: Attribute, scope: FilterScope): string {
  const { sql, joins } = attributeSql(scope.type, attribute, scope.context);
  for (const join of joins) scope.joins.add(join);
  return sql;
}

function targetOf(attribute: Attribute, scope: FilterScope): ObjectType {
  return attribute.name === "gpk" ? scope.type : scope.context.catalogue.type(attribute.ref?.to ?? "");
}

interface Operand {
  readonly attribute: Attribute;
  readonly sql: string;
  readonly value: Json;
  readonly scope: FilterScope;
  /** The type whose column `sql` is, if it is not that of the scope. */
  readonly type?: ObjectType;
}

const compared =
  (sign: string) =>
  ({ attribute, sql, value, scope }: Operand): string =>
    `${comparable(attribute, sql)} ${sign} ${add(scope, value, attribute.dataType.sqlType)}`;

const among = ({ attribute, sql, value, scope }: Operand): string =>
  `${sql} = any(${add(scope, value, `${attribute.dataType.sqlType}[]`)})`;

/** Trigram indexes have a separate collation, because PostgreSQL 15 underestimates their cost and would use them for `=` too. */
const matches =
  (sign: "~" | "~*") =>
  ({ attribute, sql, value, scope, type = scope.type }: Operand): string => {
    const text = attribute.dataType.server.wireText?.(sql) ?? sql;
    const left = `${scope.matchesRows === true ? `(${text} || '')` : text} collate "POSIX"`;
    if (typeof value !== "string") throw new TypeError("an expression is a text");
    const matched = matchSql(left, sign, value, scope);
    const joined = scope.matchesRows === true ? null : joinedColumn(type, sql);
    const expression = joinedExpression(value, literalPattern(value, sign === "~*") !== null);
    if (joined === null || !hasTrigram(expression)) return matched;
    return `${matched} and ${matchSql(joined, sign, expression, scope)}`;
  };

/** SQL that answers whether the text `left` matches the expression. */
function matchSql(left: string, sign: "~" | "~*", expression: string, scope: FilterScope): string {
  const literal = literalPattern(expression, sign === "~*");
  if (literal !== null) return `${left} ${literal.sign} ${add(scope, literal.pattern, "text")}`;
  const ignores = sign === "~*" || expression.startsWith("(?i)");
  return `${left} ${sign} ${add(scope, ignores ? inBothCases(expression) : expression, "text")}`;
}

const related =
  (ofArrays: string, ofNetworks: string) =>
  ({ attribute: { dataType }, sql, value, scope }: Operand): string =>
    dataType.isArray
      ? `${sql} ${ofArrays} ${add(scope, value, dataType.sqlType)}`
      : `${sql} ${ofNetworks} ${add(scope, value, "inet")}`;

const OPERATIONS: Readonly<Record<Operator, (operand: Operand) => string>> = {
  in: among,
  not_in: (operand) => `(${among(operand)}) is not true`,
  overlaps: related("&&", "&&"),
  eq: compared("="),
  ne: ({ attribute, sql, value, scope }) =>
    `${sql} is distinct from ${add(scope, value, attribute.dataType.sqlType)}`,
  lt: compared("<"),
  le: compared("<="),
  gt: compared(">"),
  ge: compared(">="),
  regexp: matches("~"),
  regexp_ic: matches("~*"),
  contains: related("@>", ">>="),
  is_contained_by: related("<@", "<<="),
  is_null: ({ sql, value }) => (value === true ? `${sql} is null` : `${sql} is not null`),
};

function attributeCondition(condition: Of<"attribute">, scope: FilterScope): string {
  const { attribute, operator, value } = condition;
  const column = idColumn(attribute);
  const idOperation = ID_OPERATIONS[operator];
  if (column !== null && idOperation !== undefined) {
    const target = targetOf(attribute, scope);
    const ids = (Array.isArray(value) ? value : [value]).flatMap((gpk: Json) => idOf(target, gpk) ?? []);
    return idOperation(column, scope.params.add(ids, `${target.idType}[]`), ids.length > 0);
  }
  const lookedUp = operator === "eq" ? lookedUpFirst(attribute, value, scope) : null;
  if (lookedUp !== null) return lookedUp;
  const found = foundByKey(condition, scope);
  if (found !== null) return found;
  if (isTranslated(attribute, scope.type) && operator.startsWith("regexp"))
    return inAnyLanguage(condition, scope);
  return OPERATIONS[operator]({ attribute, sql: shownSql(attribute, scope), value, scope });
}

function isTranslated({ name }: Attribute, { spec }: ObjectType): boolean {
  return spec.languageAttributes?.includes(name) === true;
}

/** The text itself, which is German, or its translation matches (wire contract 2.5). */
function inAnyLanguage({ attribute, operator, value }: Of<"attribute">, scope: FilterScope): string {
  const { type, context } = scope;
  const matching = (sql: string): string => OPERATIONS[operator]({ attribute, sql, value, scope });
  const { translations } = context.catalogue;
  const own = matching(shownSql(attribute, scope));
  if (translations === null) return own;
  const objects = `select v.object_gfk
    from ${translations.table} v
    where v.object_fq_name = '${type.name}'
      and v.lang_attr_key = '${attribute.name}'
      and ${matching("v.value")}`;
  return `${own} or ${gpkSql(type, "t.id")} in (${objects})`;
}

/**
 * Looks up the id first, because a condition on a column restricts the parts of a view, and one on a referenced object does not. Null if the
 * attribute is not a plain reference of a view.
 */
function lookedUpFirst(attribute: Attribute, value: Json, scope: FilterScope): string | null {
  const { ref, dataType } = attribute;
  const isView = typeof scope.type.spec.source === "object";
  const isStored = ref?.copied === undefined && ref?.otherwise === undefined;
  if (!isView || !isStored || ref === undefined || ref.by === "gpk" || dataType.isArray) return null;
  const target = scope.context.catalogue.type(ref.to);
  const key = onlyKey(target);
  if (key === null) return null;
  const place = add(scope, value, key.dataType.sqlType);
  return `${storedSql(scope.type, attribute)} = (
    select k.id
    from ${target.table} k
    where k.${quoted(columnName(key.name))} = ${place})`;
}

/** Finds rows by a search in a key; null if reading the value is as fast. */
function foundByKey({ attribute, operator, value }: Of<"attribute">, scope: FilterScope): string | null {
  const { finds, type, context } = scope;
  if (finds === undefined) return null;
  const search = keySearch(type, context.catalogue, attribute, operator, value);
  if (search === null) return null;
  const hits = (): string => {
    const sql = `k.${quoted(columnName(search.key.name))}`;
    return `select k.id, ${sql} as found
      from ${search.type.table} k
      where ${OPERATIONS[operator]({ attribute: search.key, sql, value, scope, type: search.type })}`;
  };
  const name = finds.shared?.nameOf(search, hits) ?? null;
  if (name !== null) {
    finds.names.add(name);
    return `${search.id} in (select id from ${name})`;
  }
  return search.isOnlyShared ? null : `${search.id} in (select x.id from (${hits()}) x)`;
}

type IdOperation = (column: string, ids: string, isKnown: boolean) => string;

const idCompared =
  (sign: string): IdOperation =>
  (column, ids, isKnown) =>
    isKnown ? `${column} ${sign} (${ids})[1]` : `(${ids})[1] is not null`;

/** A condition on a gpk becomes one on the id behind it; a gpk of another type matches nothing. */
const ID_OPERATIONS: Partial<Record<Operator, IdOperation>> = {
  eq: (column, ids) => `${column} = any(${ids})`,
  in: (column, ids) => `${column} = any(${ids})`,
  ne: (column, ids) => `(${column} = any(${ids})) is not true`,
  not_in: (column, ids) => `(${column} = any(${ids})) is not true`,
  lt: idCompared("<"),
  le: idCompared("<="),
  gt: idCompared(">"),
  ge: idCompared(">="),
};

/** The id in a gpk of this type; rows of `wapi.object` are found by the gpk itself. */
export function idOf(type: ObjectType, gpk: Json): string | null {
  if (type.spec.source === "objects") return typeof gpk === "string" ? gpk : null;
  return idInGpk(gpk, type);
}

function add(scope: FilterScope, value: Json, cast: string): string {
  return scope.params.add(cast === "jsonb" ? JSON.stringify(value) : value, cast);
}

function comparable(attribute: Attribute, sql: string): string {
  return attribute.computed !== undefined && attribute.dataType.sqlType === "text"
    ? `${sql} collate "C"`
    : sql;
}
