import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Breakable } from "../breakable.tsx";
import "./layout.css";

export interface PageHeaderProps {
  readonly title: string;
  /** The significant part of the title; the rest is muted. */
  readonly strong?: string | null;
  /** Key facts of the object, in one muted line under the title. */
  readonly facts?: readonly ReactNode[];
  readonly mark?: ReactNode;
  readonly actions?: ReactNode;
  /** A key of the page. When it changes, the title takes the focus, so that the title is read out. */
  readonly focusKey?: string;
}

export function PageHeader(props: PageHeaderProps): ReactNode {
  const { title, strong, facts = [], mark, actions, focusKey } = props;
  const heading = useTitleFocus(focusKey);
  return (
    <header className="page-header">
      <div className="page-header-row">
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            <Breakable text={title} strong={placeOf(title, strong ?? title)} />
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

/** The strong part is at the beginning or at the end. */
function placeOf(text: string, strong: string): readonly [from: number, to: number] {
  const from = strong.length < text.length && text.endsWith(strong) ? text.length - strong.length : 0;
  return [from, from + strong.length];
}

/** The title shown last. Pages have their own titles, so a page cannot know whether it is a new one. */
let shown: { readonly key: string | null; readonly hasFocus: boolean } = { key: null, hasFocus: false };

/** For the title of a page. The title takes the focus when another page opens, so that it is read out. Without a key it never takes the focus. */
function useTitleFocus(key: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (key === undefined) return;
    const isLost = shown.key === key && shown.hasFocus && document.activeElement === document.body;
    const isNew = shown.key !== null && shown.key !== key;
    if ((isNew || isLost) && !isInOverlay()) heading.current?.focus({ preventScroll: true });
    shown = { key, hasFocus: isNew || isLost };
  }, [key]);
  return heading;
}

/** A person who opened a menu or a dialog while the page was loading stays in it. */
function isInOverlay(): boolean {
  return document.activeElement?.closest("[role=menu], [aria-modal=true]") != null;
}
