import type { Json } from "#contract/wire/json";
import type { Cell } from "#core/screen/screen";
import { pickText, type Locale } from "#core/text";

/** A value as plain text: for filtering, CSV, titles and cells without a look of their own. Null is the empty text. */
export function cellText(cell: Cell, value: Json, locale: Locale): string {
  if (value === null) return "";
  if (cell === "vni" && typeof value !== "object") return vniText(value);
  if (cell === "language") return languageText(value, locale);
  if (Array.isArray(value)) return value.map((one: Json) => cellText(cell, one, locale)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Six digits in pairs: 4711 is 00.47.11 (VAL-24). */
function vniText(value: string | number | boolean): string {
  const digits = String(value).padStart(6, "0");
  return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{2})+$)/g, ".") : digits;
}

/** `{name: {de, en}, …}` in the reader's language: its name, or else all its texts. */
function languageText(value: Json, locale: Locale): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return String(value);
  const texts = Object.entries(value).map(([key, one]) => [key, pickText(textsOf(one), locale)] as const);
  const name = texts.find(([key, text]) => key === "name" && text !== null);
  return name?.[1] ?? texts.flatMap(([, text]) => text ?? []).join(", ");
}

function textsOf(value: Json | undefined): Readonly<Record<string, string | null>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([language, text]) => [language, typeof text === "string" ? text : null]),
  );
}
