import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** Longer pages draw only the rows in view. */
const VIRTUAL_FROM = 120;
const OVERSCAN = 12;
const ROW_HEIGHT = { wide: 32, narrow: 57 } as const;

export interface RowWindow {
  readonly isVirtual: boolean;
  /** First line that is drawn and the one behind the last. */
  readonly first: number;
  readonly last: number;
  /** Heights that stand in for the lines above and below. */
  readonly above: number;
  readonly below: number;
  readonly scrollTo: (line: number) => void;
}

/** The lines of a page that have to be drawn. */
export function useRowWindow(count: number, box: RefObject<HTMLDivElement | null>): RowWindow {
  const isVirtual = count > VIRTUAL_FROM;
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used, and the window is read in this render only
  const virtual = useVirtualizer({
    count: isVirtual ? count : 0,
    getScrollElement: () => box.current,
    estimateSize: rowHeight,
    overscan: OVERSCAN,
  });
  if (!isVirtual) {
    return { isVirtual, first: 0, last: count, above: 0, below: 0, scrollTo: () => undefined };
  }
  const seen = virtual.getVirtualItems();
  const { index: first, start: above } = seen[0] ?? { index: 0, start: 0 };
  const { index, end } = seen.at(-1) ?? { index: -1, end: 0 };
  return {
    isVirtual,
    first,
    last: index + 1,
    above,
    below: virtual.getTotalSize() - end,
    scrollTo: (line) => virtual.scrollToIndex(line),
  };
}

function rowHeight(): number {
  return matchMedia("(max-width: 719px)").matches ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide;
}
