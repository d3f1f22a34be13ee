import { withPlainLines } from "#contract/values/decoded";
import { beginsEntry, type Word } from "./zone-words.ts";

/** One entry of a zone file: the words of a line, or of several lines in parentheses. */
export interface Entry {
  readonly line: number;
  /** A blank before the first word means that the entry has the owner of the one before. */
  readonly isIndented: boolean;
  readonly words: readonly Word[];
  /** Why the entry cannot be read, or null. Reading continues after it. */
  readonly problem: Problem | null;
}

export type Problem = "openQuotation" | "openParenthesis" | "strayParenthesis";

/** A comment, a string in quotation marks, a word (with a string behind `=`), a parenthesis, a line end or blanks (RFC 1035, 5.1). An open quotation mark matches with the rest of its line. */
const PIECE =
  /;[^\n]*|"(?:[^"\\\n]|\\[^])*"|(?:[^\s;()"\\]|\\[^])+(?:(?<==)"(?:[^"\\\n]|\\[^])*")?|[()]|\n|[^\S\n]+|(?<open>["\\][^\n]*)/g;

/** Divides the text of a zone file into entries. An unreadable part costs one entry, and the next entry is searched after it. */
export function entriesOf(given: string): readonly Entry[] {
  const text = withPlainLines(given);
  const reader = new EntryReader(text.split("\n"));
  const pieces = new RegExp(PIECE);
  for (;;) {
    const found = pieces.exec(text);
    if (found === null) {
      if (!reader.isOpen) return reader.end();
      pieces.lastIndex = reader.giveUp();
    } else reader.take(found[0], found.groups?.["open"] !== undefined);
  }
}

interface Begun extends Entry {
  readonly words: Word[];
  problem: Problem | null;
}

class EntryReader {
  private readonly entries: Entry[] = [];
  private line = 1;
  private begun: Begun | null = null;
  private depth = 0;
  /** A parenthesis of the file is never closed, so an open one ends before the next line that begins a record. */
  private isWary = false;
  private readonly lines: readonly string[];
  private readonly starts: readonly number[];

  constructor(lines: readonly string[]) {
    this.lines = lines;
    let offset = 0;
    this.starts = lines.map((line) => (offset += line.length + 1) - line.length - 1);
  }

  /** True at the end of the text if its last parentheses are open and were not read with that rule. */
  get isOpen(): boolean {
    return this.depth > 0 && !this.isWary;
  }

  /** Takes the next piece. An open quotation mark makes the rest of the line unreadable. */
  take(piece: string, isOpen: boolean): void {
    if (piece === "\n") {
      this.nextLine();
      return;
    }
    this.begun ??= { line: this.line, isIndented: piece.trim() === "", words: [], problem: null };
    // A line end may be escaped.
    this.line += piece.split("\n").length - 1;
    if (piece === "(") this.depth += 1;
    else if (piece === ")") this.close(this.begun);
    else if (!/^(?:;|\s+$)/.test(piece)) this.begun.words.push(piece);
    if (isOpen) this.begun.problem ??= "openQuotation";
  }

  /** Reads the entry with the open parenthesis again. Returns the offset of its first line. */
  giveUp(): number {
    this.isWary = true;
    this.depth = 0;
    this.line = this.begun?.line ?? this.line;
    this.begun = null;
    return this.starts[this.line - 1] ?? 0;
  }

  end(): readonly Entry[] {
    this.finish();
    return this.entries;
  }

  private close(begun: Begun): void {
    if (this.depth === 0) begun.problem ??= "strayParenthesis";
    else this.depth -= 1;
  }

  private nextLine(): void {
    this.line += 1;
    const isNext = this.isWary && beginsEntry(this.lines[this.line - 1] ?? "");
    if (this.depth === 0 || isNext) this.finish();
  }

  private finish(): void {
    const { begun } = this;
    if (begun !== null && this.depth > 0) begun.problem ??= "openParenthesis";
    if (begun !== null && (begun.words.length > 0 || begun.problem !== null)) this.entries.push(begun);
    this.begun = null;
    this.depth = 0;
  }
}
