import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRecordData } from "#contract/values/record-data";
import { mendedText, plainText, recordText, textStrings } from "#contract/values/record-text";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";

const canonical = (data: string, type = "TXT"): string | null => {
  const read = parseRecordData(type, data, toAscii);
  return read.ok ? read.value : null;
};

/** Any characters, often those with a meaning in the presentation form. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', "\\", ";", " ", "0", "9", "a", "\n"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
  minLength: 1,
  maxLength: 30,
});
const storable = text.filter((plain) => !plain.includes("\0"));

/** A character as zone files may write it inside quotes. */
function spelled(char: string, how: number): string {
  const bytes = [...new TextEncoder().encode(char)];
  if (how === 1) return bytes.map((byte) => `\\${String(byte).padStart(3, "0")}`).join("");
  const isEscaped = /["\\]/.test(char) || (how === 2 && !/^[0-9]$/.test(char));
  return isEscaped ? `\\${char}` : char;
}

describe("text data of records", () => {
  it.each([
    ['"v=DKIM1; p=AAA" "BBB"', "v=DKIM1; p=AAABBB"],
    ['"a"\n\t"b"  "c"', "abc"],
    ['"a\\"b"', 'a"b'],
    ['"a\\\\b"', "a\\b"],
    ['"v=DKIM1\\; k=rsa"', "v=DKIM1; k=rsa"],
    ['"gr\\195\\188n"', "grün"],
    ['"\\065\\066"', "AB"],
    ['  "a"  ', "a"],
    ["v=spf1 -all", "v=spf1 -all"],
    ['say "hi"', 'say "hi"'],
    ["C:\\new\\;065", "C:\\new\\;065"],
    ['"\\"quoted\\""', '"\\"quoted\\""'],
    ['" a "', " a "],
  ])("%s is stored as %s", (data, stored) => {
    expect([canonical(data), canonical(data, "SPF")]).toEqual([stored, stored]);
  });

  it.each(['"', '"a', '"a" b', '"a"b"', '"a""b"', '"a\\"', '"\\256"', '"\\25"', '"\\255"', '"\\000"', ""])(
    "%j is refused",
    (data) => {
      expect(canonical(data)).toBeNull();
    },
  );

  it("every plain text can be stored, is in canonical form and is read unchanged", () => {
    fc.assert(
      fc.property(storable, (plain) => {
        const stored = recordText(plain);
        expect([canonical(stored), plainText(stored)]).toEqual([stored, plain]);
        if (!/^\s*"/.test(plain)) expect(stored).toBe(plain);
      }),
      { numRuns: 3_000 },
    );
  });

  it("the canonical form of canonical data is the same data", () => {
    fc.assert(
      fc.property(storable, (given) => {
        const stored = canonical(given);
        if (stored !== null) expect(canonical(stored)).toBe(stored);
      }),
      { numRuns: 3_000 },
    );
  });

  it("a text is equal in every spelling: cut anywhere, each character as itself, escaped or in digits", () => {
    const spelling = fc.tuple(storable, fc.array(fc.nat(3), { minLength: 30, maxLength: 30 }));
    fc.assert(
      fc.property(spelling, ([plain, hows]) => {
        const parts = Array.from(plain, (char, at) => spelled(char, hows[at] ?? 0));
        // Nothing is cut off behind the last character, because an empty string is kept.
        const isCut = (at: number) => hows[at] === 3 && at < parts.length - 1;
        const cut = parts.map((part, at) => (isCut(at) ? `${part}" "` : part)).join("");
        expect(canonical(`"${cut}"`)).toBe(recordText(plain));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("text data that were stored by the earlier rule", () => {
  it.each([
    ['v=DKIM1; p=AAA" "BBB', "v=DKIM1; p=AAABBB"],
    ["v=DKIM1\\; p=A", "v=DKIM1; p=A"],
    ['a\\"b', 'a"b'],
    ["gr\\195\\188n", "grün"],
    ['"unbalanced', '"\\"unbalanced"'],
  ])("%s was intended as %s", (stored, meant) => {
    expect(mendedText(stored)).toBe(meant);
    expect(mendedText(meant)).toBeNull();
  });

  it.each(["v=spf1 -all", 'say "hi"', "C:\\path\\x", '"\\"quoted\\""', "a\\255"])(
    "%s is not doubtful",
    (stored) => {
      expect(mendedText(stored)).toBeNull();
    },
  );

  it.each([
    ['""', '""', [""]],
    [' "a"   "" ', '"a" ""', ["a", ""]],
    ['"" "a\\"b" "c"', '"" "a\\"b" "c"', ["", 'a"b', "c"]],
    ['"" ""', '"" ""', ["", ""]],
  ])("%j keeps its empty strings", (data, stored, strings) => {
    expect([canonical(data), canonical(stored), textStrings(data)]).toEqual([stored, stored, strings]);
  });

  it.each([
    [`"${"x".repeat(256)}" ""`, null],
    [`"" "${"ä".repeat(128)}"`, null],
    [`"" "${"ä".repeat(127)}"`, `"" "${"ä".repeat(127)}"`],
    [`"${"x".repeat(256)}" "y"`, `${"x".repeat(256)}y`],
  ])("beside an empty string no other is longer than 255 bytes: %j", (data, stored) => {
    expect(canonical(data)).toBe(stored);
  });
});
