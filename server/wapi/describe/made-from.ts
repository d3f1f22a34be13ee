import type { ObjectType } from "../../catalogue/object-type.ts";

const TABLE = /\b([a-z]+)\."?([a-z0-9_]+)/g;

/** Names of the types whose objects make the rows of a view, as its SQL reads their tables; null for a type whose rows stand for themselves. */
export function madeFrom(type: ObjectType, types: readonly ObjectType[]): readonly string[] | null {
  const { source } = type.spec;
  if (typeof source !== "object") return null;
  const named = new Set(
    Array.from(source.sql.matchAll(TABLE), ([, system, object]) => `${system ?? ""}.${object ?? ""}`),
  );
  const read = types.filter(({ name }) => name !== type.name && named.has(name));
  return [...new Set(read.flatMap((one) => madeFrom(one, types) ?? [one.name]))].toSorted();
}
