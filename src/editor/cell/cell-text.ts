import { formatVni } from "#contract/types/vni";
import { shownSigns } from "#contract/values/signs";
import { isList, isObject, type Json } from "#contract/wire/json";
import type { Cell } from "#core/screen/screen";
import { pickText, type Locale } from "#core/text";

/** What stands in place of a secret until the reader reveals it. */
export const MASK = "•".repeat(8);

/** A value as plain text, for filters, CSV, titles and plain cells. Null is the empty text, and a secret is masked. */
export function cellText(cell: Cell, value: Json, locale: Locale): string {
  if (value === null) return "";
  if (cell === "secret") return value === "" ? "" : MASK;
  if (cell === "vni" && typeof value === "number") return formatVni(value);
  if (cell === "language") return languageText(value, locale);
  if (isList(value)) return value.map((one) => cellText(cell, one, locale)).join(", ");
  return textOf(value);
}

/** The name in `{name: {de, en}, …}` in the reader's language, otherwise all texts. */
function languageText(value: Json, locale: Locale): string {
  if (!isObject(value)) return textOf(value);
  const texts = Object.entries(value).map(([key, one]) => [key, pickText(textsOf(one), locale)] as const);
  const name = texts.find(([key, text]) => key === "name" && text !== null);
  return shownSigns(name?.[1] ?? texts.flatMap(([, text]) => text ?? []).join(", "));
}

function textsOf(value: Json | undefined): Readonly<Record<string, string | null>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([language, text]) => [language, typeof text === "string" ? text : null]),
  );
}

/** A plain value as text, with invisible characters in a visible form; null is empty, objects and lists are JSON. */
export function textOf(value: Json | undefined): string {
  return shownSigns(storedText(value));
}

/** A plain value as text, unchanged, for values that are sent. */
export function storedText(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
