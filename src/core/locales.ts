import { LANGUAGE_NAMES } from "#contract/types/language-tag";

/** Languages of texts from the API; every text exists in German (wire contract 4.1, 5.2). */
export const DATA_LANGUAGES = ["de", "en"] as const;

export type DataLanguage = (typeof DATA_LANGUAGES)[number];

interface Language {
  /** Name of the language in itself. */
  readonly name: string;
  /** BCP 47 tag for the page and Intl; for a dialect the tag of its language. */
  readonly tag: string;
  /** Language of texts from the API. */
  readonly data: DataLanguage;
  /** Language that missing texts come from. */
  readonly fallback: string;
  /** Offered only after a joke command (I18N-03, I18N-04). */
  readonly isHidden?: true;
  /** Order of year, month and day in forms; without it `YYYY-MM-DD`. */
  readonly day?: string;
  /** Browser languages without texts whose readers get this one. */
  readonly alsoFor?: readonly string[];
}

/** Languages of the interface. A new language is a line here and `locales/<name>.json`. */
export const LANGUAGES = {
  de: { name: LANGUAGE_NAMES.de, tag: "de", data: "de", fallback: "en", day: "$3.$2.$1", alsoFor: ["gsw"] },
  en: { name: LANGUAGE_NAMES.en, tag: "en", data: "en", fallback: "de" },
  swg: {
    name: "Schwäbisch",
    tag: "de-x-swg",
    data: "de",
    fallback: "de",
    day: "$3.$2.$1",
    isHidden: true,
  },
} as const satisfies Readonly<Record<string, Language>>;

export type Locale = keyof typeof LANGUAGES;

const TABLE: Readonly<Record<Locale, Language>> = LANGUAGES;

/** Used if no browser language is offered (I18N-06). */
const ELSEWHERE: Locale = "en";

export const DOCUMENT_LANGUAGE: Locale = "en";

export const LOCALES: readonly Locale[] = Object.keys(TABLE).filter(isLocale);

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && Object.hasOwn(TABLE, value);
}

/** A stored choice of language; null means the language of the browser. */
export function localeIn(stored: unknown): Locale | null {
  return isLocale(stored) ? stored : null;
}

export function languageAt(locale: Locale): Language {
  return TABLE[locale];
}

/** The language with this tag of a page or of Intl. */
export function localeOfTag(tag: string): Locale {
  return LOCALES.find((locale) => TABLE[locale].tag === tag) ?? ELSEWHERE;
}

/** Languages to look for a text in, best first (I18N-04, I18N-06). */
export function chainOf(locale: Locale): readonly Locale[] {
  const chain: Locale[] = [];
  for (let next: string = locale; isLocale(next) && !chain.includes(next); next = TABLE[next].fallback) {
    chain.push(next);
  }
  return chain;
}

/** The language in effect: the chosen one, else the first browser language that the portal offers (I18N-05 to I18N-07). */
export function effectiveLocale(chosen: Locale | null, browserLanguages: readonly string[]): Locale {
  return chosen ?? browserLanguages.map(offeredFor).find((locale) => locale !== null) ?? ELSEWHERE;
}

/** Browsers with a hidden language get the fallback of that language. */
function offeredFor(browserLanguage: string): Locale | null {
  const base = browserLanguage.toLowerCase().split("-")[0] ?? "";
  const spoken = LOCALES.find((locale) => locale === base || TABLE[locale].alsoFor?.includes(base) === true);
  return (
    (spoken === undefined ? [] : chainOf(spoken)).find((locale) => TABLE[locale].isHidden !== true) ?? null
  );
}

/** Languages in the switcher: hidden ones only if unlocked or in use (I18N-03). */
export function offeredLocales(now: Locale, isHiddenOffered: boolean): readonly Locale[] {
  return LOCALES.filter((locale) => isHiddenOffered || locale === now || TABLE[locale].isHidden !== true);
}
