import { describe, expect, it } from "vitest";
import { textsIn } from "#contract/template";
import { markersOf } from "#contract/template-text";
import { withValues } from "#contract/template-values";

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
    ["{{{a}}}", null],
    ["{{{a}}", null],
    ['{"ttl": {{a}} }', ["a"]],
    ["{{a}}{{b}}", ["a", "b"]],
    ["x{{#a}}, until {{ a }}{{/a}}", ["a", "a"]],
    ["{{#a}}{{#b}}{{c}}{{/b}}{{/a}}", ["a", "b", "c"]],
    ["{{#a}}x", null],
    ["x{{/a}}", null],
    ["{{#a}}x{{/b}}", null],
    ["{{#a}}{{#b}}{{/a}}{{/b}}", null],
  ])("%s has %j", (text, markers) => {
    expect(markersOf(text)).toEqual(markers);
  });
});

describe("withValues", () => {
  const values = { number: 7, flag: false, nothing: null, list: ["a", "b"], text: "x" };

  it("a text that is only a marker becomes the value, with the type of the value", () => {
    expect(withValues(["{{number}}", "{{flag}}", "{{nothing}}", "{{list}}", "{{text}}"], values)).toEqual([
      7,
      false,
      null,
      ["a", "b"],
      "x",
    ]);
  });

  it("a marker inside a longer text becomes text", () => {
    expect(withValues({ a: "{{text}}-{{number}}", b: { c: "<{{list}}>" } }, values)).toEqual({
      a: "x-7",
      b: { c: '<["a","b"]>' },
    });
  });

  it("[TPL-28] a text with the marker of an empty variable is left out, and so is an object without other values", () => {
    const empty = { nothing: null, list: [], none: undefined, text: "x" };
    for (const name of ["nothing", "list", "none"])
      expect(
        withValues({ a: `by {{text}}, until {{${name}}}, ok`, b: { c: `<{{${name}}}>` }, d: {} }, empty),
      ).toEqual({ d: {} });
  });

  it("[TPL-28] a part of a text is left out with its variable", () => {
    const text = "by {{text}}{{#day}}, until {{day}}{{/day}}, ok";
    expect(withValues(text, { text: "x", day: "Monday" })).toBe("by x, until Monday, ok");
    for (const day of [null, undefined, "", [], false])
      expect(withValues(text, { text: "x", day })).toBe("by x, ok");
    expect(withValues({ a: "{{#day}}until {{day}}{{/day}}", b: 1 }, { day: undefined })).toEqual({ b: 1 });
    expect(withValues("{{#on}}yes{{/on}}", { on: true })).toBe("yes");
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
