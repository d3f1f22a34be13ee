import { attributeOf, type Attribute, type ObjectType } from "../catalogue/object-type.ts";
import { columnName, quoted } from "./bind.ts";
import { attributeSql, type Expression, type RowContext } from "./select.ts";

export interface OrderEntry {
  readonly attribute: Attribute;
  readonly isDescending: boolean;
}

/** Sort values, each with its direction in `order by` (` desc nulls last`), and the joins that they need. */
export interface Order {
  readonly terms: readonly { readonly sql: string; readonly ending: string }[];
  readonly joins: readonly string[];
}

/** The text after `order by`. */
export function orderSql(type: ObjectType, entries: readonly OrderEntry[], context: RowContext): Expression {
  const order = orderOf(type, entries, context);
  return { sql: orderByOf(order), joins: order.joins };
}

/** The same text for an order that is already compiled. */
export function orderByOf({ terms }: Order): string {
  return terms.map(({ sql, ending }) => `${sql}${ending}`).join(", ");
}

/** The terms of the order as columns `k0`, `k1`, …. */
export function valuesOf({ terms }: Pick<Order, "terms">): readonly string[] {
  return terms.map(({ sql }, n) => `${sql} as k${String(n)}`);
}

/** The text after `order by` for these columns. */
export function namesOf({ terms }: Order): string {
  return terms.map(({ ending }, n) => `k${String(n)}${ending}`).join(", ");
}

/** The entries, then the natural key, then the age of the row; null last (wire contract 2.6). */
export function orderOf(type: ObjectType, entries: readonly OrderEntry[], context: RowContext): Order {
  const named = new Set(entries.map(({ attribute }) => attribute.name));
  const keys = type.spec.key.filter((name) => !named.has(name));
  const all = [
    ...entries,
    ...keys.map((name) => ({ attribute: attributeOf(type, name), isDescending: false })),
  ];
  const joins: string[] = [];
  const terms: { sql: string; ending: string }[] = entries.length === 0 ? rankOf(type) : [];
  for (const { attribute, isDescending } of all) {
    const value = sortValues(type, attribute, context);
    joins.push(...value.joins);
    const ending = `${isDescending ? " desc" : ""}${attribute.nullable === true ? " nulls last" : ""}`;
    terms.push(...value.sql.map((sql) => ({ sql, ending })));
  }
  if (!all.some(({ attribute }) => attribute.name === "gpk")) terms.push({ sql: "t.id", ending: "" });
  return { terms, joins };
}

function rankOf({ spec: { ranking } }: ObjectType): { sql: string; ending: string }[] {
  if (ranking === undefined) return [];
  const values = ranking.values.map((value) => `'${value}'`).join(",");
  return [{ sql: `array_position(array[${values}]::text[], t.${quoted(ranking.attribute)})`, ending: "" }];
}

/** A gpk sorts by type and age instead of its text. The text of an expression needs a collation. */
function sortValues(type: ObjectType, attribute: Attribute, context: RowContext) {
  const id = idColumn(attribute);
  if (id !== null) return { sql: [id], joins: [] };
  const { sql, joins } = attributeSql(type, attribute, context);
  if (attribute.dataType.name === "gpk") {
    return { sql: [`split_part(${sql}, '-', 1) collate "C"`, `length(${sql})`, `${sql} collate "C"`], joins };
  }
  const isMade = attribute.computed !== undefined && attribute.dataType.sqlType === "text";
  return { sql: [isMade ? `${sql} collate "C"` : sql], joins };
}

/** SQL of the id behind a gpk, of the row itself or of a referenced object; null for other attributes. */
export function idColumn(attribute: Attribute): string | null {
  if (attribute.name === "gpk") return "t.id";
  if (attribute.ref?.by !== "gpk" || attribute.dataType.isArray) return null;
  return attribute.computed === undefined
    ? `t.${quoted(columnName(attribute.name))}`
    : `(${attribute.computed})`;
}
