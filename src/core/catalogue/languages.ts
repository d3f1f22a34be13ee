import { isObject, objectIn, type Json, type Row } from "#contract/wire/json";
import { languageAt, type DataLanguage, type Locale } from "../locales.ts";

/** The attribute itself contains the German text, and other languages are translations. */
export const OWN_LANGUAGE: DataLanguage = "de";

/** The language of data that a reader reads and writes. */
export function languageOf(locale: Locale): DataLanguage {
  return languageAt(locale).data;
}

/** Name of a language in the language of the reader. */
export function languageName(tag: string, locale: Locale): string {
  return new Intl.DisplayNames([languageAt(locale).tag], { type: "language" }).of(tag) ?? tag;
}

/** The row with translated attributes in the language of the reader. */
export function rowIn(row: Row, locale: Locale): Row {
  const dict = row["language_dict"];
  if (!isObject(dict)) return row;
  const texts = Object.keys(dict).map((name) => [name, valueIn(row, name, locale)] as const);
  return { ...row, ...Object.fromEntries(texts) };
}

/** Value of an attribute in the language of the reader; the plain attribute holds the German text. */
export function valueIn(row: Row, attribute: string, locale: Locale): Json {
  return translationIn(row, attribute, languageOf(locale)) ?? row[attribute] ?? null;
}

/** The text of an attribute in a language of data; null without one. */
export function translationIn(row: Row, attribute: string, language: string): string | null {
  const text = objectIn(objectIn(row["language_dict"])?.[attribute])?.[language];
  return typeof text === "string" && text !== "" ? text : null;
}
