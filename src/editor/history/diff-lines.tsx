import type { ReactNode } from "react";
import { piecesOf, type Piece } from "#core/txlist/diff";
import type { TextKey } from "#core/text";
import { Breakable } from "../../ui/breakable.tsx";
import { useText } from "../../ui/text.ts";
import { useDrawnValue, type ChangedProps } from "./drawn-value.tsx";
import "./history.css";

/** The old value above the new one, by sign and by word; the parts that differ are marked. */
export function DiffLines({ of, old, now }: ChangedProps): ReactNode {
  const { text, reference, drawn } = useDrawnValue(of);
  const [before, after] = [old ?? null, now];
  const pieces =
    before === null || after === null || reference(before) !== null || reference(after) !== null
      ? null
      : piecesOf(text(before), text(after));
  return (
    <>
      {old !== undefined && (
        <SignedLine as="del" word="editor.history.before">
          {pieces === null ? drawn(before) : <Pieces pieces={pieces.old} />}
        </SignedLine>
      )}
      <SignedLine as="ins" word="editor.history.after">
        {pieces === null ? drawn(after) : <Pieces pieces={pieces.now} />}
      </SignedLine>
    </>
  );
}

interface SignedLineProps {
  readonly as: "del" | "ins";
  /** What the sign means, for screen readers. */
  readonly word: TextKey;
  readonly children: ReactNode;
}

/** A value that is gone or new. */
export function SignedLine({ as: Part, word, children }: SignedLineProps): ReactNode {
  const say = useText();
  return (
    <Part className="diff-line">
      <span className="diff-sign" aria-hidden="true">
        {Part === "del" ? "−" : "+"}
      </span>
      <span className="visually-hidden">{say(word)} </span>
      <span>{children}</span>
    </Part>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
  return pieces.map(({ text, isChanged }, at) =>
    isChanged ? (
      <mark key={at}>
        <Breakable text={text} />
      </mark>
    ) : (
      <Breakable key={at} text={text} />
    ),
  );
}
