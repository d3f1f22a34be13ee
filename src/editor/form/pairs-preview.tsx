import type { ReactNode } from "react";
import type { Paired } from "#core/form/pairs";
import { Note } from "../../ui/feedback/note.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import "./pairs.css";

/** Who gets whom, and what does not work out. */
export function PairsPreview({
  paired: { pairs, taken, left },
  order,
}: {
  readonly paired: Paired;
  readonly order: string;
}): ReactNode {
  const say = useText();
  const names = (rows: Paired["left"]): string => rows.map((row) => textOf(row[order])).join(", ");
  return (
    <div aria-live="polite">
      <ol className="pairs" aria-label={say("editor.pairs.preview")}>
        {pairs.map(({ one, other }) => (
          <li key={textOf(one["gpk"])}>
            {textOf(one[order])} <span aria-hidden="true">→</span>
            <span className="visually-hidden">{say("editor.pairs.with")}</span> {textOf(other[order])}
          </li>
        ))}
      </ol>
      {taken.length > 0 && (
        <p className="muted">{say("editor.pairs.taken", { count: taken.length, names: names(taken) })}</p>
      )}
      {left.length > 0 && (
        <Note tone="warning">{say("editor.pairs.left", { count: left.length, names: names(left) })}</Note>
      )}
    </div>
  );
}
