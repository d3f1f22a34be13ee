import { readIncluding, type ConfigFile } from "../shared/including.ts";
import { rowAt, type Place, type Rejected, type SourceRow } from "../shared/steps.ts";
import type { Say, TextKey } from "../shared/texts.ts";

/** A statement of dhcpd.conf: its words, and the statements in its braces. */
export interface Statement {
  readonly row: SourceRow;
  readonly words: readonly string[];
  readonly inner: readonly Statement[] | null;
}

export interface Statements {
  readonly statements: readonly Statement[];
  /** An unreadable part. The statements after it are read. */
  readonly rejected: readonly Rejected[];
}

/** A comment, a string, a string that is open at the end of its line, a single character, a line end, a word or blanks. */
const PIECE = /#[^\n]*|"(?:[^"\\\n]|\\[^\n])*"|"[^\n]*|[{}();]|\n|[^\s{}();#"]+|[^\S\n]+/g;

/** The statements of a configuration and of the files that it includes. */
export function statementsOf(file: ConfigFile, includes: RegExp, say: Say): Statements {
  const { text, placeOf } = readIncluding(file, includes, say);
  const reader = new StatementReader(placeOf, say);
  for (const { 0: piece, index } of text.matchAll(PIECE)) reader.take(piece, index);
  return reader.end();
}

const LONGEST_TOLD = 80;

/** Statements whose values are not statements. */
const SETTING =
  /^(option|range6?|hardware|fixed-address6?|fixed-prefix6|(default|min|max)-lease-time|filename|next-server|server-name|include|authoritative|allow|deny|ignore|ddns-\S+)$/i;
const BLOCK = /^(subnet6?|host|pool6?|group|shared-network|class|subclass|zone|key|if)$/i;

/** Blocks that cannot be inside a statement or inside one of these blocks. */
const OUTSIDE: ReadonlyMap<string, readonly string[]> = new Map([
  ["shared-network", ["shared-network", "subnet", "subnet6", "pool", "pool6", "host"]],
  ["subnet", ["subnet", "subnet6", "pool", "pool6", "host"]],
  ["subnet6", ["subnet", "subnet6", "pool", "pool6", "host"]],
  ["group", ["pool", "pool6", "host"]],
  ["pool", ["pool", "pool6", "host"]],
  ["pool6", ["pool", "pool6", "host"]],
  ["host", ["pool", "pool6", "host"]],
]);

