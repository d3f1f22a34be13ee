import { describe, expect, it } from "vitest";
import { markersOf, textsIn, withValues } from "#contract/template";

describe("markersOf", () => {
  it.each<[string, readonly string[] | null]>([
    ["", []],
    ["web1.example.com.", []],
    ["{{fqdn}}", ["fqdn"]],
    ["_acme.{{ host }}.{{zone}}", ["host", "zone"]],
    ["{a} } {", []],
    ["{{fqdn", null],
    ["fqdn}}", null],
    ["{{}}", null],
    ["{{a b}}", null],
    ["{{a}}}}", null],
    ["{{{a}}}", ["a"]],
  ])("%s has %j", (text, markers) => {
    expect(markersOf(text)).toEqual(markers);
  });
});

describe("withValues", () => {
  const values = { number: 7, flag: false, nothing: null, list: ["a", "b"], text: "x" };

  it("a marker that is the whole text becomes the value as it is", () => {
    expect(withValues(["{{number}}", "{{flag}}", "{{nothing}}", "{{list}}", "{{text}}"], values)).toEqual([
      7,
      false,
      null,
      ["a", "b"],
      "x",
    ]);
  });

  it("a marker within a text becomes text", () => {
    expect(withValues({ a: "{{text}}-{{number}}", b: { c: "<{{nothing}}>" } }, values)).toEqual({
      a: "x-7",
      b: { c: "<>" },
    });
  });

  it("a value that looks like a marker stays", () => {
    expect(withValues("{{text}}", { text: "{{number}}" })).toBe("{{number}}");
    expect(withValues("a {{text}}", { text: "{{number}}" })).toBe("a {{number}}");
  });

  it("a marker without a value is a mistake of the caller", () => {
    expect(() => withValues("{{other}}", values)).toThrow("other");
  });
});

describe("textsIn", () => {
  it("finds every text, names of members included", () => {
    expect(textsIn({ a: ["b", 1, { c: "d" }], e: null })).toEqual(["a", "0", "b", "1", "2", "c", "d", "e"]);
  });
});
