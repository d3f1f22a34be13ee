import type { Row } from "#contract/wire/json";
import { namedValue } from "#core/catalogue/named-value";
import { readableName } from "#core/catalogue/readable-name";
import { parseDate } from "#core/form/time";
import type { Locale } from "#core/text";
import { intlTag, type Say } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { relativeTime, spanNamed, type Span } from "../cell/relative-time.ts";
import { namesByGpk } from "../names/named.ts";
import type { ShownColumn } from "./columns.ts";

/** Cells that show nothing to be found, or nothing that may be. */
const SILENT = new Set<ShownColumn["cell"]>(["secret", "once", "wifiQr"]);

/** Whether a column shows just the text that its attribute holds, which the filter box looks at anyway (LIST-08). */
function isPlain({ attribute, cell, read }: ShownColumn): boolean {
  if (namesByGpk(attribute) || read?.value_language_dict !== undefined) return false;
  return attribute !== null && attribute.dataType.json_name === "string" && cell !== "time" && cell !== "vni";
}

export interface Reader {
  readonly locale: Locale;
  readonly say: Say;
  readonly now: Date;
}

/** What a cell of the column reads like where that is not the plain text of its attribute; null where there is nothing more. */
export function shownTextOf(column: ShownColumn, reader: Reader): ((row: Row) => string) | null {
  if (SILENT.has(column.cell)) return null;
  if (isPlain(column)) return (row) => translatedText(column, row) || readText(column, row);
  return (row) => textOfCell(column, row, reader);
}

/** Of a plain text only what its reader sees in another language than the attribute is in. */
function translatedText(column: ShownColumn, row: Row): string {
  if (row["language_dict"] === undefined) return "";
  const shown = column.value(row);
  return typeof shown === "string" && shown !== row[column.id] ? shown : "";
}

/** Of a domain name its own letters, where it is stored in others. */
function readText({ id, read }: ShownColumn, row: Row): string {
  const value = row[id];
  if (read === undefined || typeof value !== "string") return "";
  const readable = readableName(value);
  return readable === value ? "" : readable;
}

function textOfCell(column: ShownColumn, row: Row, { locale, say, now }: Reader): string {
  const value = column.value(row);
  if (typeof value === "boolean" && column.cell === "flag")
    return say(value ? "ui.common.yes" : "ui.common.no");
  const text = cellText(column.cell, namedValue(column.read, value, locale), locale);
  if (column.cell === "unit" && text !== "") return `${text} ${column.unit ?? ""}`;
  if (column.cell !== "time" || text === "") return text;
  const then = new Date(text);
  return Number.isNaN(then.getTime()) ? text : relativeTime(then, now, intlTag(locale));
}

/** The day or month a filter names, for columns that show moments. */
export function spanSought(q: string): Span | null {
  return spanNamed(q, parseDate);
}

/** Whether one of the columns shows a moment within the span. */
export function isWithin(columns: readonly ShownColumn[], [from, to]: Span): (row: Row) => boolean {
  const times = columns.filter(({ cell }) => cell === "time");
  return (row) =>
    times.some((column) => {
      const value = column.value(row);
      const moment = typeof value === "string" ? Date.parse(value) : Number.NaN;
      return moment >= from.getTime() && moment < to.getTime();
    });
}