/** The end of a line after which a statement continues. */
const GOES_ON = /(?:^|[^=])=$|[,(]$|^(?:and|or|not)$/i;

function goesOn(words: readonly string[]): boolean {
  return GOES_ON.test(words.at(-1) ?? "");
}

function beginsStatement(word: string): boolean {
  return SETTING.test(word) || BLOCK.test(word);
}

interface OpenBlock {
  readonly begin: number;
  readonly words: readonly string[];
  readonly inner: Statement[];
}

class StatementReader {
  private begin = 0;
  private words: string[] = [];
  /** Open parentheses of the statement, and braces of a type definition. */
  private depth = 0;
  private isLineStart = false;
  private readonly statements: Statement[] = [];
  private readonly open: OpenBlock[] = [];
  private readonly rejected: Rejected[] = [];
  private readonly placeOf: (offset: number) => Place;
  private readonly say: Say;

  constructor(placeOf: (offset: number) => Place, say: Say) {
    this.placeOf = placeOf;
    this.say = say;
  }

  /** All statements. A block that is not closed ends with the file. */
  end(): Statements {
    this.dropUnended();
    const last = this.open.at(-1);
    if (last !== undefined) this.problem("openBlock", last.begin, last.words);
    while (this.open.length > 0) this.leave();
    return { statements: this.statements, rejected: this.rejected };
  }

  take(piece: string, offset: number): void {
    if (piece === "\n") this.isLineStart = true;
    else if (piece === "{" || piece === "}") this.takeBrace(piece, offset);
    else if (piece === ";") this.finish();
    else if (/^"(?:[^"\\]|\\[^])*$/.test(piece)) this.dropOpenString(piece, offset);
    else if (!piece.startsWith("#") && piece.trim() !== "") this.takeWord(piece, offset);
  }

  private takeBrace(brace: "{" | "}", offset: number): void {
    // `option x code 1 = { integer 8, text };` is not a block.
    const isType = /^option$/i.test(this.words[0] ?? "") && (this.words.at(-1) === "=" || this.depth > 0);
    if (isType) {
      this.words.push(brace);
      this.depth += brace === "{" ? 1 : -1;
    } else if (brace === "{") this.openBlock(offset);
    else this.closeBlock(offset);
  }

  private takeWord(word: string, offset: number): void {
    if (this.isLineStart && this.words.length > 0) this.endLine(word.toLowerCase(), offset);
    if (this.words.length === 0) this.begin = offset;
    this.words.push(word);
    if (word === "(") this.depth += 1;
    if (word === ")") this.depth = Math.max(0, this.depth - 1);
    this.isLineStart = false;
  }

  /** A statement or a block on a line of its own shows that the end of the one before is missing. */
  private endLine(word: string, offset: number): void {
    const [first = ""] = this.words;
    const isBlock = OUTSIDE.has(word);
    if ((this.depth > 0 && !isBlock) || goesOn(this.words)) return;
    const isNext = SETTING.test(first) && beginsStatement(word);
    if (OUTSIDE.has(first.toLowerCase()) && SETTING.test(word)) {
      this.problem("noBrace", this.begin, this.words);
      this.openBlock(offset);
    } else if (isBlock || isNext) this.dropUnended();
  }

  private openBlock(offset: number): void {
    const [begin, words] = this.words.length === 0 ? [offset, ["{"]] : [this.begin, this.words];
    if (this.words.length === 0) this.problem("headless", offset, words);
    this.leaveOuter(words[0] ?? "");
    this.open.push({ begin, words, inner: [] });
    [this.words, this.depth] = [[], 0];
  }

  /** Closes the blocks that cannot contain this one, because their own ends are missing. */
  private leaveOuter(keyword: string): void {
    const outside = OUTSIDE.get(keyword.toLowerCase()) ?? [];
    const at = this.open.findIndex(({ words }) => outside.includes(words[0]?.toLowerCase() ?? ""));
    while (at !== -1 && this.open.length > at) {
      const last = this.open.at(-1);
      if (last !== undefined) this.problem("openBlock", last.begin, last.words);
      this.leave();
    }
  }

  private closeBlock(offset: number): void {
    this.dropUnended();
    const last = this.open.at(-1);
    if (last === undefined) this.problem("strayBrace", offset, ["}"]);
    // The contents of a block without a head belong to nothing.
    else if (last.words[0] === "{") this.open.pop();
    else this.leave();
  }

  /** Ends a block. A brace without a head and without a counterpart is not a block. */
  private leave(): void {
    const block = this.open.pop();
    if (block?.words[0] === "{") (this.open.at(-1)?.inner ?? this.statements).push(...block.inner);
    else if (block !== undefined) this.add(block);
  }

  private finish(): void {
    const { begin, words } = this;
    if (words.length > 0) this.add({ begin, words, inner: null });
    [this.words, this.depth] = [[], 0];
  }

  private add({ begin, words, inner }: Omit<OpenBlock, "inner"> & Pick<Statement, "inner">): void {
    const row = rowAt(this.placeOf(begin), words.join(" "));
    (this.open.at(-1)?.inner ?? this.statements).push({ row, words, inner });
  }

  private dropUnended(): void {
    if (this.words.length > 0) this.problem("noSemicolon", this.begin, this.words);
    [this.words, this.depth] = [[], 0];
  }

  private dropOpenString(piece: string, offset: number): void {
    this.problem("openString", offset, [...this.words, piece]);
    [this.words, this.depth] = [[], 0];
  }

  private problem(key: TextKey, offset: number, words: readonly string[]): void {
    const text = words.join(" ");
    const value = text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)} …` : text;
    this.rejected.push({ ...rowAt(this.placeOf(offset), value), reason: this.say(key, { value }) });
  }
}
