import { useRef, type ReactNode, type RefObject } from "react";
import type { GridProps } from "./grid-props.ts";
import { GridRows } from "./grid-rows.tsx";
import type { LineWindow } from "../layout/line-window.ts";
import { useIsNarrow, useMedia } from "../layout/use-media.ts";
import { useWindow } from "../layout/use-window.ts";
import { WINDOW_FROM } from "./window-from.ts";

/** The rows of a long page, drawn as they come into view. */
export function WindowedGrid(props: GridProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const view = useRowWindow(props.lines.count, box);
  return <GridRows {...props} box={box} view={view} />;
}

const OVERSCAN = 12;
const ROW_HEIGHT = { wide: 32, touch: 44, narrow: 57 } as const;

function useRowWindow(count: number, box: RefObject<HTMLDivElement | null>): LineWindow {
  return useWindow({ count, from: WINDOW_FROM, box, height: useRowHeight(), overscan: OVERSCAN });
}

function useRowHeight(): number {
  const isNarrow = useIsNarrow();
  const isTouch = useMedia("(pointer: coarse)");
  if (isNarrow) return ROW_HEIGHT.narrow;
  return isTouch ? ROW_HEIGHT.touch : ROW_HEIGHT.wide;
}
