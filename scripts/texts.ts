import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { FIRST_MODULES, modulesOf } from "./first-modules.ts";

const HALF = /\/locales\/\w+\.json\?(first|rest)$/;
const PLURAL = /_(one|other)$/;
const NAMED = /["`]([a-z]\w*(?:\.\w+)*\.(?:\w+|(?=\$\{)))/g;

/**
 * Gives each file of texts in two halves: `locales/en.json?first` has what the modules of the first page name, `?rest` all others. Where
 * parts are drawn without being loaded, all texts are in the first.
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
      const half = HALF.exec(id)?.[1];
      if (half === undefined) return null;
      named ??= namedTexts([...modulesOf(root, FIRST_MODULES).values()]);
      const first = named;
      // Parse boundary: a file of texts is flat, as a test keeps it.
      const all = JSON.parse(readFileSync(id.replace(/\?.*$/, ""), "utf8")) as Readonly<
        Record<string, string>
      >;
      const isHere = (key: string): boolean => (isWhole || isNamed(key, first)) === (half === "first");
      const kept = Object.fromEntries(Object.entries(all).filter(([key]) => isHere(key)));
      return { code: `export default ${JSON.stringify(kept)};`, moduleType: "js" };
    },
  };
}

/** Keys that these sources name; of those that are put together (`prefix.${word}`) the part before, with its dot. */
export function namedTexts(sources: readonly string[]): ReadonlySet<string> {
  return new Set(sources.flatMap((source) => [...source.matchAll(NAMED)].map(([, key = ""]) => key)));
}

/** Whether a key, its form for one or many left aside, is among the named ones. */
export function isNamed(key: string, named: ReadonlySet<string>): boolean {
  return named.has(key.replace(PLURAL, "")) || named.has(key.replace(/[^.]*$/, ""));
}
