// @vitest-environment jsdom
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import de from "../../../locales/de.json" with { type: "json" };
import en from "../../../locales/en.json" with { type: "json" };
import { startTexts } from "../../../src/app/i18n.ts";

const ROOT = join(import.meta.dirname, "../../..");
const GERMAN: Readonly<Record<string, string>> = de;
const ENGLISH: Readonly<Record<string, string>> = en;

/** Keys that are put together from words of the wire. */
const MADE = /^editor\.control\.(create|update|delete|connect|disconnect)$/;

function source(): string {
  return globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), "utf8"))
    .join("\n");
}

function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name = ""]) => name).sort();
}

describe("texts of the portal", () => {
  it("[I18N-11] every key is there in German and in English, none is empty", () => {
    expect(Object.keys(GERMAN)).toEqual(Object.keys(ENGLISH));
    const bare = [...Object.entries(GERMAN), ...Object.entries(ENGLISH)].filter(
      ([key, text]) => text.trim() === "" || text === key,
    );
    expect(bare).toEqual([]);
  });

  it("a text has the same placeholders in both languages", () => {
    const differing = Object.entries(ENGLISH).filter(
      ([key, text]) => placeholders(GERMAN[key] ?? "").join() !== placeholders(text).join(),
    );
    expect(differing).toEqual([]);
  });

  it("a text with a form for one thing has another for many", () => {
    const singular = Object.keys(ENGLISH).filter((key) => key.endsWith("_one"));
    expect(singular.filter((key) => !(key.replace(/_one$/, "_other") in ENGLISH))).toEqual([]);
  });

  it("every key is used", () => {
    const code = source();
    const unused = Object.keys(ENGLISH)
      .map((key) => key.replace(/_(one|other)$/, ""))
      .filter((key) => !MADE.test(key) && !code.includes(`"${key}"`));
    expect(unused).toEqual([]);
  });

  it("[I18N-11] numbers follow the chosen language", async () => {
    const texts = await startTexts("de");
    expect(texts.t("ui.table.rows", { count: 12345 })).toBe("12.345 Zeilen");
    await texts.changeLanguage("en");
  });
});
