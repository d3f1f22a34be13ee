import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { piecesOf, type Piece } from "#core/txlist/diff";
import { Breakable } from "../../ui/breakable.tsx";
import { useText } from "../../ui/text.ts";
import { useDrawnValue, type ValuePlace } from "./drawn-value.tsx";
import "./history.css";

export interface DiffLinesProps {
  readonly of: ValuePlace;
  /** Undefined: there was no value, because the object is new. */
  readonly old: Json | undefined;
  readonly now: Json;
}

/** The old value above the new one, by sign and by word; the parts that differ are marked. */
export function DiffLines({ of, old, now }: DiffLinesProps): ReactNode {
  const { text, reference } = useDrawnValue(of);
  const [before, after] = [old ?? null, now];
  const pieces =
    before === null || after === null || reference(before) !== null || reference(after) !== null
      ? null
      : piecesOf(text(before), text(after));
  const drawn = (value: Json): ReactNode => reference(value) ?? <Breakable text={text(value)} />;
  return (
    <>
      {old !== undefined && (
        <Line as="del">{pieces === null ? drawn(before) : <Pieces pieces={pieces.old} />}</Line>
      )}
      <Line as="ins">{pieces === null ? drawn(after) : <Pieces pieces={pieces.now} />}</Line>
    </>
  );
}

const LINES = {
  del: { sign: "−", word: "editor.history.before" },
  ins: { sign: "+", word: "editor.history.after" },
} as const;

function Line({
  as: Part,
  children,
}: {
  readonly as: "del" | "ins";
  readonly children: ReactNode;
}): ReactNode {
  const say = useText();
  const { sign, word } = LINES[Part];
  return (
    <Part className="diff-line">
      <span className="diff-sign" aria-hidden="true">
        {sign}
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
