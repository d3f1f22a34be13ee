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
  const reader = new StatementReader(placeOf, say);
  for (const { 0: piece, index } of text.matchAll(PIECE)) reader.take(piece, index);
  return reader.end();
}

const LONGEST_TOLD = 80;

class StatementReader {
  private begin = 0;
  private words: string[] = [];
  private readonly statements: Statement[] = [];
  private readonly blocks: Statement[][] = [this.statements];
  private readonly opened: number[] = [];
  private readonly placeOf: (offset: number) => Place;
  private readonly say: Say;

  constructor(placeOf: (offset: number) => Place, say: Say) {
    this.placeOf = placeOf;
    this.say = say;
  }

  /** All statements. */
  end(): readonly Statement[] {
    this.refuseUnended();
    const open = this.opened.at(-1);
    if (open !== undefined) this.refuse("openBlock", open);
    return this.statements;
  }

  take(piece: string, offset: number): void {
    if (piece === '"') this.refuse("openString", offset);
    else if (piece === "{") this.openBlock(offset);
    else if (piece === "}") {
      this.refuseUnended();
      if (this.opened.pop() === undefined) this.refuse("strayBrace", offset);
      this.blocks.pop();
    } else if (piece === ";") {
      if (this.words.length > 0) this.finish(null);
    } else if (!piece.startsWith("#") && piece.trim() !== "") {
      if (this.words.length === 0) this.begin = offset;
      this.words.push(piece);
    }
  }

  private openBlock(offset: number): void {
    if (this.words.length === 0) this.refuse("badConfig", offset);
    const inner: Statement[] = [];
    this.finish(inner);
    this.blocks.push(inner);
    this.opened.push(this.begin);
  }

  private finish(inner: readonly Statement[] | null): void {
    this.blocks.at(-1)?.push({ place: this.placeOf(this.begin), words: this.words, inner });
    this.words = [];
  }

  private refuseUnended(): void {
    if (this.words.length === 0) return;
    const text = this.words.join(" ");
    const value = text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)} …` : text;
    this.refuse("noSemicolon", this.begin, value);
  }

  private refuse(key: TextKey, offset: number, value = ""): never {
    throw new Error(toldIn(this.placeOf(offset), this.say(key, { value }), this.say));
  }
}
