import type { ReactNode } from "react";
import "./section.css";

export interface FoldedLineProps {
  readonly id?: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** An empty section as one line. */
export function FoldedLine({ id, text, children }: FoldedLineProps): ReactNode {
  return (
    <section className="section-folded" id={id}>
      <h2 tabIndex={-1}>{text}</h2>
      {children !== undefined && <div className="folded-controls">{children}</div>}
    </section>
  );
}
