import { describe, expect, it } from "vitest";
import { hiddenSign, hiddenSignIn, shownSigns } from "#contract/values/signs";
import { cpuNow } from "../../support/machine.ts";

const SINGLE = [
  0x00, 0x07, 0x08, 0x0b, 0x0c, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x180e,
  0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060,
  0x2063, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0001, 0xe0041,
  0xe0100, 0xe01f0,
];

describe("a sign that nobody sees", () => {
  it.each(SINGLE.map((code) => [code.toString(16), code] as const))(
    "is found between letters: %s",
    (_, code) => {
      const text = `ab ${String.fromCodePoint(code)}cd`;
      const sign = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
      expect(hiddenSign(text, true)).toEqual({ sign, position: 4 });
      expect(hiddenSign(text, false)).toEqual({ sign, position: 4 });
      expect(shownSigns(text)).not.toBe(text);
      expect(hiddenSign(shownSigns(text), true)).toBeNull();
    },
  );

  it.each([
    ["Persian", "می\u200Cخواهم"],
    ["Sinhala", "ශ්\u200Dරී ලංකා"],
    ["Hindi", "क्\u200Dष र्\u200D"],
    ["Malayalam", "അവന്\u200D പറഞ്ഞു"],
    ["Bengali", "র\u200D্যাব"],
    ["a family", "👨\u200D👩\u200D👧\u200D👦"],
    ["a profession with a colour", "👩🏽\u200D⚕\uFE0F"],
    ["a heart", "❤\uFE0F"],
    ["a key cap", "1\uFE0F\u20E3"],
    ["the flag of Scotland", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
    ["the rainbow flag", "🏳\uFE0F\u200D🌈"],
    ["a Japanese name", "葛\u{E0100}城"],
    ["Hebrew and Arabic without marks", "שלום مرحبا"],
    ["composed and decomposed letters", "Ö O\u0308"],
    ["blanks of typesetters", "10\u202F000\u00A0€ \u2009x\u3000"],
  ])("[VAL-28] is none where a script or an emoji needs it: %s", (_, text) => {
    expect(hiddenSign(text, false)).toBeNull();
    expect(shownSigns(text)).toBe(text);
  });

  it.each([
    ["a joiner between Latin letters", "a\u200Db"],
    ["a joiner at the end of a Persian word", "می\u200C"],
    ["two joiners", "می\u200C\u200Cخ"],
    ["two selectors", "❤\uFE0F\uFE0F"],
    ["a selector at the start", "\uFE0Fa"],
    ["tags without a flag", "a\u{E0067}"],
  ])("is found where nothing needs it: %s", (_, text) => {
    expect(hiddenSign(text, false)).not.toBeNull();
  });

  it("[VAL-28] may be a line end or a tab in a text of several lines only", () => {
    for (const text of ["a\nb", "a\r\nb", "a\tb"]) {
      expect(hiddenSign(text, true)).toBeNull();
      expect(hiddenSign(text, false)).toMatchObject({ position: 2 });
      expect(shownSigns(text)).toBe(text);
    }
    expect(hiddenSign("a\rb", true)).toEqual({ sign: "U+000D", position: 2 });
  });

  it("counts positions as people count signs, and is found in lists and JSON", () => {
    expect(hiddenSign("😀😀\u0007", false)).toEqual({ sign: "U+0007", position: 3 });
    expect(hiddenSignIn(["a", "b\u200B"], false)).toMatchObject({ sign: "U+200B" });
    expect(hiddenSignIn(["a\nb"], false)).toMatchObject({ sign: "U+000A" });
    expect(hiddenSignIn({ a: [{ b: "x\ny" }], c: 1, d: null }, true)).toBeNull();
    expect(hiddenSignIn({ a: [{ "b\u202E": "x" }] }, true)).toMatchObject({ sign: "U+202E" });
  });

  it("[VAL-29] is drawn as its picture or its name", () => {
    expect(shownSigns("bell \u0007 \u007f \u202eabc")).toBe("bell \u2407 \u2421 [U+202E]abc");
  });

  it("is looked for in linear time", () => {
    for (const sign of ["\u{E0067}", "\uFE0F", "\u200D", "👨\u200D", "क्\u200D", "\r"]) {
      const start = cpuNow();
      shownSigns(sign.repeat(50_000));
      hiddenSign(`${"ä€".repeat(50_000)}\u0007`, true);
      expect(cpuNow() - start).toBeLessThan(3_000);
    }
  });
});
