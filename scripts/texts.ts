import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { chainOf, isLocale, type Locale } from "../src/core/locales.ts";
import { FIRST_MODULES, modulesOf } from "./first-modules.ts";

const HALF = /\/locales\/(\w+)\.json\?(first|rest)$/;
const PLURAL = /_(one|other)$/;
const NAMED = /["`]([a-z]\w*(?:\.\w+)*\.(?:\w+|(?=\$\{)))/g;

/**
 * Gives each file of texts in two halves: `locales/en.json?first` has what the modules of the first page name, `?rest` all others. Where
 * parts are drawn without being loaded, all texts are in the first. A missing text is taken from the language that its own falls back to.
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

/** All texts of a language; what its file lacks comes from the languages that it falls back to (I18N-04, I18N-06). */
export function filledTexts(locale: Locale, folder: string): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const one of chainOf(locale).toReversed()) {
    // Parse boundary: a file of texts is flat, as a test keeps it.
    Object.assign(
      texts,
      JSON.parse(readFileSync(join(folder, `${one}.json`), "utf8")) as Record<string, string>,
    );
  }
  return texts;
}

/** Keys that these sources name; of those that are put together (`prefix.${word}`) the part before, with its dot. */
export function namedTexts(sources: readonly string[]): ReadonlySet<string> {
  return new Set(sources.flatMap((source) => [...source.matchAll(NAMED)].map(([, key = ""]) => key)));
}

/** Whether a key, its form for one or many left aside, is among the named ones. */
export function isNamed(key: string, named: ReadonlySet<string>): boolean {
  return named.has(key.replace(PLURAL, "")) || named.has(key.replace(/[^.]*$/, ""));
}
