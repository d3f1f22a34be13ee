import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { languageName } from "#core/catalogue/languages";
import type * as Table from "#core/locales";
import type { Locale } from "#core/text";
import { chainOf, effectiveLocale, languageAt, LOCALES, localeOfTag, offeredLocales } from "#core/locales";
import { filledTexts } from "../../../scripts/texts.ts";

function madeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "netportal-locales-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const ROOT = join(import.meta.dirname, "../../..");
const TABLE_FILE = "src/core/locales.ts";

describe("the languages of the interface", () => {
  it("[I18N-05] [I18N-06] [I18N-07] a chosen language wins, then the browser's, then English", () => {
    expect(effectiveLocale("de", ["en"])).toBe("de");
    expect(effectiveLocale("swg", ["en"])).toBe("swg");
    expect(effectiveLocale(null, ["zxx", "de-AT", "en"])).toBe("de");
    expect(effectiveLocale(null, ["zxx", "en-GB", "de"])).toBe("en");
    expect(effectiveLocale(null, ["zxx"])).toBe("en");
    expect(effectiveLocale(null, [])).toBe("en");
  });

  it.each(["gsw", "gsw-CH", "swg", "SWG-DE"])("[I18N-05] a browser that asks for %s gets German", (asked) => {
    expect(effectiveLocale(null, [asked, "en"])).toBe("de");
  });

  it("[I18N-04] Swabian is offered when unlocked, or while it is in use", () => {
    const open = LOCALES.filter((locale) => locale !== "swg");
    expect(offeredLocales("en", false)).toEqual(open);
    expect(offeredLocales("en", true)).toEqual(LOCALES);
    expect(offeredLocales("swg", false)).toEqual(LOCALES);
  });

  it("[I18N-04] [I18N-06] a text that is missing in Swabian or English is shown in German", () => {
    const folder = madeFolder();
    const write = (locale: string, texts: object): void =>
      writeFileSync(join(folder, `${locale}.json`), JSON.stringify(texts));
    write("de", { "a.b": "nein", "a.c": "weiter" });
    write("en", { "a.b": "no" });
    write("swg", { "a.b": "noi" });
    expect(filledTexts("swg", folder)).toEqual({ "a.b": "noi", "a.c": "weiter" });
    expect(filledTexts("en", folder)).toEqual({ "a.b": "no", "a.c": "weiter" });
    expect(chainOf("swg")).toEqual(["swg", "de", "en"]);
  });

  it.each(LOCALES)("the language %s has a tag that Intl knows, and is found again by that tag", (locale) => {
    const { tag, data } = languageAt(locale);
    expect(localeOfTag(tag)).toBe(locale);
    expect(new Intl.NumberFormat(tag).resolvedOptions().locale).toBe(tag.split("-")[0]);
    expect(languageName(data, locale)).not.toBe(data);
  });

  it("a further language is one line of the table", async () => {
    const line = 'tlh: { name: "tlhIngan Hol", tag: "tlh", data: "en", fallback: "en" },';
    const source = readFileSync(join(ROOT, TABLE_FILE), "utf8");
    const copy = join(madeFolder(), "locales.ts");
    writeFileSync(copy, source.replace(/(LANGUAGES = \{\n)/, `$1  ${line}\n`));
    // Parse boundary: the copy exports the same as the original.
    const table = (await import(/* @vite-ignore */ copy)) as typeof Table;
    expect(table.offeredLocales("en", false)).toContain("tlh");
    expect(table.effectiveLocale(null, ["tlh-001"])).toBe("tlh");
    expect(table.localeOfTag("tlh")).toBe("tlh");
    // Missing texts come from English before German.
    expect(table.chainOf("tlh" as Locale)).toEqual(["tlh", "en", "de"]);
  });

  it("no other file names a language", () => {
    const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => file !== TABLE_FILE);
    const naming = files.flatMap((file) => {
      const code = readFileSync(join(ROOT, file), "utf8");
      return code.split("\n").filter((line) => new RegExp(`["'](${LOCALES.join("|")})["']`).test(line));
    });
    // These lines name the language of data, in a fixed order.
    expect(naming.map((line) => line.trim()).toSorted()).toEqual([
      'const NATURAL = new Intl.Collator("en", { numeric: true });',
      'export const OWN_LANGUAGE: DataLanguage = "de";',
    ]);
  });
});
