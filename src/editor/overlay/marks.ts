import { createContext, useContext } from "react";
import type { Row } from "#contract/wire/json";
import type { Mark } from "#core/txlist/overlay/overlay";

export type Marks = ReadonlyMap<Row, Mark>;

export const NO_MARKS: Marks = new Map();

/** The rows as they are: without new ones, and with present values. */
export function presentRows(rows: readonly Row[], marks: Marks): readonly Row[] {
  if (marks.size === 0) return rows;
  return rows.flatMap((row) => {
    const mark = marks.get(row);
    if (mark === undefined) return [row];
    return mark.before === null ? [] : [mark.before];
  });
}

/** Rows of the page that the list of planned changes makes, changes or takes away. */
const MarksContext = createContext(NO_MARKS);
export const MarksProvider = MarksContext.Provider;

export function useMarks(): Marks {
  return useContext(MarksContext);
}
