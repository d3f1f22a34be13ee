import type { Row } from "#contract/wire/json";
import type { Marks } from "./marks.ts";

/** The rows as they are: without new ones, and with present values. */
export function presentRows(rows: readonly Row[], marks: Marks): readonly Row[] {
  if (marks.size === 0) return rows;
  return rows.flatMap((row) => {
    const mark = marks.get(row);
    if (mark === undefined) return [row];
    return mark.before === null ? [] : [mark.before];
  });
}
