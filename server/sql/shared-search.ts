import type { Json } from "#contract/wire/json";
import type { Attribute, Catalogue, ObjectType } from "../catalogue/object-type.ts";
import type { Operator } from "../catalogue/operators.ts";
import { storedSql } from "./select.ts";

/** A regular expression that is searched in the key of a type. */
export interface KeySearch {
  readonly type: ObjectType;
  readonly key: Attribute;
  readonly operator: Operator;
  readonly value: Json;
  /** SQL over `t` of the id of the found row. */
  readonly id: string;
  /** Whether the search saves time only if several lists share it. Otherwise reading the value itself is as fast. */
  readonly isOnlyShared: boolean;
}

/** The search for rows by their own key, or by the key of objects to which they refer. Null if the attribute contains neither. */
export function keySearch(
  type: ObjectType,
  catalogue: Catalogue,
  attribute: Attribute,
  operator: Operator,
  value: Json,
): KeySearch | null {
  if (!operator.startsWith("regexp")) return null;
  const { ref } = attribute;
  if (ref === undefined) {
    const isKey = onlyKey(type) === attribute;
    return isKey ? { type, key: attribute, operator, value, id: "t.id", isOnlyShared: true } : null;
  }
  const isCopy = ref.copied !== undefined;
  const isByKey = isCopy ? ref.isApart !== true : ref.otherwise === undefined && ref.by !== "gpk";
  const target = catalogue.type(ref.to);
  const key = onlyKey(target);
  if (key === null || !isByKey || attribute.dataType.isArray) return null;
  const id = storedSql(type, attribute);
  return { type: target, key, operator, value, id, isOnlyShared: !isCopy };
}

/** Searches that several lists of one statement need. Each is done once, up to `most` matches. */
export interface SharedSearches {
  /** Name of the common table expression with the found ids, or null if only one list needs them. */
  readonly nameOf: (search: KeySearch, sql: () => string) => string | null;
  /** The expressions of all names that were given. */
  readonly expressions: () => readonly string[];
}

export function sharedSearches(searches: readonly KeySearch[], most: number): SharedSearches {
  const all = Map.groupBy(searches, searchName);
  const made = new Map<string, { readonly name: string; readonly expression: string }>();
  return {
    nameOf(search, sql) {
      const text = searchName(search);
      if ((all.get(text) ?? []).length < 2) return null;
      const known = made.get(text);
      if (known !== undefined) return known.name;
      const name = `x${String(made.size)}`;
      made.set(text, { name, expression: `${name} as materialized (${sql()} limit ${String(most)})` });
      return name;
    },
    expressions: () => [...made.values()].map(({ expression }) => expression),
  };
}

/** Equal for searches that lists can share. */
export function searchName({ type, key, operator, value }: KeySearch): string {
  return JSON.stringify([type.name, key.name, operator, value]);
}

/** The attribute with a column that alone is the key of a type, or null. */
export function onlyKey({ spec, attributes }: ObjectType): Attribute | null {
  const [name = "", ...more] = spec.key;
  const key = attributes.get(name);
  const isColumn = key !== undefined && key.ref === undefined && key.computed === undefined;
  return isColumn && more.length === 0 ? key : null;
}
