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
    ["Windows-1252", [0x73, 0xfc, 0x64, 0x80], "süd€"],
    ["nothing", [], ""],
  ])("are read as %s", (_, bytes, text) => {
    expect(read(...bytes)).toEqual({ ok: true, text });
  });

  it("are read as UTF-16 without a mark where every second byte is zero", () => {
    const text = "name;title\r\nmensa;S\u00fcd\r\n";
    expect(decoded(wide(text, false))).toEqual({ ok: true, text });
    expect(decoded(wide(text, true))).toEqual({ ok: true, text });
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

  it("never become a text with a C1 sign or a replacement", () => {
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

  it("are read back whatever the text is", () => {
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
