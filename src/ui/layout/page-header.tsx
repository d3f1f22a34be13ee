import { useEffect, useRef, type ReactNode } from "react";
import "./layout.css";

export interface PageHeaderProps {
  readonly title: string;
  /** Key facts of the object, one muted line under the title. */
  readonly facts?: readonly ReactNode[];
  readonly actions?: ReactNode;
  /** Changes with the page; the title then takes focus, so that it is read out. */
  readonly focusKey?: string;
}

/** Title of a page with its one primary control. */
export function PageHeader({ title, facts = [], actions, focusKey }: PageHeaderProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef(focusKey);
  useEffect(() => {
    if (focusKey === undefined || focused.current === focusKey) return;
    focused.current = focusKey;
    heading.current?.focus({ preventScroll: true });
  }, [focusKey]);
  return (
    <header className="page-header">
      <div className="page-header-row">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {facts.length > 0 && (
        <ul className="page-facts">
          {facts.map((fact, at) => (
            <li key={at}>{fact}</li>
          ))}
        </ul>
      )}
    </header>
  );
}
