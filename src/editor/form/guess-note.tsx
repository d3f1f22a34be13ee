import type { ReactNode } from "react";
import type { Guess } from "#contract/values/decoded";
import { Note } from "../../ui/feedback/note.tsx";
import { useText } from "../../ui/text.ts";
import "./import.css";

interface GuessNoteProps {
  /** Name of the file; null if there is only one. */
  readonly file: string | null;
  readonly guess: Guess;
}

/** Says that the encoding of a file was guessed, and shows the lines by which a person sees whether the guess is right. */
export function GuessNote({ file, guess: { encoding, lines } }: GuessNoteProps): ReactNode {
  const say = useText();
  const title = say("editor.import.guessed", { encoding });
  return (
    <div className="import-guess">
      <output>
        <Note tone="warning">{file === null ? title : `${file}: ${title}`}</Note>
      </output>
      <ul aria-label={file ?? title}>
        {lines.map(({ line, text, signs }) => (
          <li key={line}>
            <span className="import-line">{say("editor.import.line", { line })}</span> {signs}{" "}
            <span className="code muted">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
