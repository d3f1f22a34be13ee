import type { ObjectType } from "../../catalogue/object-type.ts";

const TABLE = /\b([a-z]+)\."?([a-z0-9_]+)/g;

/** The member of a view that names the types whose objects make its rows, as its SQL reads their tables; rows of other types stand for themselves. */
export function madeFrom(
  type: ObjectType,
  types: readonly ObjectType[],
): { readonly made_from_list?: readonly string[] } {
  const names = sourcesOf(type, types);
  return names === null ? {} : { made_from_list: names };
}

function sourcesOf({ name: own, spec }: ObjectType, types: readonly ObjectType[]): readonly string[] | null {
  const { source } = spec;
  if (typeof source !== "object") return null;
  const tables = source.sql.matchAll(TABLE);
  const named = new Set(Array.from(tables, ([, system = "", object = ""]) => `${system}.${object}`));
  const read = types.filter(({ name }) => name !== own && named.has(name));
  return [...new Set(read.flatMap((one) => sourcesOf(one, types) ?? [one.name]))].toSorted();
}
