import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literalPattern } from "../../../server/sql/literal-pattern.ts";
import { escapeRegExp } from "#core/form/reference";

describe("an expression that is a plain text", () => {
  it.each([
    ["web", false, "like", "%web%"],
    ["^web", false, "like", "web%"],
    ["web\\.org\\.$", false, "like", "%web.org."],
    ["^web$", true, "ilike", "web"],
    ["(?i)^web-1", false, "ilike", "web-1%"],
    ["50%_\\\\", false, "like", "%50\\%\\_\\\\%"],
    ["a\\$", false, "like", "%a$%"],
    ["a\\\\$", false, "like", "%a\\\\"],
    ["\\^a\\$$", false, "like", "%^a$"],
    ["höhe", false, "like", "%höhe%"],
    ["a\nb", true, "ilike", "%a\nb%"],
    ["漢字", true, "like", "%漢字%"],
    ["(?i)10\\.1", true, "like", "%10.1%"],
  ] as const)("%j is compared with %s: %s %s", (expression, ignoresCase, sign, pattern) => {
    expect(literalPattern(expression, ignoresCase)).toEqual({ sign, pattern });
  });

  it.each([
    ["", false],
    ["^$", false],
    ["(?i)", false],
    ["a.b", false],
    ["a|b", false],
    ["a^b", false],
    ["a$b", false],
    ["a*", false],
    ["[a]", false],
    ["(a)", false],
    ["a{2}", false],
    ["\\d", false],
    ["höhe", true],
    ["(?i)Ä", false],
    ["straße", true],
  ] as const)("%j is not such an expression (in any case: %s)", (expression, ignoresCase) => {
    expect(literalPattern(expression, ignoresCase)).toBeNull();
  });

  const sign = fc.constantFrom(...Array.from("aAbB%_\\.-$^|(){}[]+*? \n\"'äÄ"));
  const texts = fc.string({ unit: sign, minLength: 1, maxLength: 6 });

  it("finds the same texts as the expression does", () => {
    fc.assert(
      fc.property(
        texts,
        fc.string({ unit: sign, maxLength: 8 }),
        fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
        (part, around, [begins, ends, ignoresCase, isInside]) => {
          const expression = `${begins ? "^" : ""}${escapeRegExp(part)}${ends ? "$" : ""}`;
          const found = literalPattern(expression, ignoresCase);
          expect(found === null).toBe(ignoresCase && /[äÄ]/.test(part));
          if (found === null) return;
          const text = isInside ? around.slice(0, 3) + part.toUpperCase() + around.slice(3) : around;
          const wanted = new RegExp(expression, ignoresCase ? "i" : "").test(text);
          expect(isLike(text, found.pattern, found.sign === "ilike")).toBe(wanted);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

/** `like` as PostgreSQL has it. */
function isLike(text: string, pattern: string, ignoresCase: boolean): boolean {
  const parts = pattern.match(/\\[^]|[^]/g) ?? [];
  const source = parts.map((part) =>
    part === "%" ? "[^]*" : part === "_" ? "[^]" : escapeRegExp(part.replace(/^\\(?=.)/s, "")),
  );
  return new RegExp(`^${source.join("")}$`, ignoresCase ? "i" : "").test(text);
}
