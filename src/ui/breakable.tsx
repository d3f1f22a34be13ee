import { Fragment, type ReactNode } from "react";
import { shownSigns } from "#contract/values/signs";

/** Length of addresses and port names, which are read as one word. A text up to this length never breaks. */
const WHOLE = 20;
const AFTER_SIGNS = /(?<=[./@])(?=[^./@,\s])/;

export interface BreakableProps {
  readonly text: string;
  /** Begin and end of the significant part; the rest is muted. */
  readonly strong?: readonly [from: number, to: number] | null;
}

/** A long name breaks after one of its separators instead of within a word. */
export function Breakable({ text: stored, strong: part = null }: BreakableProps): ReactNode {
  const text = shownSigns(stored);
  // In a text with replaced characters the positions are different.
  const strong = text === stored ? part : null;
  const [from, to] = strong ?? [0, text.length];
  const isWhole = text.length <= WHOLE;
  if (from === 0 && to === text.length) return <Broken text={text} isWhole={isWhole} />;
  return (
    <>
      {from > 0 && (
        <span className="rest">
          <Broken text={text.slice(0, from)} isWhole={isWhole} />
          {!isWhole && <wbr />}
        </span>
      )}
      <Broken text={text.slice(from, to)} isWhole={isWhole} />
      {to < text.length && (
        <span className="rest">
          <Broken text={text.slice(to)} isWhole={isWhole} />
        </span>
      )}
    </>
  );
}

function Broken({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }): ReactNode {
  if (isWhole) return text;
  return text.split(AFTER_SIGNS).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
