import type { Guess } from "../values/decoded.ts";
import { rowAt, type Rejected } from "./steps.ts";
import type { Say } from "./texts.ts";

/** Notes about a file whose encoding was guessed: each sign that may be another one, in the first line that has it, as it is read. */
export function guessNotes(file: string, { encoding, lines }: Guess, say: Say): readonly Rejected[] {
  return lines.map(({ line, text, signs }) => ({
    ...rowAt({ file, line }, text),
    reason: encoding === "UTF-16" ? say("guessedWide") : say("guessedEncoding", { encoding, signs }),
  }));
}
