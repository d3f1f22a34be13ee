/** Languages that texts from the API are in; German is the one that everything has (wire contract 4.1, 5.2). */
export const DATA_LANGUAGES = ["de", "en"] as const;

export type DataLanguage = (typeof DATA_LANGUAGES)[number];

interface Language {
  /** What the language calls itself. */
  readonly name: string;
  /** BCP 47 tag for the page and Intl; of a dialect, one that Intl reads as its language. */
  readonly tag: string;
  /** Language of what comes from the API. */
  readonly data: DataLanguage;
  /** Where a missing text is taken from. */
  readonly fallback: string;
  /** Not offered until a joke command offers it (I18N-03, I18N-04). */
  readonly isHidden?: true;
  /** How a day is typed and shown in forms, by its year, month and day; `YYYY-MM-DD` where nothing is said. */
  readonly day?: string;
  /** Languages without texts of their own whose readers get this one. */
  readonly alsoFor?: readonly string[];
}

/** The languages of the interface. A further one is a line here and its texts, `locales/<name of the line>.json`. */
export const LANGUAGES = {
  de: { name: "Deutsch", tag: "de", data: "de", fallback: "en", day: "$3.$2.$1", alsoFor: ["gsw"] },
  en: { name: "English", tag: "en", data: "en", fallback: "de" },
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

/** What is spoken where no language of the browser is offered (I18N-06). */
const ELSEWHERE: Locale = "en";

/** The documents of the instance are written in one language. */
export const DOCUMENT_LANGUAGE: Locale = "en";

export const LOCALES: readonly Locale[] = Object.keys(TABLE).filter(isLocale);

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && Object.hasOwn(TABLE, value);
}

export function languageAt(locale: Locale): Language {
  return TABLE[locale];
}

/** The language with this tag of a page or of Intl. */
export function localeOfTag(tag: string): Locale {
  return LOCALES.find((locale) => TABLE[locale].tag === tag) ?? ELSEWHERE;
}

/** Languages in which a text is looked for, best first (I18N-04, I18N-06). */
export function chainOf(locale: Locale): readonly Locale[] {
  const chain: Locale[] = [];
  for (let next: string = locale; isLocale(next) && !chain.includes(next); next = TABLE[next].fallback) {
    chain.push(next);
  }
  return chain;
}

/** The language in effect: the chosen one, otherwise the first that the browser asks for and the portal offers (I18N-05 to I18N-07). */
export function effectiveLocale(chosen: Locale | null, browserLanguages: readonly string[]): Locale {
  return chosen ?? browserLanguages.map(offeredFor).find((locale) => locale !== null) ?? ELSEWHERE;
}

/** Readers of a hidden language get the one that its missing texts are taken from. */
function offeredFor(browserLanguage: string): Locale | null {
  const base = browserLanguage.toLowerCase().split("-")[0] ?? "";
  const spoken = LOCALES.find((locale) => locale === base || TABLE[locale].alsoFor?.includes(base) === true);
  return (
    (spoken === undefined ? [] : chainOf(spoken)).find((locale) => TABLE[locale].isHidden !== true) ?? null
  );
}

/** Languages that a switcher offers: hidden ones when they are told of, or while one of them is spoken (I18N-03). */
export function offeredLocales(now: Locale, isHiddenOffered: boolean): readonly Locale[] {
  return LOCALES.filter((locale) => isHiddenOffered || locale === now || TABLE[locale].isHidden !== true);
}
