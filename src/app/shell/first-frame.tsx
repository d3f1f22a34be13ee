import type { ReactNode } from "react";
import "../../ui/action/action.css";
import { Brand } from "../../ui/brand/brand.tsx";
import "./shell.css";

/**
 * What the page shows before any script runs. The build writes it into the page (scripts/first-paint.ts), and the frame takes its place. It has no
 * letters, because the typeface is not there yet, and the browser keeps the one that the first letters have.
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
