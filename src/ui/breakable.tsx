import { Fragment, type ReactNode } from "react";

const AFTER_SIGNS = /(?<=[./@])(?=[^./@,\s])/;

/** A name that is longer than its line goes on below behind one of its signs, not within a word. */
export function Breakable({ text }: { readonly text: string }): ReactNode {
  return text.split(AFTER_SIGNS).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
