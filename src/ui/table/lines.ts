import type { Row } from "#contract/wire/json";
import { pageBounds, clampPage } from "#core/table/pages";
import { find, type RowIndex } from "#core/table/rows";
import { sortRows, type SortKey } from "#core/table/sort";
import type { ViewState } from "#core/table/view-state";
import type { TableProps } from "./table-props.ts";

/** A line of the table as it is drawn: a row, in a tree with its level. */
export interface Line {
  readonly id: string;
  readonly row: Row;
  readonly level: number;
  /** Null: has nothing below it. */
  readonly isOpen: boolean | null;
  /** It matches the filter itself, or is shown only because a row below it does. */
  readonly isHit: boolean;
}

/** Identity of a row; rows without gpk are distinguished by their position. */
export function rowId(row: Row, at: number): string {
  const gpk = row["gpk"];
  return typeof gpk === "string" ? gpk : `#${String(at)}`;
}

/** Lines in order; those of a long flat list are made when they are looked at. */
export interface LineList {
  readonly length: number;
  readonly at: (place: number) => Line | null;
}

/** Places of all rows in their order: sorted, groups together; rows that are not `present` first, in a group the first of the group (TA-75). */
export function orderOf(
  rows: readonly Row[],
  sort: readonly SortKey[],
  group: string | undefined,
  present?: (row: Row) => Row | null,
): Uint32Array {
  const keys = group === undefined ? sort : [{ attribute: group, isDescending: false }, ...sort];
  const order = sortRows(
    rows,
    new Uint32Array(rows.length).map((_, at) => at),
    keys,
  );
  if (present === undefined) return order;
  const last = (at: number): number => Number(present(rows[at] ?? {}) !== null);
  const groups =
    group === undefined ? [[...order]] : Map.groupBy(order, (at) => rows[at]?.[group] ?? null).values();
  return Uint32Array.from(
    [...groups].flatMap((places) => places.toSorted((one, other) => last(one) - last(other))),
  );
}

/** The places whose row contains the text or satisfies `alsoFound`, in the given order. All positions if there is no index or no text. */
export function hitsIn(
  order: Uint32Array,
  index: RowIndex | null,
  q: string,
  alsoFound?: (row: Row) => boolean,
): Uint32Array {
  if (index === null || q === "") return order;
  const isHit = new Uint8Array(index.rows.length);
  for (const at of find(index, q)) isHit[at] = 1;
  if (alsoFound !== undefined) index.rows.forEach((row, at) => alsoFound(row) && (isHit[at] = 1));
  return order.filter((at) => isHit[at] === 1);
}

export function flatLines(rows: readonly Row[], positions: Uint32Array): LineList {
  return {
    length: positions.length,
    at: (place) => {
      const at = positions[place];
      const row = at === undefined ? undefined : rows[at];
      return at === undefined || row === undefined
        ? null
        : { id: rowId(row, at), row, level: 0, isOpen: null, isHit: true };
    },
  };
}

export function slice(list: LineList, from: number, to: number): readonly Line[] {
  const lines: Line[] = [];
  for (let place = Math.max(0, from); place < Math.min(to, list.length); place++) {
    const line = list.at(place);
    if (line !== null) lines.push(line);
  }
  return lines;
}

/** Lines of a tree: children under their parent in the given order; hits bring their ancestors along. */
export function treeLines(
  rows: readonly Row[],
  positions: Uint32Array,
  nest: NonNullable<TableProps["nest"]>,
  isUnfolded: (id: string, level: number) => boolean,
): LineList {
  const byKey = new Map(rows.map((row, at) => [row[nest.key], at]));
  const parentOf = (at: number): number | undefined => {
    const parent = byKey.get(rows[at]?.[nest.parent] ?? undefined);
    return parent === at ? undefined : parent;
  };
  const hits = new Set<number>(positions);
  const shown = withAncestors(positions, parentOf);
  const children = Map.groupBy(shown, parentOf);
  const lines: Line[] = [];
  const visit = (at: number, level: number): void => {
    const below = children.get(at) ?? [];
    const row = rows[at];
    if (row === undefined) return;
    const open = below.length > 0 && isUnfolded(rowId(row, at), level);
    const isOpen = below.length === 0 ? null : open;
    lines.push({ id: rowId(row, at), row, level, isOpen, isHit: hits.has(at) });
    if (open) for (const child of below) visit(child, level + 1);
  };
  for (const at of children.get(undefined) ?? []) visit(at, 0);
  return { length: lines.length, at: (place) => lines[place] ?? null };
}

function withAncestors(
  positions: Uint32Array,
  parentOf: (at: number) => number | undefined,
): ReadonlySet<number> {
  const shown = new Set<number>(positions);
  for (const at of positions) {
    const way = new Set<number>([at]);
    let above = parentOf(at);
    while (above !== undefined && !way.has(above)) {
      shown.add(above);
      way.add(above);
      above = parentOf(above);
    }
  }
  return shown;
}

export interface PageOfLines {
  /** Position of the first line of the page in the whole list, and of the line after its last. */
  readonly from: number;
  readonly to: number;
  readonly page: number;
  readonly total: number;
}

/** The page of a list; a page beyond the end is the last one (LIST-04). */
export function pageOf(total: number, view: Pick<ViewState, "page" | "size">): PageOfLines {
  const { page, size } = clampPage(view, total);
  return { ...pageBounds({ page, size }, total), page, total };
}

/** The lines that match the filter, without lines that only lead to them. */
export function hitsOf(list: LineList): readonly Line[] {
  return slice(list, 0, list.length).filter((line) => line.isHit);
}

export function idsOf(list: LineList, from = 0, to = list.length): readonly string[] {
  return slice(list, from, to).map((line) => line.id);
}
