import { withPlainLines } from "./decoded.ts";

/** A line of a table: the line of the text that it begins in, from 1, and its cells. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the line cannot be read. The cells are then one text, the whole line. */
  readonly fault?: QuoteFault;
}

/** A quotation mark that opens a cell is never closed, or text follows the closing one. */
export interface QuoteFault {
  readonly kind: "openQuote" | "behindQuote";
  /** Line of the opening quotation mark. */
  readonly line: number;
}

export interface ReadTable {
  /** Lines with a fault are among the others. */
  readonly lines: readonly TableLine[];
  readonly separator: string;
}

const SEPARATORS = ["\t", ";", ","] as const;

export interface TableForm {
  /** Between tabs quotation marks belong to the cell, as they do to texts of a zone. Elsewhere cells in quotation marks may hold separators, line ends and doubled quotation marks (RFC 4180). */
  readonly hasPlainTabs: boolean;
}

/** Lines that programs write before the columns: empty lines, `sep=;` of Excel, `#TYPE System.Object` of PowerShell. */
const PREAMBLE = /^(?: *\n| *"?sep=([\t;,])"? *(?:\n|$)|"?#TYPE [^\n;\t]*(?:\n|$))/i;

/**
 * CSV or TSV as spreadsheets and PowerShell write it: the line of the columns decides the separator, by its cells or by a line `sep=;` before it.
 * Line ends of any kind become `\n`. Empty lines are skipped. A line with a faulty quotation mark affects no other line.
 */
export function readTable(text: string, form?: TableForm): ReadTable {
  const whole = withPlainLines(text);
  const { start, told } = preambleOf(whole);
  const separator = told ?? separatorOf(whole, start);
  const isQuoted = separator !== "\t" || form?.hasPlainTabs !== true;
  const lines: TableLine[] = [];
  let [at, line] = [start, 1 + lineEndsIn(whole, 0, start)];
  while (at < whole.length) {
    const row = isQuoted ? quotedRow(whole, at, separator, line) : plainRow(whole, at, separator);
    if (row.cells.some((cell) => cell.trim() !== ""))
      lines.push({ line, cells: row.cells, ...(row.fault === null ? {} : { fault: row.fault }) });
    line += lineEndsIn(whole, at, row.end);
    at = row.end;
  }
  return { lines, separator };
}

/** The beginning of the line of the columns, and the separator that a line before it names. */
function preambleOf(text: string): { readonly start: number; readonly told: string | null } {
  let [start, told]: [number, string | null] = [0, null];
  for (;;) {
    const [before, separator] = PREAMBLE.exec(text.slice(start, start + LONGEST_PREAMBLE)) ?? [""];
    if (before === "") return { start, told };
    told = separator ?? told;
    start += before.length;
  }
}

const LONGEST_PREAMBLE = 500;

/** The most frequent separator outside quotes in the first line. */
function separatorOf(text: string, start: number): string {
  const first = /(?:"(?:[^"]|"")*"|[^"\n])*/y;
  first.lastIndex = start;
  const bare = (first.exec(text)?.[0] ?? "").replaceAll(/"(?:[^"]|"")*"/g, "");
  const count = (separator: string) => bare.split(separator).length;
  return SEPARATORS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), SEPARATORS[0]);
}

interface Row {
  readonly cells: readonly string[];
  /** Start of the next row. */
  readonly end: number;
  readonly fault: QuoteFault | null;
}

function plainRow(text: string, start: number, separator: string): Row {
  const end = lineEnd(text, start);
  return { cells: text.slice(start, end).split(separator).map(plainCell), end: end + 1, fault: null };
}

/** Spreadsheets quote a cell that has quotation marks, whatever the separator is. */
function plainCell(text: string): string {
  const [, inner] = /^"((?:"")(?:[^"]|"")*"")"$/.exec(text) ?? [];
  return inner?.replaceAll('""', '"') ?? text;
}

function quotedRow(text: string, start: number, separator: string, line: number): Row {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, separator);
    const next = text[cell.end];
    const isClosed = cell.end >= text.length || next === separator || next === "\n";
    if (cell.isOpen || !isClosed)
      return faultyRow(text, start, at, { line, isOpen: cell.isOpen || isLater(text, at, cell.end) });
    cells.push(cell.text);
    at = cell.end + 1;
    if (next !== separator) return { cells, end: at, fault: null };
  }
}

/** A quotation mark that only a later line seems to close is an open one, because the later line has a mark of its own. */
function isLater(text: string, start: number, end: number): boolean {
  return lineEnd(text, start) < end;
}

/** The row up to the end of the line of its faulty quotation mark; the following lines are read separately. */
function faultyRow(
  text: string,
  start: number,
  quote: number,
  { line, isOpen }: { readonly line: number; readonly isOpen: boolean },
): Row {
  const end = lineEnd(text, quote);
  const kind = isOpen ? "openQuote" : "behindQuote";
  return {
    cells: [text.slice(start, end)],
    end: end + 1,
    fault: { kind, line: line + lineEndsIn(text, start, quote) },
  };
}

interface CellText {
  readonly text: string;
  /** Position after the cell. */
  readonly end: number;
  readonly isOpen: boolean;
}

const BARE: ReadonlyMap<string, RegExp> = new Map(
  SEPARATORS.map((separator) => [separator, new RegExp(`[^${separator}\\n]*`, "y")]),
);

/** A sticky expression finds the end in one pass, however long the line is. */
function bareCell(text: string, start: number, separator: string): CellText {
  const bare = BARE.get(separator);
  if (bare === undefined) throw new Error(`there is no separator ${separator}`);
  bare.lastIndex = start;
  const [found = ""] = bare.exec(text) ?? [];
  return { text: found, end: start + found.length, isOpen: false };
}

/** Blanks after the closing quotation mark are ignored. */
function quotedCell(text: string, start: number): CellText {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) return { text: "", end: text.length, isOpen: true };
  const inner = text.slice(start + 1, end).replaceAll('""', '"');
  let behind = end + 1;
  while (text[behind] === " ") behind += 1;
  return { text: inner, end: behind, isOpen: false };
}

/** Position of the end of the line. */
function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

function lineEndsIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
