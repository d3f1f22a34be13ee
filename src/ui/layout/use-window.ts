import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

export interface WindowProps {
  readonly count: number;
  /** From this many lines on only those in view are drawn. */
  readonly from: number;
  /** What scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  readonly height: () => number;
  /** Lines drawn above and below those in view. */
  readonly overscan: number;
  /** A line that stays drawn wherever the list is scrolled to. */
  readonly kept?: number | null;
}

export interface LineWindow {
  readonly isVirtual: boolean;
  /** First line that is drawn and the one behind the last. */
  readonly first: number;
  readonly last: number;
  /** Places of the drawn lines: those between first and last, and the kept one. */
  readonly drawn: readonly number[];
  /** Heights that stand in for the lines above and below. */
  readonly above: number;
  readonly below: number;
  readonly scrollTo: (line: number) => void;
  /** Takes the height of a drawn line with `data-index`, where lines differ. */
  readonly measure: ((element: HTMLElement | null) => void) | null;
}

/** The lines of a long list that have to be drawn. */
export function useWindow({ count, from, box, height, overscan, kept = null }: WindowProps): LineWindow {
  const isVirtual = count >= from;
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used, and the window is read in this render only
  const virtual = useVirtualizer({
    count: isVirtual ? count : 0,
    getScrollElement: () => box.current,
    estimateSize: height,
    overscan,
    rangeExtractor: (range) => {
      const lines = defaultRangeExtractor(range);
      return kept === null || lines.includes(kept)
        ? lines
        : [...lines, kept].toSorted((one, other) => one - other);
    },
  });
  if (!isVirtual) {
    const drawn = Array.from({ length: count }, (_, line) => line);
    return {
      isVirtual,
      first: 0,
      last: count,
      drawn,
      above: 0,
      below: 0,
      scrollTo: () => undefined,
      measure: null,
    };
  }
  const seen = virtual.getVirtualItems();
  const { index: first, start: above } = seen[0] ?? { index: 0, start: 0 };
  const { index, end } = seen.at(-1) ?? { index: -1, end: 0 };
  return {
    isVirtual,
    first,
    last: index + 1,
    drawn: seen.map((line) => line.index),
    above,
    below: virtual.getTotalSize() - end,
    scrollTo: (line) => virtual.scrollToIndex(line),
    measure: virtual.measureElement,
  };
}
