import { createContext, useContext } from "react";
import type { Row } from "#contract/wire/json";
import type { Mark } from "#core/txlist/overlay/list-of";
import { presentOf } from "#core/txlist/overlay/present";

export type Marks = ReadonlyMap<Row, Mark>;

export const NO_MARKS: Marks = new Map();

/** The row as it is; null for a new one. */
export function presentRow(row: Row, marks: Marks): Row | null {
  const mark = marks.get(row);
  return mark === undefined ? presentOf(row) : mark.before;
}

/** Rows of the page that the planned list creates, changes or deletes. */
const MarksContext = createContext<Marks>(NO_MARKS);
export const MarksProvider = MarksContext.Provider;

export function useMarks(): Marks {
  return useContext(MarksContext);
}
