import { guarded, joinedCell } from "#contract/values/cell-text";
import { isList, type Json } from "#contract/wire/json";

const BYTE_ORDER_MARK = "\uFEFF";

/** CSV of a list: header line, UTF-8, quoted values, nothing that a spreadsheet would run (LIST-07). `readCell` reads the values back. */
export function toCsv(header: readonly string[], rows: Iterable<readonly Json[]>): string {
  const lines = [header.map(csvCell).join(",")];
  for (const row of rows) lines.push(row.map(csvCell).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function csvCell(value: Json): string {
  const text = isList(value) ? joinedCell(value.flat().map(csvText)) : csvText(value);
  const harmless = typeof value === "number" ? text : guarded(text);
  return `"${harmless.replaceAll('"', '""')}"`;
}

function csvText(value: Json): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
