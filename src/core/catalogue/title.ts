import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "./catalogue.ts";

/** What names a row to a person: its title attributes, otherwise its key, otherwise its gpk. */
export function titleOf(type: ObjectTypeMeta | null, row: Row): string {
  const names = type === null ? [] : type.title.length > 0 ? type.title : type.key;
  const parts = names.map((name) => row[name]).filter((value) => value !== null && value !== undefined);
  if (parts.length > 0) return parts.map((part) => textOf(part)).join(" ");
  const gpk = row["gpk"];
  return typeof gpk === "string" ? gpk : "";
}

function textOf(value: NonNullable<Row[string]>): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
