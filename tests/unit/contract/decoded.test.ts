import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteText, decoded } from "#contract/values/decoded";

const read = (...bytes: readonly number[]) => decoded(Uint8Array.from(bytes));
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const wide = (text: string, isBig: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), !isBig);
  return bytes;
};

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe("the bytes of a file", () => {
  it.each([
    ["UTF-8 with a mark", [0xef, 0xbb, 0xbf, 0xc3, 0xbc], "ü"],
    ["UTF-16 LE", [0xff, 0xfe, 0xfc, 0x00], "ü"],
    ["UTF-16 BE", [0xfe, 0xff, 0x00, 0xfc], "ü"],
    ["nothing", [], ""],
  ])("are read as %s", (_, bytes, text) => {
    expect(read(...bytes)).toEqual({ ok: true, text });
  });

  it("[IMP-15] are read as UTF-16 without a mark if every second byte is zero", () => {
    const text = "name;title\r\nmensa;S\u00fcd\r\n";
    const guess = { encoding: "UTF-16", lines: [{ line: 2, text: "mensa;S\u00fcd", signs: "\u00fc" }] };
    expect(decoded(wide(text, false))).toEqual({ ok: true, text, guess });
    expect(decoded(wide(text, true))).toEqual({ ok: true, text, guess });
    const plain = { encoding: "UTF-16", lines: [{ line: 1, text: "name", signs: "" }] };
    expect(decoded(wide("name\n1\n", false))).toMatchObject({ guess: plain });
  });

  it.each([
    [
      "Windows-1252 itself",
      "a;b\n1;s\xfcd\x80\n2;\xfcber\n3;\xdf",
      [
        [2, "1;s\u00fcd\u20ac", "\u00fc \u20ac"],
        [4, "3;\u00df", "\u00df"],
      ],
    ],
    ["a street of code page 850", "n\nHafenstra\xe1e\n", [[2, "Hafenstra\u00e1e", "\u00e1"]]],
    [
      "capital letters of code page 850",
      "\x8emter und \x99fen",
      [[1, "\u017dmter und \u2122fen", "\u017d \u2122"]],
    ],
    ["a cut sign of UTF-8", "a\r\nb\xc3", [[2, "b\u00c3", "\u00c3"]]],
    [
      "a long line",
      `\r${"x ".repeat(100)}\xfc${" y".repeat(100)}`,
      [[2, `${"x ".repeat(20)}\u00fc${" y".repeat(19)}`, "\u00fc"]],
    ],
  ])(
    "[IMP-15] that may be Windows-1252 are read so, and each such character is reported in its first line: %s",
    (_, bytes, lines) => {
      const found = decoded(latin(bytes));
      const guess = found.ok ? found.guess : undefined;
      expect([guess?.encoding, guess?.lines.map(({ line, text, signs }) => [line, text, signs])]).toEqual([
        "Windows-1252",
        lines,
      ]);
      for (const { text } of guess?.lines ?? []) expect(text.length).toBeLessThanOrEqual(80);
    },
  );

  it("[IMP-15] are never read as anything but UTF-8 without a guess that shows every character", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const found = decoded(bytes);
        const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
        if (!found.ok || isMarked) return;
        const isPlain = isUtf8(bytes) && found.text === new TextDecoder().decode(bytes);
        expect(found.guess === undefined).toBe(isPlain);
        const shown = new Set(found.guess?.lines.flatMap(({ signs }) => signs.split(" ")));
        const odd =
          found.guess === undefined ? [] : (found.text.replace(/^\uFEFF/, "").match(/[^\p{ASCII}]/gu) ?? []);
        for (const sign of odd) expect(shown.has(sign)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["an undefined byte of Windows-1252", latin("a;b\r\n1;B\x81ro"), 2, 0x81],
    ["a mark inside a word", latin("a;b\n\n1;Geb\x84ude"), 3, 0x84],
    ["a capital letter of code page 850", latin("Stra\xe1e;GR\x99SSE"), 1, 0x99],
    ["UTF-8 with one byte of another encoding", [...utf8("süd\nöst\n"), 0xfc, 0x0a], 3, 0xfc],
    ["a cut sign at the end of UTF-8", utf8("süß ä").slice(0, -1), 1, 0xc3],
    ["a zero byte", [0xfc, 0x0a, 0x00, 0x01], 2, 0x00],
    ["a zero byte in UTF-8", [0x61, 0x0a, 0x00, 0x62, 0x63], 2, 0x00],
  ])("are refused with line and byte: %s", (_, bytes, line, byte) => {
    expect(read(...bytes)).toEqual({ ok: false, line, byte });
  });

  it("of Windows-1252 may have quotation marks, dashes, dots and letters of that encoding", () => {
    for (const text of [
      "\x84Haus\x93",
      "Fu\xdf\x93",
      "l\x92\xe9t\xe9",
      "a\x96b\x85c",
      "5\x80",
      "\x8akoda \x9eena",
      "M\xfc\x99",
    ])
      expect(decoded(latin(text)).ok).toBe(true);
  });

  it("never become a text with a C1 control character or a replacement character", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const found = decoded(bytes);
        const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
        if (!found.ok || isMarked || bytes.includes(0) || isUtf8(bytes)) return;
        expect(found.text).not.toMatch(/[\u0080-\u009F\uFFFD]/u);
      }),
      { numRuns: 5000 },
    );
  });

  it("are read back as written, whatever the text is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "ü", "€", "😀", "\u0085", "\n"), maxLength: 30 }),
        (plain) => {
          expect(decoded(utf8(plain))).toEqual({ ok: true, text: plain });
          if (plain !== "") expect(decoded(utf8(`\uFEFF${plain}`))).toEqual({ ok: true, text: plain });
        },
      ),
    );
  });
});

it("a byte is written as people write it", () => {
  expect([byteText(0x81), byteText(5)]).toEqual(["0x81", "0x05"]);
});
