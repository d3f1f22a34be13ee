import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";

/** Parts side by side; empty parts are absent. Their height is known at once, and their contents are loaded later. */
export interface ColumnsData<Texts> {
  readonly kind: "columns";
  readonly columns: readonly (readonly PartShape[])[];
  readonly load: () => Promise<Texts>;
}

/** Contents of a part: the planned list, unsent data of this browser, alerts and maintenance of the frame, or rows of a step as lines of a fixed height. */
export type PartShape = "planned" | "drafts" | "alerts" | LinesShape;

export interface LinesShape {
  readonly of: string;
  /** Number of shown lines. Further lines are unfolded, or have a link if the step does not contain all of them. */
  readonly most: number;
  /** Of rows with the same value of this attribute only the first is shown. */
  readonly once?: string;
  /** Each line has numbers below it. */
  readonly isTall?: true;
}

/** Attributes of a row: parts of a whole as a bar, the rest of it (null: the whole is unknown), its percentage, and the first part over time. */
export interface Share {
  readonly parts: readonly string[];
  readonly rest: string;
  readonly percent: string;
  readonly history: string;
}

/** Height of a column in lines, computed before its parts are drawn; 0 if it is absent. */
export function linesOf(parts: readonly PartShape[], lists: Lists, planned: number): number {
  let height = 0;
  for (const part of parts) {
    if (part === "planned") height += Math.min(planned, 1);
    else if (typeof part !== "string") height += linesOfRows(part, rowsOf(part, lists).length);
  }
  return height === 0 ? 0 : height + 1;
}

/** The rows that are shown as lines. */
export function rowsOf({ of, once }: LinesShape, lists: Lists): readonly Row[] {
  const rows = lists[of] ?? [];
  if (once === undefined) return rows;
  return rows.filter((row, at) => at === rows.findIndex((one) => one[once] === row[once]));
}

/** Height of a line with numbers. */
const TALL = 2.5;

function linesOfRows({ most, isTall }: LinesShape, count: number): number {
  return count === 0 ? 0 : 1 + Math.min(count, most) * (isTall ? TALL : 1) + Number(count > most);
}
