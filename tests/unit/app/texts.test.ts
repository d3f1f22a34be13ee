// @vitest-environment jsdom
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { LOCALES } from "#core/locales";
import en from "../../../locales/en.json" with { type: "json" };
import { chooseLanguage, startTexts } from "../../../src/app/i18n.ts";
import { spoken } from "../../../src/app/spoken.ts";

const ROOT = join(import.meta.dirname, "../../..");
const ENGLISH: Readonly<Record<string, string>> = en;

/** The texts of one file, without its fallbacks. */
function textsIn(locale: string): Readonly<Record<string, string>> {
  // Parse boundary: the tests below fail if it is not a flat file of texts.
  return JSON.parse(readFileSync(join(ROOT, `locales/${locale}.json`), "utf8")) as Record<string, string>;
}

/** Keys that are composed of names from the API. */
const MADE = /^editor\.control\.(create|update|delete|connect|disconnect)$/;

/** Wrong Swabian spellings, each with the right one. */
const SWABIAN: readonly (readonly [refused: RegExp, instead: string])[] = [
  [
    /für|über|zurück|zrück|schlüssel|ungültig|möglich|löschen?|größer|gehört|ghör|hört|ausfüll|kürz/i,
    "e, i, ie",
  ],
  [
    /\b(und|nicht|nichts|ist|sind|ein|eine|einen|auf|kein|keine|etwas|im|zum|von|bis zum)\b/i,
    "ond, net, nix, isch …",
  ],
  [/\p{L}{3}(?<![Tt]ok)(ung|ungen|en)(?!\p{L})/u, "ong, onga, a"],
  [/\bo(wend|fang|meld|leit)|\bogwend/i, "a- for an-"],
  [
    /\bgangat\b|planad|\bb'hal|\bzletscht|fertich|nomal\b|enhalt|passa|passt|suche\b|sucht?a?\b|\bjetzt\b/i,
    "ganget, plant, bhalta, z'letscht …",
  ],
  [
    /\b(alle|alles|allem|tag|tage|tagen|test\w*|liste|fest\w*|ersten?|letzte[nr]?)\b/i,
    "älle, Dag, Tescht, Lischt …",
  ],
];

function source(): string {
  return globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), "utf8"))
    .join("\n");
}

function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name = ""]) => name).sort();
}

describe("texts of the portal", () => {
  it("each language of the table has a file, and each file is a language of the table", () => {
    const files = globSync("locales/*.json", { cwd: ROOT }).map((file) => basename(file, ".json"));
    expect(files.toSorted()).toEqual(LOCALES.toSorted());
  });

  it.each(LOCALES)("[I18N-11] every key exists in %s, and no text is empty", (locale) => {
    const texts = textsIn(locale);
    expect(Object.keys(texts)).toEqual(Object.keys(ENGLISH));
    expect(Object.entries(texts).filter(([key, text]) => text.trim() === "" || text === key)).toEqual([]);
  });

  it.each(LOCALES)("a text has the same placeholders in %s as in English", (locale) => {
    const texts = textsIn(locale);
    const differing = Object.entries(ENGLISH).filter(
      ([key, text]) => placeholders(texts[key] ?? "").join() !== placeholders(text).join(),
    );
    expect(differing).toEqual([]);
  });

  it("a text with a singular form also has a plural form", () => {
    const singular = Object.keys(ENGLISH).filter((key) => key.endsWith("_one"));
    expect(singular.filter((key) => !(key.replace(/_one$/, "_other") in ENGLISH))).toEqual([]);
  });

  it("[I18N-03] Swabian has one spelling", () => {
    const spoken = Object.entries(textsIn("swg")).map(
      ([key, text]) => [key, text.replaceAll(/\{\{[^}]*\}\}/g, "")] as const,
    );
    const found = SWABIAN.flatMap(([refused, instead]) =>
      spoken.flatMap(([key, text]) => {
        const hit = refused.exec(text)?.[0];
        return hit === undefined ? [] : [`${key}: ${hit} (${instead})`];
      }),
    );
    expect(found).toEqual([]);
  });

  it("every key is used", () => {
    const code = source();
    const unused = Object.keys(ENGLISH)
      .map((key) => key.replace(/_(one|other)$/, ""))
      .filter((key) => !MADE.test(key) && !code.includes(`"${key}"`));
    expect(unused).toEqual([]);
  });

  it.each([
    [["de-AT", "en"], "de"],
    [["en-GB", "de"], "en"],
    [["fr"], "en"],
  ])(
    "[I18N-05] [I18N-06] [I18N-07] a browser with the languages %j starts in %s, unless a language was chosen",
    (asked, locale) => {
      vi.stubGlobal("navigator", { languages: asked });
      expect(spoken({ locale: null })).toBe(locale);
      for (const chosen of LOCALES) expect(spoken({ locale: chosen })).toBe(chosen);
    },
  );

  it("[I18N-11] numbers follow the chosen language", async () => {
    const texts = await startTexts("de");
    expect(texts.t("ui.table.rows", { count: 12345 })).toBe("12.345 Zeilen");
    await chooseLanguage("swg");
    expect(texts.t("ui.table.rows", { count: 1 })).toBe("1 Zeil");
    expect(texts.t("ui.table.rows", { count: 12345 })).toBe("12.345 Zeila");
    await chooseLanguage("en");
    expect(texts.t("ui.table.rows", { count: 12345 })).toBe("12,345 rows");
  });
});
