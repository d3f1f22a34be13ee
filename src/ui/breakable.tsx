import { Fragment, type ReactNode } from "react";

/** Addresses and names of ports are read as one word; what is no longer than these never breaks. */
const WHOLE = 20;
const AFTER_SIGNS = /(?<=[./@])(?=[^./@,\s])/;

export interface BreakableProps {
  readonly text: string;
  /** Where the significant part begins and ends; the rest is muted. */
  readonly strong?: readonly [from: number, to: number] | null;
}

/** A long name breaks after one of its separators instead of within a word. */
export function Breakable({ text, strong = null }: BreakableProps): ReactNode {
  const [from, to] = strong ?? [0, text.length];
  if (text.length <= WHOLE) return <Whole {...{ text, from, to }} />;
  if (from === 0 && to === text.length) return <Broken text={text} />;
  return (
    <>
      {from > 0 && (
        <span className="rest">
          <Broken text={text.slice(0, from)} />
          <wbr />
        </span>
      )}
      <Broken text={text.slice(from, to)} />
      {to < text.length && (
        <span className="rest">
          <Broken text={text.slice(to)} />
        </span>
      )}
    </>
  );
}

function Whole({
  text,
  from,
  to,
}: {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}): ReactNode {
  return (
    <>
      {from > 0 && <span className="rest">{text.slice(0, from)}</span>}
      {text.slice(from, to)}
      {to < text.length && <span className="rest">{text.slice(to)}</span>}
    </>
  );
}

function Broken({ text }: { readonly text: string }): ReactNode {
  return text.split(AFTER_SIGNS).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
