import type { Params, Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "./catalogue.ts";

/** Natural key of a row; its gpk if a part of the key is null. */
export function keyOf(type: ObjectTypeMeta, row: Row): Params {
  const parts = type.key.map((name) => [name, row[name] ?? null] as const);
  if (parts.length > 0 && parts.every(([, value]) => value !== null)) return Object.fromEntries(parts);
  return { gpk: row["gpk"] ?? null };
}
