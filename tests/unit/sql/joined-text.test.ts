import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasTrigram, joinedExpression } from "../../../server/sql/joined-text.ts";

/** A text as the index has it. */
function joined(text: string): string {
  return text.replaceAll(/[.\-:_/]/g, (sign) => "qxjzy"[".-:_/".indexOf(sign)] ?? sign);
}

describe("an expression for texts with joined words", () => {
  it.each([
    ["10\\.1\\.10", "10q1q10"],
    ["^8\\.b\\.", "^8qbq"],
    ["(?i)web-1\\.", "(?i)webx1q"],
    ["00:1b:2[0-9a-f]", "00j1bj2[0-9a-f]"],
    ["a.b", "a.b"],
    ["a\\_b/24", "azby24"],
    ["[.]", "."],
    ["[^a]", "."],
    ["[A-z]", "."],
    ["[a-]", "."],
    ["[\\w]", "."],
    ["\\w\\d\\s", "\\w\\d\\s"],
    ["\\$\\\\", "\\$\\\\"],
    ["Ärzte|höhe{2}", ".rzte|h.he{2}"],
    ["(a|b-){2,3}", "(a|bx){2,3}"],
  ])("%j becomes %j", (expression, wanted) => {
    expect(joinedExpression(expression, false)).toBe(wanted);
  });

  it("keeps every letter of a plain text", () => {
    expect(joinedExpression("Höhe\\.Ä-1", true)).toBe("HöheqÄx1");
  });

  const signs = Array.from("abAqxz01.-:_/^$ äÄ");
  const escaped = fc.constantFrom(...Array.from(".-:_/^$ ").map((sign) => `\\${sign}`), "\\d", "\\w", "\\s");
  const plain = fc.constantFrom(...Array.from("abAqxz01-:_/ äÄ."));
  const member = fc.constantFrom(
    "a-z",
    "A-Z",
    "0-9",
    "A-z",
    "+-9",
    "a",
    "Z",
    "0",
    "_",
    ".",
    ":",
    "/",
    "\\-",
    "\\w",
  );
  const bracket = fc
    .tuple(fc.boolean(), fc.array(member, { minLength: 1, maxLength: 3 }))
    .map(([isOther, members]) => `[${isOther ? "^" : ""}${members.join("")}]`);
  const quantifier = fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{1,2}");
  const atom = fc
    .tuple(fc.oneof(plain, plain, escaped, bracket), quantifier)
    .map(([one, times]) => one + times);
  const sequence = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join(""));
  const expressions = fc
    .tuple(
      fc.constantFrom("", "^"),
      fc.array(sequence, { minLength: 1, maxLength: 2 }),
      fc.constantFrom("", "$"),
    )
    .map(
      ([start, [one = "", other], end]) => `${start}${other === undefined ? one : `(${one}|${other})`}${end}`,
    );

  it("matches the joined text of every text that the expression matches", () => {
    let matches = 0;
    fc.assert(
      fc.property(
        expressions,
        fc.string({ unit: fc.constantFrom(...signs), maxLength: 8 }),
        fc.boolean(),
        (expression, text, ignoresCase) => {
          const flags = ignoresCase ? "i" : "";
          if (!new RegExp(expression, flags).test(text)) return;
          matches += 1;
          expect(
            new RegExp(joinedExpression(expression, text.length % 2 === 0), flags).test(joined(text)),
            `${expression} in ${text}`,
          ).toBe(true);
        },
      ),
      { numRuns: 20_000 },
    );
    expect(matches).toBeGreaterThan(2_000);
  });
});

describe("an index of trigrams", () => {
  it.each(["web", "10q1", "8qbq", "(?i)abc", "abc|def", "x.*abc", " ab", "ab ", "a?bcd", "(a|b)cde"])(
    "finds %j",
    (expression) => {
      expect(hasTrigram(expression)).toBe(true);
    },
  );
  it.each(["ab", "", "a.b", "abc|d", "ab.c", "abc?", "a b", "(abc)", "[abc]", "\\dab", "ab{3}"])(
    "does not find %j",
    (expression) => {
      expect(hasTrigram(expression)).toBe(false);
    },
  );
});
