import { useRef, type ReactNode } from "react";
import type { GridProps } from "./grid-props.ts";
import { GridRows } from "./grid-rows.tsx";
import { useRowWindow } from "./use-row-window.ts";

/** The rows of a long page, drawn as they come into view. */
export function WindowedGrid(props: GridProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const view = useRowWindow(props.lines.count, box);
  return <GridRows {...props} box={box} view={view} />;
}
