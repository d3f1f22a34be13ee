import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState, type RefObject } from "react";
import { wholeWindow, type LineWindow } from "./line-window.ts";

export interface WindowProps {
  readonly count: number;
  /** From this many lines on only visible ones are drawn. */
  readonly from: number;
  readonly box: RefObject<HTMLElement | null>;
  /** Expected height of a line in pixels. */
  readonly height: number;
  /** Extra lines drawn above and below the visible ones. */
  readonly overscan: number;
  /** Lines that are always drawn. */
  readonly kept?: readonly number[];
}

const NONE: readonly number[] = [];

/** The drawn lines of a long list. */
export function useWindow({ count, from, box, height, overscan, kept = NONE }: WindowProps): LineWindow {
  const isVirtual = count >= from;
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used, and the window is read in this render only
  const virtual = useVirtualizer({
    count: isVirtual ? count : 0,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((one, other) => one - other),
  });
  useBoxOf(box, isVirtual);
  const expected = useRef(height);
  useEffect(() => {
    if (expected.current === height) return;
    expected.current = height;
    virtual.measure();
  }, [virtual, height]);
  if (!isVirtual) return wholeWindow(count);
  const seen = virtual.getVirtualItems();
  const { index: first, start: above } = seen[0] ?? { index: 0, start: 0 };
  const { index, end } = seen.at(-1) ?? { index: -1, end: 0 };
  const gaps = new Map(seen.map((line, at) => [line.index, line.start - (seen[at - 1]?.end ?? line.start)]));
  return {
    isVirtual,
    first,
    last: index + 1,
    drawn: seen.map((line) => line.index),
    gapBefore: (line) => gaps.get(line) ?? 0,
    above,
    below: virtual.getTotalSize() - end,
    scrollTo: (line) => virtual.scrollToIndex(line),
    measure: virtual.measureElement,
  };
}

/** The scrolling element may be drawn together with its lines and is known only afterwards; then the visible lines are computed. */
function useBoxOf(box: RefObject<HTMLElement | null>, isVirtual: boolean): void {
  const [, look] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!isVirtual) return undefined;
    const frame = requestAnimationFrame(() => look(box.current));
    return () => cancelAnimationFrame(frame);
  }, [box, isVirtual]);
}
