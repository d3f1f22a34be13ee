import type { Locale } from "#core/locales";

type Texts = Readonly<Record<string, string>>;

type Files = Readonly<Record<string, () => Promise<Texts>>>;

/** Two halves of each language file (scripts/texts.ts). */
const FIRST: Files = import.meta.glob<Texts>("../../locales/*.json", { query: "?first", import: "default" });
const REST: Files = import.meta.glob<Texts>("../../locales/*.json", { query: "?rest", import: "default" });

/** Texts of the first page. */
export function firstTexts(locale: Locale): Promise<Texts> {
  return read(FIRST, locale);
}

/** All other texts. */
export function restOfTexts(locale: Locale): Promise<Texts> {
  return read(REST, locale);
}

async function read(files: Files, locale: Locale): Promise<Texts> {
  const load = files[`../../locales/${locale}.json`];
  if (load === undefined) throw new Error(`no texts in ${locale}`);
  return load();
}
