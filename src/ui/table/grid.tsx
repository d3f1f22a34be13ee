import { useRef, useState, type ReactNode } from "react";
import { Loading } from "../feedback/loading.tsx";
import { later, Meanwhile } from "../layout/later.tsx";
import { wholeWindow } from "../layout/line-window.ts";
import { WINDOW_FROM, type GridProps } from "./grid-props.ts";
import { GridRows } from "./grid-rows.tsx";

const WindowedGrid = later("windowed-grid", async () => (await import("./windowed-grid.tsx")).WindowedGrid);

/** Loads the part that draws long lists. */
export const fetchWindow = WindowedGrid.fetch;

/** Rows of a page; rows of a long page are drawn as they come into view. After a long page, `WindowedGrid` draws all pages, so that the focus is kept. */
export function Grid(props: GridProps): ReactNode {
  const [isWindowed, setWindowed] = useState(WindowedGrid.isThere);
  if (!isWindowed && props.lines.count >= WINDOW_FROM) setWindowed(true);
  if (!isWindowed) return <WholeGrid {...props} />;
  return (
    <Meanwhile value={<Loading rows={10} />}>
      <WindowedGrid {...props} />
    </Meanwhile>
  );
}

function WholeGrid(props: GridProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  return <GridRows {...props} box={box} view={wholeWindow(props.lines.count)} />;
}
