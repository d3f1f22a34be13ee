interface GridPlace {
  readonly at: number;
  readonly count: number;
  readonly columns: number;
}

/** Rows that Page up and Page down move. */
const PAGE = 8;

/** The cell that a key moves to in a grid; null for any other key. */
export function moveInGrid(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { at, count, columns }: GridPlace,
): number | null {
  const start = Math.floor(at / columns) * columns;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: ctrlKey ? 0 : start,
    End: ctrlKey ? count - 1 : Math.min(start + columns, count) - 1,
    PageUp: Math.max(at - columns * PAGE, at % columns),
    PageDown: at + columns * PAGE,
  };
  const to = moves[key];
  if (to === undefined) return null;
  if (key === "PageDown") return to < count ? to : lastOf(at % columns, count, columns);
  return to < 0 || to >= count ? at : to;
}

function lastOf(column: number, count: number, columns: number): number {
  const rows = Math.ceil(count / columns);
  const last = (rows - 1) * columns + column;
  return last < count ? last : last - columns;
}
