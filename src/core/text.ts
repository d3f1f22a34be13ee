import type english from "../../locales/en.json";
import { languageOf, OWN_LANGUAGE } from "./catalogue/languages.ts";
import { chainOf, type Locale } from "./locales.ts";

export type { Locale };

/** A key without the ending that i18next chooses by `count`. */
type WithoutPlural<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

/** Key of a portal text; each file of locales/ is flat. */
export type TextKey = WithoutPlural<keyof typeof english>;

/** A sentence from core: key and values, never the text itself. */
export interface Text {
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The best text of a dictionary by language tag, or null. */
export function pickText(
  texts: Readonly<Record<string, string | null>> | undefined,
  locale: Locale,
): string | null {
  if (texts === undefined) return null;
  for (const language of chainOf(locale)) {
    const text = texts[language];
    if (text !== undefined && text !== null && text !== "") return text;
  }
  return null;
}

const CAPITALISED_WORD = /(?<!\p{L})\p{Lu}(?=\p{Ll})/gu;

/** A label inside a sentence: English writes it small except for acronyms (`DNS record`); German keeps its nouns. */
export function nameInside(name: string, locale: Locale): string {
  if (languageOf(locale) === OWN_LANGUAGE) return name;
  return name.replace(CAPITALISED_WORD, (letter) => letter.toLowerCase());
}
