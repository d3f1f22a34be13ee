/** A line of a pasted table: the line of the text that it begins in, from 1, and its cells. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export type ReadTable =
  | { readonly ok: true; readonly lines: readonly TableLine[] }
  /** A quotation mark of this line is not closed. */
  | { readonly ok: false; readonly line: number };

const SEPARATORS = ["\t", ";", ","] as const;

/**
 * CSV or TSV as spreadsheets write it (RFC 4180): quoted cells may hold line ends; the first line tells the separator, by its cells or
 * as `sep=;` before them. Empty lines are none.
 */
export function readTable(text: string): ReadTable {
  const clean = text.replace(/^\uFEFF/, "");
  const before = /^(?: *[\r\n])*/.exec(clean)?.[0].length ?? 0;
  const told = /^sep=([\t;,]) *(?:\r\n|\r|\n)/i.exec(clean.slice(before));
  const separator = told?.[1] ?? separatorOf(clean.slice(before));
  const lines: TableLine[] = [];
  let at = before + (told?.[0].length ?? 0);
  let line = 1 + countLineEnds(clean, 0, at);
  while (at < clean.length) {
    const read = readLine(clean, at, separator);
    if (read === null) return { ok: false, line };
    if (read.cells.some((cell) => cell.trim() !== "")) lines.push({ line, cells: read.cells });
    line += countLineEnds(clean, at, read.end);
    at = read.end;
  }
  return { ok: true, lines };
}

/** The separator that stands most often outside quotes in the first line. */
function separatorOf(text: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? "").replaceAll(/"(?:[^"]|"")*"/g, "");
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), SEPARATORS[0]);
}

function readLine(
  text: string,
  from: number,
  separator: string,
): { readonly cells: readonly string[]; readonly end: number } | null {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator);
    if (cell === null) return null;
    const rest = readPlain(text, cell.end, separator);
    cells.push(cell.text + rest.text);
    at = rest.end;
    if (text[at] !== separator) return { cells, end: skipLineEnd(text, at) };
    at += 1;
  }
}

function readPlain(text: string, from: number, separator: string): { text: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { text: text.slice(from, end), end };
}

function readQuoted(text: string, from: number): { text: string; end: number } | null {
  let end = from + 1;
  for (;;) {
    const quote = text.indexOf('"', end);
    if (quote < 0) return null;
    if (text[quote + 1] !== '"') {
      return { text: text.slice(from + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    }
    end = quote + 2;
  }
}

function skipLineEnd(text: string, at: number): number {
  if (text.startsWith("\r\n", at)) return at + 2;
  return Math.min(at + 1, text.length);
}

function countLineEnds(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\n|\r/g)?.length ?? 0;
}
