import type { Json, Row } from "#contract/wire/json";

/** A row of the change log holds a state as object or null. */
export function stateOf(value: Json | undefined): Row | null {
  // Parse boundary: `old` and `new` of wapi.change_log are rows (wire contract 7.2).
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : null;
}
