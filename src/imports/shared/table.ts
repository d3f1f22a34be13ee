import { readTable, type TableForm, type TableLine } from "#contract/values/table-text";
import { headOf } from "#contract/table/heads";
import type { Say } from "./texts.ts";

/** The rows of a file below its first line, which names exactly these columns. Separators that end a line begin no column. */
export function rowsOf(
  text: string,
  columns: readonly string[],
  say: Say,
  form?: TableForm,
): readonly TableLine[] {
  const [header, ...rows] = readTable(text, form).lines.map((line) => ({
    ...line,
    cells: line.cells.slice(0, Math.max(columns.length, lastCell(line) + 1)),
  }));
  if (header?.fault !== undefined) throw new Error(say(header.fault.kind, { line: header.fault.line }));
  const isNamed = columns.every((column, at) => headOf(header?.cells[at] ?? "") === headOf(column));
  if (!isNamed || header?.cells.length !== columns.length)
    throw new Error(say("noHeader", { columns: columns.join(", ") }));
  return rows;
}

function lastCell({ cells }: TableLine): number {
  return cells.findLastIndex((cell) => cell.trim() !== "");
}
