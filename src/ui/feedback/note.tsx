import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import "./feedback.css";

export interface NoteProps {
  readonly tone?: "info" | "warning";
  readonly children: ReactNode;
  /** A link or button at its end. */
  readonly action?: ReactNode;
}

/** A line that explains or warns, on the surface of the page. */
export function Note({ tone = "info", children, action }: NoteProps): ReactNode {
  return (
    <div className={`note note-${tone}`}>
      {tone === "warning" && <Icon name="warning" />}
      <p>{children}</p>
      {action}
    </div>
  );
}
