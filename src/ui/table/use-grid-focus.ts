import { useContext, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { NavigateContext, type Navigate } from "../layout/link.tsx";
import {
  controlsIn,
  keyInside,
  pressOrEnter,
  gridAction,
  type ActiveCell,
  type GridAction,
} from "./grid-keys.ts";
import type { GridProps } from "./grid-props.ts";
import { type Line, idsOf } from "./lines.ts";

interface GridFocusArgs extends GridProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly scrollTo: (line: number) => void;
}

/** Values kept between two keys. A change of them redraws nothing. */
interface Kept {
  /** The cell that takes the focus as soon as it is drawn. */
  wanted: ActiveCell | null;
  /** The row that was ticked last. */
  last: string | null;
  /** Position where extending began, and the selection before it. */
  range: { readonly from: number; readonly base: ReadonlySet<string> } | null;
  scrollTo: (line: number) => void;
}

export type GridFocus = ReturnType<typeof focusOf>;

/** The one tab stop of a table and the keys that move it; the same object while only the window of rows moves. */
export function useGridFocus(args: GridFocusArgs): GridFocus {
  const { table, columns, lines, selected, onSelect, onSelectAll, box, scrollTo } = args;
  const navigate = useContext(NavigateContext);
  const [active, setActive] = useState<ActiveCell>({ line: 0, column: -1 });
  const kept = useRef<Kept>({ wanted: null, last: null, range: null, scrollTo });
  useEffect(() => {
    kept.current.scrollTo = scrollTo;
    const to = kept.current.wanted;
    if (to === null) return;
    const found = box.current?.querySelector<HTMLElement>(`[data-at="${at(to.line, to.column)}"]`);
    if (found === null || found === undefined) return;
    kept.current.wanted = null;
    found.focus();
  });
  return useMemo(
    () =>
      // oxlint-disable-next-line react/refs -- they are read when a key or a box is pressed, not while the rows are drawn
      focusOf({
        table,
        columns,
        lines,
        selected,
        onSelect,
        onSelectAll,
        box,
        navigate,
        active,
        setActive,
        kept,
      }),
    [table, columns, lines, selected, onSelect, onSelectAll, box, navigate, active],
  );
}

interface FocusParts extends Omit<GridFocusArgs, "isAllSelected" | "scrollTo"> {
  readonly navigate: Navigate | null;
  readonly active: ActiveCell;
  readonly setActive: (cell: ActiveCell) => void;
  readonly kept: RefObject<Kept>;
}

function focusOf(parts: FocusParts) {
  const { columns, lines, box, active, setActive, kept } = parts;
  const now: ActiveCell = { line: Math.min(active.line, lines.count - 1), column: active.column };
  const ranges = rangesOf(parts);
  const acts = actsOf(parts, ranges, now);
  const onKeyDown = (event: KeyboardEvent): void => {
    const control = keyInside(event);
    if (control === "own") return;
    if (control !== null) {
      event.preventDefault();
      event.stopPropagation();
      control.focus();
      return;
    }
    const size = { lines: lines.count, columns: columns.length, page: 10 };
    const action = gridAction(event, now, size, acts.lineAt(now.line)?.isOpen ?? null);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === "move") acts.move(action);
    else acts[action.kind]();
  };
  return {
    /** Makes a row (column -1) or a cell the one tab stop of the table when it is active. */
    cellProps: (line: number, column: number) => ({
      tabIndex: now.line === line && now.column === column ? 0 : -1,
      "data-at": at(line, column),
      onFocus: (): void => {
        const place = box.current?.querySelector(`[data-at="${at(line, column)}"]`) ?? null;
        const { activeElement } = document;
        // After a press on a control with the mouse, keys continue from its cell.
        const isHere = column < 0 ? place === activeElement : place?.contains(activeElement) === true;
        if (kept.current.wanted === null && isHere) setActive({ line, column });
      },
    }),
    onKeyDown,
    toggle: ranges.toggle,
  };
}

/** Effects of the keys of the table on the active cell. */
function actsOf(parts: FocusParts, ranges: ReturnType<typeof rangesOf>, now: ActiveCell) {
  const { table, columns, lines, box, setActive, kept } = parts;
  const lineAt = (place: number): Line | null => (place < 0 ? null : lines.all.at(lines.first + place));
  const move = (action: Extract<GridAction, { readonly kind: "move" }>): void => {
    if (action.extends) ranges.extend(now.line, action.to.line);
    else ranges.rest();
    kept.current.wanted = action.to;
    if (action.to.line >= 0) kept.current.scrollTo(action.to.line);
    setActive(action.to);
  };
  const inside = (column: number): readonly HTMLElement[] =>
    controlsIn(box.current?.querySelector(`[data-at="${at(now.line, column)}"]`) ?? null);
  const enter = (): void => {
    const cells = now.column < 0 ? columns.map((_, column) => column) : [now.column];
    cells.flatMap((column) => inside(column).slice(0, 1))[0]?.focus();
  };
  const open = (): void => {
    if (now.column >= 0 && pressOrEnter(inside(now.column))) return;
    const line = lineAt(now.line);
    const href = line === null ? null : (table.href?.(line.row) ?? null);
    if (href !== null) parts.navigate?.(href);
  };
  const fold = (): void => {
    const line = lineAt(now.line);
    if (line !== null) lines.fold(line.id);
  };
  const menu = (): void => {
    box.current?.querySelector<HTMLElement>(`[data-at="${at(now.line, -1)}"] [aria-haspopup]`)?.click();
  };
  const { selectAll, toggle } = ranges;
  const acts = { open, enter, fold, unfold: fold, selectAll, menu, select: () => toggle(now.line, false) };
  return { ...acts, move, lineAt };
}

function at(line: number, column: number): string {
  return `${String(line)}:${String(column)}`;
}

/** Selection of single rows, of ranges by Shift, and of everything that matches the filter; each place is one of the page. */
function rangesOf({ table, lines, selected, onSelect, onSelectAll, kept }: FocusParts) {
  const canSelect = table.selectionMenu !== undefined;
  const between = (one: number, other: number): readonly string[] =>
    idsOf(lines.all, lines.first + Math.max(0, Math.min(one, other)), lines.first + Math.max(one, other) + 1);
  const lineAt = (place: number): Line | null => lines.all.at(lines.first + place);
  const placeOf = (id: string | null): number => {
    for (let place = 0; id !== null && place < lines.count; place++)
      if (lineAt(place)?.id === id) return place;
    return -1;
  };
  return {
    /** Selects the row or takes it out; `isRange`: everything from the row before to this one. */
    toggle: (place: number, isRange: boolean): void => {
      const line = lineAt(place);
      if (line === null || !canSelect) return;
      const from = isRange ? placeOf(kept.current.last) : -1;
      kept.current.last = line.id;
      kept.current.range = null;
      onSelect(from < 0 ? toggled(selected, line) : new Set([...selected, ...between(from, place)]));
    },
    /** Selects from where the extending began up to here; moving back deselects again. */
    extend: (from: number, to: number): void => {
      if (!canSelect) return;
      const range = (kept.current.range ??= { from, base: selected });
      onSelect(new Set([...range.base, ...between(range.from, to)]));
    },
    /** The next extending begins again. */
    rest: (): void => {
      kept.current.range = null;
    },
    selectAll: (): void => {
      if (canSelect) onSelectAll();
    },
  };
}

function toggled(selected: ReadonlySet<string>, line: Line): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(line.id)) next.add(line.id);
  return next;
}
