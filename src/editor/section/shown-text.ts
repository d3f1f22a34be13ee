import type { Row } from "#contract/wire/json";
import { namedValue } from "#core/catalogue/named-value";
import { readableName } from "#core/catalogue/readable-name";
import { readDay } from "#contract/values/timestamp";
import type { Locale } from "#core/text";
import { intlTag, type Say } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { relativeTime, spanNamed, type Span } from "../cell/relative-time.ts";
import { namesByGpk } from "../names/named.ts";
import type { ShownColumn } from "./columns.ts";

/** Cells with nothing to search, or with a secret. */
const SILENT = new Set<ShownColumn["cell"]>(["secret", "once", "wifiQr"]);

/** True if a column shows exactly the text of its attribute, which the filter box searches anyway (LIST-08). */
function isPlain({ attribute, cell, read }: ShownColumn): boolean {
  if (namesByGpk(attribute) || read?.value_language_dict !== undefined) return false;
  return attribute !== null && attribute.dataType.json_name === "string" && cell !== "time" && cell !== "vni";
}

export interface Reader {
  readonly locale: Locale;
  readonly say: Say;
  readonly now: Date;
}

/** Displayed text of a column if it differs from the plain text of its attribute; otherwise null. */
export function shownTextOf(column: ShownColumn, reader: Reader): ((row: Row) => string) | null {
  if (SILENT.has(column.cell)) return null;
  const { isKeyed, parts } = column;
  if (isKeyed && parts) return (row) => String(parts(row).map(({ text }) => text));
  if (isPlain(column)) return (row) => translatedText(column, row) || readText(column, row);
  return (row) => textOfCell(column, row, reader);
}

/** For a plain text, only a translation that the reader sees instead of it. */
function translatedText(column: ShownColumn, row: Row): string {
  if (row["language_dict"] === undefined) return "";
  const shown = column.value(row);
  return typeof shown === "string" && shown !== row[column.id] ? shown : "";
}

/** A domain name in its own script, if it is stored encoded. */
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

/** The day or month in a filter, for columns with times. */
export function spanSought(q: string): Span | null {
  return spanNamed(q, readDay);
}

/** True if a column has a time within the span. */
export function isWithin(columns: readonly ShownColumn[], [from, to]: Span): (row: Row) => boolean {
  const times = columns.filter(({ cell }) => cell === "time");
  return (row) =>
    times.some((column) => {
      const value = column.value(row);
      const moment = typeof value === "string" ? Date.parse(value) : Number.NaN;
      return moment >= from.getTime() && moment < to.getTime();
    });
}
