import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { chainOf, isLocale, type Locale } from "../src/core/locales.ts";
import { FIRST_MODULES, modulesOf } from "./first-modules.ts";

const HALF = /\/locales\/(\w+)\.json\?(first|rest)$/;
const PLURAL = /_(one|other)$/;
const NAMED = /["`]([a-z]\w*(?:\.\w+)*\.(?:\w+|(?=\$\{)))/g;

/**
 * Splits each file of texts: `locales/en.json?first` has the texts that the modules of the first page name, `?rest` has all others.
 * With `isWhole` the first part has all texts. A missing text comes from the fallback language.
 */
export function texts({ isWhole }: { readonly isWhole: boolean }): Plugin {
  let root = "";
  let named: ReadonlySet<string> | null = null;
  return {
    name: "netportal:texts",
    enforce: "pre",
    configResolved: (config) => {
      root = config.root;
    },
    buildStart: () => {
      named = null;
    },
    load(id) {
      const [, locale, half] = HALF.exec(id) ?? [];
      if (half === undefined) return null;
      if (!isLocale(locale)) throw new Error(`${String(locale)} is no language of the interface`);
      named ??= namedTexts([...modulesOf(root, FIRST_MODULES).values()]);
      const first = named;
      const all = filledTexts(locale, join(root, "locales"));
      const isHere = (key: string): boolean => (isWhole || isNamed(key, first)) === (half === "first");
      const kept = Object.fromEntries(Object.entries(all).filter(([key]) => isHere(key)));
      return { code: `export default ${JSON.stringify(kept)};`, moduleType: "js" };
    },
  };
}

/** All texts of a language. Texts that its file lacks come from its fallback languages (I18N-04, I18N-06). */
export function filledTexts(locale: Locale, folder: string): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const one of chainOf(locale).toReversed()) {
    const file = readFileSync(join(folder, `${one}.json`), "utf8");
    // Parse boundary: a test ensures that a file of texts is flat.
    Object.assign(texts, JSON.parse(file) as Record<string, string>);
  }
  return texts;
}

/** Keys that these sources name. For a composed key (`prefix.${word}`) the result has its fixed beginning with the dot. */
export function namedTexts(sources: readonly string[]): ReadonlySet<string> {
  return new Set(sources.flatMap((source) => [...source.matchAll(NAMED)].map(([, key = ""]) => key)));
}

/** Sentences about a wrong value and the expected form. Data types name them, and only forms show them, which wait for all texts. */
export const OF_FORMS = /^core\.form\./;

/** Whether a key is among the named ones that are shown at once; the suffix of a plural form does not matter. */
export function isNamed(key: string, named: ReadonlySet<string>): boolean {
  if (OF_FORMS.test(key)) return false;
  return named.has(key.replace(PLURAL, "")) || named.has(key.replace(/[^.]*$/, ""));
}
