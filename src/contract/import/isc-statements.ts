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

/** Statements whose values are no statements. */
const SETTING =
  /^(option|range6?|hardware|fixed-address6?|fixed-prefix6|(default|min|max)-lease-time|filename|next-server|server-name|include|authoritative|allow|deny|ignore|ddns-\S+)$/i;
const BLOCK = /^(subnet6?|host|pool6?|group|shared-network|class|subclass|zone|key|if)$/i;

class StatementReader {
  private begin = 0;
  private words: string[] = [];
  private isLineStart = false;
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
    } else if (piece === "\n") this.isLineStart = true;
    else if (!piece.startsWith("#") && piece.trim() !== "") this.takeWord(piece, offset);
  }

  /** A statement behind a setting, on a line of its own, means that the semicolon of the setting is missing. */
  private takeWord(word: string, offset: number): void {
    const [first = "", last = first] = [this.words[0], this.words.at(-1)];
    const isNext = this.isLineStart && SETTING.test(first) && !last.endsWith(",");
    if (isNext && (SETTING.test(word) || BLOCK.test(word))) this.refuseUnended();
    if (this.words.length === 0) this.begin = offset;
    this.words.push(word);
    this.isLineStart = false;
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
