import { readTable, type TableForm, type TableLine } from "../values/table-text.ts";
import type { Say } from "./texts.ts";

/** The rows of a file below its first line, which names the columns. */
export function rowsOf(
  text: string,
  form: TableForm,
  columns: readonly string[],
  say: Say,
): readonly TableLine[] {
  const [header, ...rows] = readTable(text, form).lines;
  if (header?.cells.join() !== columns.join())
    throw new Error(say("noHeader", { columns: columns.join(", ") }));
  return rows;
}
