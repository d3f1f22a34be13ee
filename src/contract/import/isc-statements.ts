import { readIncluding, type ConfigFile } from "./including.ts";
import { toldIn, type Place } from "./steps.ts";
import type { Say, TextKey } from "./texts.ts";

/** A statement of dhcpd.conf: its words, and the statements in its braces. */
export interface Statement {
  readonly place: Place;
  readonly words: readonly string[];
  readonly inner: readonly Statement[] | null;
}

const PIECE = /#[^\n]*|"(?:[^"\\\n]|\\[^])*"|[{};]|\n|[^\s{};#"]+|[^\S\n]+|"/g;

/** The statements of a configuration and of the files that it includes. */
export function statementsOf(file: ConfigFile, includes: RegExp, say: Say): readonly Statement[] {
  const { text, placeOf } = readIncluding(file, includes, say);
  const reader = new StatementReader(placeOf);
  const refuse = (fault: ReadFault | null): void => {
    if (fault === null) return;
    const value = fault.text ?? "";
    throw new Error(toldIn(placeOf(fault.offset), say(fault.key, { value }), say));
  };
  for (const { 0: piece, index } of text.matchAll(PIECE)) refuse(reader.take(piece, index));
  refuse(reader.end());
  return reader.statements;
}

/** What cannot be read, and where it begins. */
interface ReadFault {
  readonly key: TextKey;
  readonly offset: number;
  readonly text?: string;
}

const LONGEST_TOLD = 80;

class StatementReader {
  readonly statements: Statement[] = [];
  private begin = 0;
  private words: string[] = [];
  private readonly blocks: Statement[][] = [this.statements];
  private readonly opened: number[] = [];
  private readonly placeOf: (offset: number) => Place;

  constructor(placeOf: (offset: number) => Place) {
    this.placeOf = placeOf;
  }

  /** What is not over at the end, or null. */
  end(): ReadFault | null {
    const open = this.opened.at(-1);
    if (this.words.length > 0) return this.unended();
    return open === undefined ? null : { key: "openBlock", offset: open };
  }

  /** Takes the next piece; tells why it cannot stand there, or null. */
  take(piece: string, offset: number): ReadFault | null {
    switch (piece) {
      case ";":
        if (this.words.length > 0) this.finish(null);
        return null;
      case "{": {
        if (this.words.length === 0) return { key: "badConfig", offset };
        const inner: Statement[] = [];
        this.finish(inner);
        this.blocks.push(inner);
        this.opened.push(this.begin);
        return null;
      }
      case "}":
        if (this.words.length > 0) return this.unended();
        if (this.opened.pop() === undefined) return { key: "strayBrace", offset };
        this.blocks.pop();
        return null;
      case '"':
        return { key: "openString", offset };
      default:
        this.word(piece, offset);
        return null;
    }
  }

  private word(piece: string, offset: number): void {
    if (piece.startsWith("#") || piece.trim() === "") return;
    if (this.words.length === 0) this.begin = offset;
    this.words.push(piece);
  }

  private unended(): ReadFault {
    const text = this.words.join(" ");
    const isLong = text.length > LONGEST_TOLD;
    return {
      key: "noSemicolon",
      offset: this.begin,
      text: isLong ? `${text.slice(0, LONGEST_TOLD)} …` : text,
    };
  }

  private finish(inner: readonly Statement[] | null): void {
    this.blocks.at(-1)?.push({ place: this.placeOf(this.begin), words: this.words, inner });
    this.words = [];
  }
}
