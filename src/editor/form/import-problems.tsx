import type { ReactNode } from "react";
import type { ImportedLine } from "#core/form/import";
import { sayText, useText } from "../../ui/text.ts";

const MOST_SHOWN = 500;

/** Everything that is wrong, by line. */
export function ImportProblems({ lines }: { readonly lines: readonly ImportedLine[] }): ReactNode {
  const say = useText();
  const faulty = lines.filter(({ problems }) => problems.length > 0);
  if (faulty.length === 0) return null;
  const all = faulty.flatMap(({ line, problems }) => problems.map((problem) => ({ line, ...problem })));
  return (
    <div className="import-problems" role="alert">
      <p>{say("editor.import.problems", { count: all.length, lines: faulty.length })}</p>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        aria-label={say("editor.import.problems", { count: all.length, lines: faulty.length })}
      >
        {all.slice(0, MOST_SHOWN).map(({ line, field, text }, at) => (
          <li key={at}>
            <span className="import-line">{say("editor.import.line", { line })}</span>{" "}
            {field !== null && <strong>{field.label}: </strong>}
            {sayText(say, text)}
          </li>
        ))}
      </ul>
      {all.length > MOST_SHOWN && (
        <p className="muted">{say("editor.import.more", { count: all.length - MOST_SHOWN })}</p>
      )}
    </div>
  );
}
