import { Fragment, type ReactNode } from "react";

const AFTER_SIGNS = /(?<=[./@])(?=[^./@,\s])/;

/** A long name breaks after one of its separators instead of within a word. */
export function Breakable({ text }: { readonly text: string }): ReactNode {
  return text.split(AFTER_SIGNS).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
