import { useMemo, useRef, type RefObject } from "react";
import { hitsOf, idsOf, type Line } from "./lines.ts";
import type { GridProps } from "./grid-props.ts";

/** What selects rows: each place is one of the page. */
export interface Ranges {
  /** Selects the row or takes it out; `isRange`: everything from the row before to this one. */
  readonly toggle: (place: number, isRange: boolean) => void;
  /** Selects from where the extending began up to here; going back takes out again. */
  readonly extend: (from: number, to: number) => void;
  /** The next extending begins anew. */
  readonly rest: () => void;
  readonly selectAll: () => void;
}

interface Range {
  readonly from: number;
  /** What was selected before. */
  readonly base: ReadonlySet<string>;
}

/** Selection of single rows, of ranges by Shift, and of everything that matches the filter. */
export function useRanges({ table, lines, selected, onSelect }: GridProps): Ranges {
  const range = useRef<Range | null>(null);
  const last = useRef<string | null>(null);
  return useMemo(
    // oxlint-disable-next-line react/refs -- they are read when a key or a box is pressed, not while the rows are drawn
    () => rangesOf({ table, lines, selected, onSelect, range, last }),
    [table, lines, selected, onSelect],
  );
}

interface RangeParts extends Pick<GridProps, "table" | "lines" | "selected" | "onSelect"> {
  readonly range: RefObject<Range | null>;
  /** The row that was ticked last. */
  readonly last: RefObject<string | null>;
}

function rangesOf({ table, lines, selected, onSelect, range, last }: RangeParts): Ranges {
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
    toggle: (place, isRange) => {
      const line = lineAt(place);
      if (line === null || !canSelect) return;
      const from = isRange ? placeOf(last.current) : -1;
      last.current = line.id;
      range.current = null;
      onSelect(from < 0 ? toggled(selected, line) : new Set([...selected, ...between(from, place)]));
    },
    extend: (from, to) => {
      if (!canSelect) return;
      range.current ??= { from, base: selected };
      onSelect(new Set([...range.current.base, ...between(range.current.from, to)]));
    },
    rest: () => {
      range.current = null;
    },
    selectAll: () => {
      if (canSelect) onSelect(new Set(hitsOf(lines.all).map(({ id }) => id)));
    },
  };
}

function toggled(selected: ReadonlySet<string>, line: Line): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(line.id)) next.add(line.id);
  return next;
}
