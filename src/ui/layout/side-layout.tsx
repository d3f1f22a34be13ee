import { useLayoutEffect, useRef, type ReactNode } from "react";
import "./layout.css";

/** Width of the page, without its padding, from which there is room for a column at its side: 1100 px with it. */
const WIDE = 1052;

export interface SideLayoutProps {
  readonly head: ReactNode;
  /** Beside the content where there is room, otherwise below it. */
  readonly side: ReactNode;
  /** The end of the page. */
  readonly end: ReactNode;
  readonly children: ReactNode;
}

/** A page with a column at its side. What else is open takes room from it, so its own width decides. */
export function SideLayout({ head, side, end, children }: SideLayoutProps): ReactNode {
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = page;
    if (current === null) return undefined;
    // Menus hang from the window: a container for queries would hold them.
    const measure = (): void => {
      current.classList.toggle("is-wide", current.clientWidth >= WIDE);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={page} className="side-page">
      {head}
      <div className="side-body">
        <div className="side-content">{children}</div>
        {side}
        {end}
      </div>
    </div>
  );
}
