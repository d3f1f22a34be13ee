import type { Json, Row } from "#contract/wire/json";

export interface Difference {
  readonly attribute: string;
  readonly old: Json;
  readonly new: Json;
}

/** Attributes in which two states of a row differ, in the order of the newer one; gpk says nothing to people. */
export function differences(before: Row | null, after: Row | null): readonly Difference[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  names.delete("gpk");
  return [...names]
    .map((attribute) => ({
      attribute,
      old: before?.[attribute] ?? null,
      new: after?.[attribute] ?? null,
    }))
    .filter((one) => !isSame(one.old, one.new));
}

/** Whether two values are the same, arrays and objects by content. */
export function isSame(a: Json, b: Json): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** A row of the change log holds a state as object or null. */
export function stateOf(value: Json | undefined): Row | null {
  // Parse boundary: `old` and `new` of wapi.change_log are rows (wire contract 7.2).
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : null;
}
