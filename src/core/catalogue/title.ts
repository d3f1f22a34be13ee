import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "./catalogue.ts";

/** What names a row to a person: its title attributes, otherwise its key, otherwise its gpk. */
export function titleOf(type: ObjectTypeMeta | null, row: Row): string {
  const gpk = row["gpk"];
  const candidates = [joined(row, type?.title ?? []), joined(row, type?.key ?? [])];
  return candidates.find((text) => text !== "") ?? (typeof gpk === "string" ? gpk : "");
}

function joined(row: Row, names: readonly string[]): string {
  const parts = names.map((name) => row[name]).filter((value) => value !== null && value !== undefined);
  return parts.map((part) => (typeof part === "object" ? JSON.stringify(part) : String(part))).join(" ");
}
