import { useRef, type ReactNode } from "react";
import { WINDOW_FROM, type GridProps } from "./grid-props.ts";
import { GridRows } from "./grid-rows.tsx";
import { wholeWindow } from "../layout/line-window.ts";
import { useIsNarrow, useMedia } from "../layout/use-media.ts";
import { useWindow } from "../layout/use-window.ts";

/** The rows of a long page, drawn as they come into view. */
export function WindowedGrid(props: GridProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { count } = props.lines;
  const view = useWindow({ count, from: WINDOW_FROM, box, height: useRowHeight(), overscan: OVERSCAN });
  // Nobody scrolls on paper.
  const isPrinted = useMedia("print") && count <= MOST_PRINTED;
  return <GridRows {...props} box={box} view={isPrinted ? wholeWindow(count) : view} />;
}

/** More rows are some hundred sheets, which the browser needs minutes for. */
const MOST_PRINTED = 10_000;
const OVERSCAN = 12;
const ROW_HEIGHT = { wide: 32, touch: 44, narrow: 57 } as const;

function useRowHeight(): number {
  const isNarrow = useIsNarrow();
  const isTouch = useMedia("(pointer: coarse)");
  if (isNarrow) return ROW_HEIGHT.narrow;
  return isTouch ? ROW_HEIGHT.touch : ROW_HEIGHT.wide;
}
