import type { Row } from "#contract/wire/json";
import { pageBounds, clampPage } from "#core/table/pages";
import { buildIndex, find, sortRows, type RowIndex } from "#core/table/rows";
import type { ViewState } from "#core/table/view-state";

/** A line of the table as it is drawn: a row, in a tree with its level. */
export interface Line {
  readonly id: string;
  readonly row: Row;
  readonly level: number;
  /** Null: has nothing below it. */
  readonly isOpen: boolean | null;
}

export interface Nest {
  readonly parent: string;
  readonly key: string;
}

/** Identity of a row; rows without gpk are told apart by their place. */
export function rowId(row: Row, at: number): string {
  const gpk = row["gpk"];
  return typeof gpk === "string" ? gpk : `#${String(at)}`;
}

/** Index of a list, or none while nothing is filtered. */
export function indexFor(rows: readonly Row[], filterable: readonly string[], q: string): RowIndex | null {
  return q === "" ? null : buildIndex(rows, filterable);
}

/** Positions of the rows that are shown, in order: filtered, sorted, groups together. */
export function positionsOf(
  rows: readonly Row[],
  index: RowIndex | null,
  view: ViewState,
  group: string | undefined,
): Uint32Array {
  const hits = index === null ? Uint32Array.from(rows, (_, at) => at) : find(index, view.q);
  const keys = group === undefined ? view.sort : [{ attribute: group, isDescending: false }, ...view.sort];
  return sortRows(rows, hits, keys);
}

/** Lines of a flat list. */
export function flatLines(rows: readonly Row[], positions: Uint32Array): readonly Line[] {
  return Array.from(positions, (at) => lineOf(rows, at, 0, null)).filter((line) => line !== null);
}

function lineOf(rows: readonly Row[], at: number, level: number, isOpen: boolean | null): Line | null {
  const row = rows[at];
  return row === undefined ? null : { id: rowId(row, at), row, level, isOpen };
}

/** Lines of a tree: children under their parent in the given order; hits bring their ancestors along. */
export function treeLines(
  rows: readonly Row[],
  positions: Uint32Array,
  nest: Nest,
  isOpen: (id: string, level: number) => boolean,
): readonly Line[] {
  const byKey = new Map(rows.map((row, at) => [row[nest.key], at]));
  const parentOf = (at: number): number | undefined => {
    const parent = byKey.get(rows[at]?.[nest.parent] ?? undefined);
    return parent === at ? undefined : parent;
  };
  const shown = withAncestors(positions, parentOf);
  const children = new Map<number | undefined, number[]>();
  for (const at of shown) {
    const parent = parentOf(at);
    children.set(parent, [...(children.get(parent) ?? []), at]);
  }
  const lines: Line[] = [];
  const visit = (at: number, level: number): void => {
    const below = children.get(at) ?? [];
    const row = rows[at];
    if (row === undefined) return;
    const open = below.length > 0 && isOpen(rowId(row, at), level);
    lines.push({ id: rowId(row, at), row, level, isOpen: below.length === 0 ? null : open });
    if (open) for (const child of below) visit(child, level + 1);
  };
  for (const at of children.get(undefined) ?? []) visit(at, 0);
  return lines;
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
  readonly lines: readonly Line[];
  /** Place of the first and behind the last of them in the whole list. */
  readonly from: number;
  readonly to: number;
  readonly page: number;
  readonly total: number;
}

/** The page of the lines; a page beyond the end is the last one (LIST-04). */
export function pageOf(lines: readonly Line[], view: ViewState): PageOfLines {
  const { page, size } = clampPage(view, lines.length);
  const { from, to } = pageBounds({ page, size }, lines.length);
  return { lines: lines.slice(from, to), from, to, page, total: lines.length };
}
