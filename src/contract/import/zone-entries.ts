import { withPlainLines } from "../values/decoded.ts";

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
  const reader = new EntryReader();
  for (const [piece] of withPlainLines(text).matchAll(PIECE))
    if (!reader.take(piece)) return { entries: reader.entries, open: reader.line };
  return { entries: reader.entries, open: reader.end() };
}

class EntryReader {
  readonly entries: Entry[] = [];
  line = 1;
  private begin: Pick<Entry, "line" | "isIndented"> | null = null;
  private words: Word[] = [];
  /** Lines of the parentheses that are open. */
  private readonly opened: number[] = [];

  /** Takes the next piece; false where it cannot stand. */
  take(piece: string): boolean {
    if (piece === "\n") {
      this.line += 1;
      if (this.opened.length === 0) this.finish();
      return true;
    }
    this.begin ??= { line: this.line, isIndented: piece.trim() === "" };
    if (piece === "(") this.opened.push(this.line);
    else if (piece === ")") return this.opened.pop() !== undefined;
    else if (!/^(?:;|\s+$)/.test(piece)) this.words.push(piece);
    return piece !== '"' && piece !== "\\";
  }

  /** The line of a parenthesis that is still open, or null. */
  end(): number | null {
    this.finish();
    return this.opened[0] ?? null;
  }

  private finish(): void {
    if (this.begin !== null && this.words.length > 0) this.entries.push({ ...this.begin, words: this.words });
    this.words = [];
    this.begin = null;
  }
}
