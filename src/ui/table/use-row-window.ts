import type { RefObject } from "react";
import type { LineWindow } from "../layout/line-window.ts";
import { useWindow } from "../layout/use-window.ts";
import { WINDOW_FROM } from "./window-from.ts";

const OVERSCAN = 12;
const ROW_HEIGHT = { wide: 32, touch: 44, narrow: 57 } as const;

/** The lines of a page that have to be drawn. */
export function useRowWindow(count: number, box: RefObject<HTMLDivElement | null>): LineWindow {
  return useWindow({ count, from: WINDOW_FROM, box, height: rowHeight, overscan: OVERSCAN });
}

function rowHeight(): number {
  if (matchMedia("(max-width: 719px)").matches) return ROW_HEIGHT.narrow;
  return matchMedia("(pointer: coarse)").matches ? ROW_HEIGHT.touch : ROW_HEIGHT.wide;
}
