import type { ReactNode } from "react";
import "../../ui/action/action.css";
import { Brand } from "../../ui/brand/brand.tsx";
import "./shell.css";

/**
 * The page before any script runs. The build writes it into the page (scripts/first-paint.ts), and the frame replaces it. It has no letters, because
 * the typeface is not loaded yet and the browser would keep the fallback for them.
 */
export function FirstFrame(): ReactNode {
  return (
    <div className="frame">
      <header className="top-bar">
        <span className="icon-button" />
        <span className="product">
          <Brand label="" />
        </span>
      </header>
    </div>
  );
}
