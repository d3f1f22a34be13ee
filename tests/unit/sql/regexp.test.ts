import { describe, expect, it } from "vitest";
import { inBothCases } from "../../../server/sql/regexp-case.ts";
import { regexpFault } from "#contract/values/regexp";

describe("grammar of regular expressions (wire contract 2.5)", () => {
  it.each([
    "",
    "abc",
    "^scc-",
    "a|b|",
    "(a|b)*c",
    "a{2}",
    "a{2,}",
    "a{0,255}",
    "[a-z0-9_-]+",
    "[^]a]",
    "[]a]",
    "[a-]",
    "[--a]",
    "[a-c-e]",
    "[^-*[]",
    "[z\\\\d-|]",
    "\\d+\\.\\w\\s",
    "[\\d.]",
    "(?i)Web",
    "web1\\.example\\.com\\.$",
    "ä+",
    "}]",
    "((a*)*)*b$",
    "([0-9]{1,3}\\.){3}[0-9]{1,3}",
    "([0-9a-f]{2}[:-]?){6}",
    "(web|mail|ns)[0-9]{1,3}(-[a-z]{2,8})?\\.",
  ])("%s is known", (pattern) => {
    expect(regexpFault(pattern)).toBeNull();
  });

  it.each([
    "((a{1,255}){1,255}){1,255}",
    "((.?){60}){4}x{200}y",
    ".{0,255}.{0,255}.{0,255}y",
    "(.?.?.?.?.?.?.?.?){30}y",
    "(([a-z]{0,5}[a-m]{0,5}){0,5}){0,5}y",
    "([a-z]{1,30}){30}y",
    "(",
    ")",
    "a**",
    "a*?",
    "a+?",
    "a{2}?",
    "*a",
    "(*a)",
    "^*",
    "a{256}",
    "a{3,2}",
    "a{",
    "{2}",
    "[a",
    "[]",
    "[^]",
    "[z-a]",
    "[]-A]",
    "[a-\\d]",
    "[\\d-z]",
    "[a-[:b]",
    `[${"a-".repeat(127)}`,
    "[[:alpha:]]",
    "[[.a.]]",
    "(?:a)",
    "(?=a)",
    "(?<a>b)",
    "a(?i)b",
    "\\b",
    "\\1",
    "(a)\\1",
    "\\",
    "\\D",
    "***:a",
    "(?i)(?i)a",
  ])("%s is refused", (pattern) => {
    expect(regexpFault(pattern)).toBe("bad_format");
  });

  it("more than 256 characters are too long", () => {
    expect(regexpFault("a".repeat(256))).toBeNull();
    expect(regexpFault("a".repeat(257))).toBe("too_long");
  });
});

describe("expressions that ignore case", () => {
  it.each([
    ["web[a-z]\\.", "web[a-z]\\."],
    ["höl", "h[öÖ]l"],
    ["(?i)Ä+|ß", "(?i)[Ää]+|ß"],
    ["[äb-]x", "[äbÄ-]x"],
    ["[^]é-ü]", "[^]é-üÉ-Ü]"],
    ["\\[ä", "\\[[äÄ]"],
  ])("%s is sent as %s", (expression, sent) => {
    expect(inBothCases(expression)).toBe(sent);
    expect(regexpFault(sent)).toBeNull();
  });
});
