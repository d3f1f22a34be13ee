import { useLayoutEffect, useRef, type ReactNode } from "react";
import "./layout.css";

/** Width of the page without padding from which a side panel fits: 1100 px with padding. */
const WIDE = 1052;

export interface SideLayoutProps {
  readonly head: ReactNode;
  /** Beside the content if there is room, otherwise below. */
  readonly side: ReactNode;
  /** The end of the page. */
  readonly end: ReactNode;
  readonly children: ReactNode;
}

/**
 * A page with a side panel. Other open parts take room too, so the width of the page decides. Where a drawer at the edge of the window, whose width `--under`
 * tells, takes the room of the panel, the panel stays under it instead of moving to the end of the page.
 */
export function SideLayout({ head, side, end, children }: SideLayoutProps): ReactNode {
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = page;
    if (current === null) return undefined;
    // A container query would become the parent of menus, which hang from the window.
    const measure = (): void => {
      const { classList, clientWidth } = current;
      const drawer = Number.parseFloat(getComputedStyle(current).getPropertyValue("--under")) || 0;
      const isWide = clientWidth + drawer >= WIDE;
      classList.toggle("is-wide", isWide);
      classList.toggle("is-under", isWide && clientWidth < WIDE);
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
