import type { RefObject } from "react";
import { useWindow, type LineWindow } from "../layout/use-window.ts";

/** Longer pages draw only the rows in view. */
const VIRTUAL_FROM = 121;
const OVERSCAN = 12;
const ROW_HEIGHT = { wide: 32, touch: 44, narrow: 57 } as const;

/** The lines of a page that have to be drawn. */
export function useRowWindow(count: number, box: RefObject<HTMLDivElement | null>): LineWindow {
  return useWindow({ count, from: VIRTUAL_FROM, box, height: rowHeight, overscan: OVERSCAN });
}

function rowHeight(): number {
  if (matchMedia("(max-width: 719px)").matches) return ROW_HEIGHT.narrow;
  return matchMedia("(pointer: coarse)").matches ? ROW_HEIGHT.touch : ROW_HEIGHT.wide;
}
