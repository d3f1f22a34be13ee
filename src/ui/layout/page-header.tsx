import type { ReactNode } from "react";
import { Breakable } from "../breakable.tsx";
import { useTitleFocus } from "./use-title-focus.ts";
import "./layout.css";

export interface PageHeaderProps {
  readonly title: string;
  /** The part of the title that people look for; the rest is muted. */
  readonly strong?: string | null;
  /** Key facts of the object, one muted line under the title. */
  readonly facts?: readonly ReactNode[];
  /** Stands right behind the title. */
  readonly mark?: ReactNode;
  readonly actions?: ReactNode;
  /** Changes with the page; the title then takes focus, so that it is read out. */
  readonly focusKey?: string;
}

/** Title of a page with its one primary control. */
export function PageHeader({
  title,
  strong,
  facts = [],
  mark,
  actions,
  focusKey,
}: PageHeaderProps): ReactNode {
  const heading = useTitleFocus(focusKey);
  return (
    <header className="page-header">
      <div className="page-header-row">
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            <Title text={title} strong={strong ?? title} />
          </h1>
          {mark}
        </div>
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

function Title({ text, strong }: { readonly text: string; readonly strong: string }): ReactNode {
  const from = strong.length < text.length && text.endsWith(strong) ? text.length - strong.length : 0;
  const to = from + strong.length;
  return (
    <>
      {from > 0 && (
        <span className="page-title-rest">
          <Breakable text={text.slice(0, from)} />
        </span>
      )}
      <Breakable text={text.slice(from, to)} />
      {to < text.length && (
        <span className="page-title-rest">
          <Breakable text={text.slice(to)} />
        </span>
      )}
    </>
  );
}
