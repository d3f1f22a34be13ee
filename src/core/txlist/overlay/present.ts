import type { Row } from "#contract/wire/json";

const PRESENT = new WeakMap<Row, Row>();

/** Notes the row as it is for one without a mark, of which only values of other objects change. */
export function keepPresent(planned: Row, present: Row): void {
  PRESENT.set(planned, presentOf(present));
}

/** The row as it is, for a row without a mark. */
export function presentOf(row: Row): Row {
  return PRESENT.get(row) ?? row;
}
