import type { Row } from "#contract/wire/json";

const NATURAL = new Intl.Collator("en", { numeric: true });

/** Compares names with numbers as numbers. */
export function naturally(one: string, other: string): number {
  return NATURAL.compare(one, other);
}

/** Rows sorted by name, Gi1/0/2 before Gi1/0/10. */
export function inOrder(rows: readonly Row[], order: string): readonly Row[] {
  return rows.toSorted((one, other) => naturally(nameOf(one, order), nameOf(other, order)));
}

/** The text that a row is sorted by. */
export function nameOf(row: Row, order: string): string {
  const name = row[order];
  return typeof name === "string" ? name : "";
}
