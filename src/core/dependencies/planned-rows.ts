import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import { sameJson } from "../form/values.ts";
import type { PlannedKind } from "../txlist/overlay/draft.ts";
import type { Mark } from "../txlist/overlay/list-of.ts";

export type Marks = ReadonlyMap<Row, Mark>;

/** The planned change of a line between two objects; null: the line exists and stays. */
export type PlannedLine = "new" | "going" | null;

/** The planned change of an object. An object may also enter or leave a list without a change of its own. */
export function kindOfNode(row: Row, marks: Marks): PlannedKind | null {
  const mark = marks.get(row);
  if (mark === undefined) return null;
  if (mark.kind !== "come" && mark.kind !== "left") return mark.kind;
  return mark.before === null || sameJson(mark.before, row) ? null : "changed";
}

/** The planned change of the line to an object, according to the list with the objects at the other end. */
export function kindOfLine(row: Row, marks: Marks): PlannedLine {
  switch (marks.get(row)?.kind) {
    case "new":
    case "come":
      return "new";
    case "going":
    case "left":
      return "going";
    default:
      return null;
  }
}

/** A line between two rows in the planned and the present state; undefined if there is none. */
export function lineBetween(
  one: Row,
  other: Row,
  marks: Marks,
  matches: (one: Row, other: Row) => boolean,
): PlannedLine | undefined {
  const [before, beforeOther] = [one, other].map((row) =>
    marks.has(row) ? (marks.get(row)?.before ?? null) : row,
  );
  const isGoing = [one, other].some((row) => marks.get(row)?.kind === "going");
  const was = before != null && beforeOther != null && matches(before, beforeOther);
  if (!isGoing && matches(one, other)) return was ? null : "new";
  return was ? "going" : undefined;
}

/** The lists with planned rows first, so that a picture with limited space shows these. */
export function plannedFirst(lists: Lists, marks: Marks): Lists {
  if (marks.size === 0) return lists;
  const inOrder = (rows: readonly Row[]): readonly Row[] => {
    const planned = rows.filter((row) => marks.has(row));
    return planned.length === 0 ? rows : [...planned, ...rows.filter((row) => !marks.has(row))];
  };
  return Object.fromEntries(Object.entries(lists).map(([idx, rows]) => [idx, inOrder(rows)]));
}
