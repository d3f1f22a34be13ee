import { describe, expect, it } from "vitest";
import { codingOf, etagOf, isKnown } from "../../../server/http/described.ts";
import { languageOf } from "../../../server/http/language.ts";
import { pagePolicy } from "../../../server/http/portal.ts";
import { bearerToken, isTokenText } from "../../../server/http/token.ts";

describe("languageOf", () => {
  it.each([
    [undefined, "de"],
    ["*", "de"],
    ["fr", "de"],
    ["en", "en"],
    ["en-GB,de;q=0.8", "en"],
    ["de,en;q=0.9", "de"],
    ["de;q=0.5, en;q=0.7", "en"],
    ["en;q=0.5,de;q=0.5", "de"],
  ])("the header %s asks for %s", (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

describe("bearerToken", () => {
  it.each([
    [undefined, null],
    ["", null],
    ["Basic abc", null],
    ["Bearer", null],
    ["Bearer abc", "abc"],
    ["bEaReR   abc ", "abc"],
  ])("the header %s carries %s", (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it("recognises possible tokens", () => {
    expect(isTokenText("a".repeat(43))).toBe(true);
    expect(isTokenText("a".repeat(42))).toBe(false);
    expect(isTokenText("a".repeat(129))).toBe(false);
    expect(isTokenText(`${"a".repeat(43)}=`)).toBe(false);
    expect(isTokenText(null)).toBe(false);
  });
});

describe("entity tags", () => {
  it("are strong and change with the content", () => {
    expect(etagOf("a")).toMatch(/^"[\w-]+"$/);
    expect(etagOf("a")).not.toBe(etagOf("b"));
  });

  it.each([
    ['"x"', true],
    ['W/"x"', true],
    ['"y", "x"', true],
    ["*", true],
    ['"y"', false],
    [undefined, false],
  ])("If-None-Match %s matches the tag: %s", (header, known) => {
    expect(isKnown(header, '"x"')).toBe(known);
  });

  it.each([
    [undefined, "plain"],
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", "plain"],
  ])("Accept-Encoding %s is answered with %s", (header, coding) => {
    expect(codingOf(header)).toBe(coding);
  });
});

describe("pagePolicy", () => {
  it("allows no inline script, no eval and nothing from other origins", () => {
    const policy = pagePolicy("abc");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'nonce-abc'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });
});
