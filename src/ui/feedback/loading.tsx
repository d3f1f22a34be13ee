import { useEffect, useState, type ReactNode } from "react";
import { useText } from "../text.ts";
import "./feedback.css";

const QUIET = 150;

/** True once a wait has lasted this long; short waits show nothing. */
export function useIsLate(isBusy: boolean, after: number = QUIET): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setTimeout(() => setLate(true), after);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isBusy, after]);
  return isBusy && isLate;
}

export interface LoadingProps {
  /** Number of grey bars; their height is reserved at once. */
  readonly rows?: number;
}

/** Grey bars in the shape of rows, after 150 ms. */
export function Loading({ rows = 6 }: LoadingProps): ReactNode {
  const say = useText();
  const isLate = useIsLate(true);
  return (
    <div className="loading" aria-busy="true">
      <output className="visually-hidden">{isLate ? say("ui.common.loading") : ""}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="loading-row">
          {isLate && <span className="loading-bar" style={{ width: `${String(34 + ((row * 23) % 48))}%` }} />}
        </div>
      ))}
    </div>
  );
}
