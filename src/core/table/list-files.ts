import { guarded, joinedCell } from "#contract/values/cell-text";
import { isList, type Json } from "#contract/wire/json";

/** A cell for the spreadsheet of a reader: times and numbers are not texts. */
export type FileCell = string | number | Date | null;

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * CSV for the spreadsheets of a language: its separator, its decimal sign, its dates, UTF-8 with a byte order mark, and nothing that a spreadsheet
 * would run.
 */
export function toReaderCsv(
  header: readonly string[],
  rows: Iterable<readonly FileCell[]>,
  language: string,
): string {
  const { separator, textOf } = formOf(language);
  const lines = [header.map(quoted).join(separator)];
  for (const row of rows) lines.push(row.map((cell) => quoted(textOf(cell))).join(separator));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function formOf(language: string) {
  const number = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "short" });
  const time = new Intl.DateTimeFormat(language, { timeStyle: "medium", hourCycle: "h23" });
  const isComma = number.format(1.5).includes(",");
  return {
    separator: isComma ? ";" : ",",
    textOf: (cell: FileCell): string => {
      if (cell instanceof Date) return `${day.format(cell)} ${time.format(cell)}`;
      return typeof cell === "number" ? number.format(cell) : guarded(cell ?? "");
    },
  };
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** CSV of a list for programs: header line, UTF-8, quoted values, nothing that a spreadsheet would run (LIST-07). `readCell` reads the values back. */
export function toCsv(header: readonly string[], rows: Iterable<readonly Json[]>): string {
  const lines = [header.map(csvCell).join(",")];
  for (const row of rows) lines.push(row.map(csvCell).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function csvCell(value: Json): string {
  const text = isList(value) ? joinedCell(value.flat().map(csvText)) : csvText(value);
  const harmless = typeof value === "number" ? text : guarded(text);
  return quoted(harmless);
}

function csvText(value: Json): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Maximum number of characters in a cell of an XLSX file; a longer text makes the file unreadable. */
const MOST_SIGNS = 32_767;
/** Characters that XML cannot contain, or that are invisible. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

/** A cell for an XLSX file, whose times have no zone: they are local times of the reader. */
export function xlsxCell(cell: FileCell): FileCell {
  if (cell instanceof Date) return new Date(cell.getTime() - cell.getTimezoneOffset() * 60_000);
  if (typeof cell !== "string") return cell;
  const text = cell.toWellFormed().replaceAll(UNWRITABLE, "\uFFFD");
  return text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS - 1)}…` : text;
}
