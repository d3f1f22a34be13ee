import type { ReactNode } from "react";
import "./picture.css";

export interface ShareBarProps {
  readonly whole: number;
  readonly part: number;
  /** The number that a bar of full width stands for. */
  readonly most: number;
}

/** A bar. Its length shows the whole number, and its filled part shows how much of that is taken. */
export function ShareBar({ whole, part, most }: ShareBarProps): ReactNode {
  const width = most === 0 ? 0 : (whole / most) * 100;
  const taken = most === 0 ? 0 : (part / most) * 100;
  return (
    <svg className="share-bar" aria-hidden="true" focusable="false">
      <rect className="share-rest" width={`${String(width)}%`} height="100%" />
      <rect className="share-part" width={`${String(taken)}%`} height="100%" />
    </svg>
  );
}

/** The symbol of a part in a legend. */
export function ShareSign({ kind }: { readonly kind: "part" | "rest" }): ReactNode {
  return (
    <svg className="share-sign" aria-hidden="true" focusable="false">
      <rect className={`share-${kind}`} width="100%" height="100%" />
    </svg>
  );
}
