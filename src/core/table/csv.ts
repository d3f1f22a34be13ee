import type { Json } from "#contract/wire/json";

const BYTE_ORDER_MARK = "\uFEFF";
const FORMULA = /^[=+\-@\t\r]/;

/** CSV of a list: header line, UTF-8, quoted values, nothing that a spreadsheet would run (LIST-07). */
export function toCsv(header: readonly string[], rows: Iterable<readonly Json[]>): string {
  const lines = [header.map(csvCell).join(",")];
  for (const row of rows) lines.push(row.map(csvCell).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function csvCell(value: Json): string {
  const text = csvText(value);
  const harmless = typeof value !== "number" && FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

function csvText(value: Json): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.map((part: Json) => csvText(part)).join("; ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
