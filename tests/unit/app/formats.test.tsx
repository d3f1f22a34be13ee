// @vitest-environment jsdom
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { LOCALES } from "#core/locales";
import { startTexts } from "../../../src/app/i18n.ts";
import { Time } from "../../../src/editor/cell/time.tsx";

const ROOT = join(import.meta.dirname, "../../..");

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Calls that write a number or a date, or compare, in a language. */
const WRITE =
  /\.toLocale\w+\(|\bnew Intl\.\w+\(|\.localeCompare\(|\b(?:exactTime|relativeTime|toReaderCsv|spansSaying)\(/g;

/** The arguments of a call, from its bracket on. */
function argumentsAt(text: string, start: number): string {
  let depth = 1;
  let end = start;
  while (depth > 0 && end < text.length) {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")") depth -= 1;
    end += 1;
  }
  return text.slice(start, end - 1);
}

it("[I18N-11] numbers, dates and orders are written for a language of Intl, never for that of the machine or a dialect that Intl does not know", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT });
  let calls = 0;
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return [...text.matchAll(WRITE)].flatMap((found) => {
      const call = found[0];
      const given = argumentsAt(text, found.index + call.length);
      calls += 1;
      // Names of the data have one order in all languages.
      const isOrder = call === ".localeCompare(";
      const tagged = given
        .replaceAll(/\b(?:intlTag|languageAt)\((?:[\w.]+|useLocale\(\))\)/g, "TAG")
        .replaceAll(/\b\w+\([^()]*\)/g, "CALL");
      const names = tagged.includes("TAG") || /\b(?:tag|language)\b|^"en"/.test(tagged);
      const isFine = !/\b\w*locale\b/i.test(tagged) && (names || isOrder);
      return isFine ? [] : [`${file}: ${call}${given})`];
    });
  });
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThan(25);
});

it("[I18N-11] a tag that is kept is one of a language", () => {
  const wrong = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return [...text.matchAll(/\bconst (?:tag|language) = (.*)/g)]
      .map(([, from = ""]) => from)
      .filter((from) => /[Ll]ocale/.test(from) && !/\b(?:intlTag|languageAt|languageOf)\(/.test(from))
      .map((from) => `${file}: ${from}`);
  });
  expect(wrong).toEqual([]);
});

it.each(LOCALES)("[I18N-11] texts in %s write their numbers for it", (locale) => {
  // Parse boundary: a flat file of texts.
  const texts = JSON.parse(readFileSync(join(ROOT, `locales/${locale}.json`), "utf8")) as Record<
    string,
    string
  >;
  const plain = Object.entries(texts).filter(([, text]) =>
    /\{\{(?:count|elements|deletions|looked|days|least|most|advised|percent)\}\}/.test(text),
  );
  expect(plain).toEqual([]);
});

it.each([
  ["de", "vor 3 Tagen", "24.11.2026, 14:05:09"],
  ["swg", "vor 3 Tagen", "24.11.2026, 14:05:09"],
  ["en", "3 days ago", "Nov 24, 2026, 14:05:09"],
] as const)("[I18N-11] the time of a cell follows the chosen language %s", async (locale, text, title) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 27, 15), toFake: ["Date"] });
  await startTexts(locale);
  const { container } = render(<Time text={new Date(2026, 10, 24, 14, 5, 9).toISOString()} />);
  const time = container.querySelector("time");
  expect([time?.textContent, time?.title]).toEqual([text, title]);
});
