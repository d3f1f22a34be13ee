// oxlint-disable-next-line typescript/triple-slash-reference -- every room that reads tables needs the declaration
/// <reference path="./papaparse.d.ts" />
import Papa from "papaparse";
import { withPlainLines } from "./decoded.ts";

/** A line of a table: the line of the text that it begins in, from 1, and its cells. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export type ReadTable =
  | { readonly ok: true; readonly lines: readonly TableLine[]; readonly separator: string }
  /** A quotation mark of this line is not closed, or text stands behind a closed one. */
  | { readonly ok: false; readonly line: number };

export interface TableForm {
  readonly separator: string;
  /** Cells in quotation marks may hold separators, line ends and doubled quotation marks (RFC 4180). */
  readonly isQuoted: boolean;
}

const SEPARATORS = ["\t", ";", ","] as const;

/**
 * CSV or TSV as spreadsheets write it: without a form, the first line decides the separator, by its cells or by a line `sep=;` before them.
 * Line ends of any kind become `\n`. Empty lines are skipped.
 */
export function readTable(text: string, form?: TableForm): ReadTable {
  const whole = withPlainLines(text);
  const [before = "", told] = /^(?: *\n)*sep=([\t;,]) *\n/i.exec(whole) ?? [];
  const clean = whole.slice(before.length);
  const { separator, isQuoted } = form ?? { separator: told ?? separatorOf(clean), isQuoted: true };
  const { data, errors } = Papa.parse<string[]>(clean, {
    delimiter: separator,
    newline: "\n",
    ...(isQuoted ? {} : { fastMode: true }),
  });
  const lines = withLines(data, 1 + lineEndsIn(before));
  const fault = errors.find(({ type }) => type === "Quotes");
  if (fault !== undefined) return { ok: false, line: lines[fault.row ?? 0]?.line ?? 1 };
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  return { ok: true, lines: filled, separator };
}

function withLines(rows: readonly (readonly string[])[], first: number): readonly TableLine[] {
  let next = first;
  return rows.map((cells) => {
    const line = next;
    next += 1 + cells.reduce((sum, cell) => sum + lineEndsIn(cell), 0);
    return { line, cells };
  });
}

/** The separator that stands most often outside quotes in the first line. */
function separatorOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\n])*/.exec(text.trimStart())?.[0] ?? "";
  const count = (separator: string) => first.replaceAll(/"(?:[^"]|"")*"/g, "").split(separator).length;
  return SEPARATORS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), SEPARATORS[0]);
}

function lineEndsIn(text: string): number {
  return text.split("\n").length - 1;
}
