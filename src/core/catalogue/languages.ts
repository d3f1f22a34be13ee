import { isObject, objectIn, type Json, type Row } from "#contract/wire/json";
import { languageAt, type DataLanguage, type Locale } from "../locales.ts";

/** The object type of translations (wire contract 3.10). */
export const TRANSLATION = "cntl.ot_lang_attr_val";

/** The attribute itself holds the German text; every other language is a translation beside it. */
export const OWN_LANGUAGE: DataLanguage = "de";

/** The language whose texts a reader reads and writes. */
export function languageOf(locale: Locale): DataLanguage {
  return languageAt(locale).data;
}

/** What a language is called in the reader's own. */
export function languageName(tag: string, locale: Locale): string {
  return new Intl.DisplayNames([languageAt(locale).tag], { type: "language" }).of(tag) ?? tag;
}

/** The row as its reader reads it: translated attributes in the chosen language. */
export function rowIn(row: Row, locale: Locale): Row {
  const dict = row["language_dict"];
  if (!isObject(dict)) return row;
  const texts = Object.keys(dict).map((name) => [name, valueIn(row, name, locale)] as const);
  return { ...row, ...Object.fromEntries(texts) };
}

/** Value of an attribute in the reader's language; the plain attribute holds the German text. */
export function valueIn(row: Row, attribute: string, locale: Locale): Json {
  const plain = row[attribute] ?? null;
  const texts = objectIn(objectIn(row["language_dict"])?.[attribute]);
  const own = texts?.[languageOf(locale)];
  return typeof own === "string" && own !== "" ? own : plain;
}
