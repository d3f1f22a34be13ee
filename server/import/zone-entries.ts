/** A word of a zone file as it is written, with quotation marks and escapes. */
export type Word = string;

/** One entry of a zone file: the words of a line, or of several lines in parentheses. */
export interface Entry {
  readonly line: number;
  /** A blank before the first word: the entry has the owner of the one before. */
  readonly isIndented: boolean;
  readonly words: readonly Word[];
}

export interface Entries {
  readonly entries: readonly Entry[];
  /** Line whose quotation mark or parenthesis is not closed, or null. */
  readonly open: number | null;
}

/** A comment, a string in quotation marks, a word (with a string behind `=`), a parenthesis, a line end or blanks (RFC 1035, 5.1). An open quotation mark matches alone. */
const PIECE =
  /;[^\n]*|"(?:[^"\\\n]|\\[^])*"|(?:[^\s;()"\\]|\\[^])+(?:(?<==)"(?:[^"\\\n]|\\[^])*")?|[()]|\n|[^\S\n]+|[^]/g;

/** Divides the text of a zone file into entries; what cannot be read ends it. */
export function entriesOf(text: string): Entries {
  const entries: Entry[] = [];
  const state = { line: 1, begin: 1, isIndented: false, depth: 0, opened: 0, isFresh: true };
  let words: Word[] = [];
  const finish = (): void => {
    if (words.length > 0) entries.push({ line: state.begin, isIndented: state.isIndented, words });
    words = [];
    state.isFresh = true;
  };
  for (const [piece] of text.replaceAll(/\r\n?/g, "\n").matchAll(PIECE)) {
    if (piece === "\n") {
      state.line += 1;
      if (state.depth === 0) finish();
    } else if (piece === "(") {
      if (state.depth === 0) state.opened = state.line;
      state.depth += 1;
    } else if (piece === ")") {
      if (state.depth === 0) return { entries, open: state.line };
      state.depth -= 1;
    } else if (piece === '"' || piece === "\\") return { entries, open: state.line };
    else if (!piece.startsWith(";") && piece.trim() !== "") words.push(piece);
    if (state.isFresh && piece !== "\n") {
      state.begin = state.line;
      state.isIndented = piece.trim() === "";
      state.isFresh = false;
    }
  }
  finish();
  return { entries, open: state.depth === 0 ? null : state.opened };
}
