import type { ReactNode } from "react";
import "./feedback.css";

export interface EmptyProps {
  readonly text: string;
  /** Actions: a create control, a link. */
  readonly children?: ReactNode;
}

/** One sentence in place of rows. */
export function Empty({ text, children }: EmptyProps): ReactNode {
  return (
    <div className="empty">
      <p>{text}</p>
      {children !== undefined && <div className="empty-actions">{children}</div>}
    </div>
  );
}
