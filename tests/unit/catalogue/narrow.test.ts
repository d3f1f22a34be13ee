import { describe, expect, it } from "vitest";
import type { Json, Localised } from "#contract/wire/json";
import { checkNarrowing, wantedOf } from "../../../server/catalogue/check-narrowing.ts";
import { dataType, elementOf, parseValue, type DataTypeName } from "../../../server/catalogue/data-types.ts";
import type { AttributeSpec } from "../../../server/catalogue/define.ts";
import type { NarrowSpec } from "../../../server/catalogue/define-narrow.ts";
import { narrowedType, narrowingOf, type Narrowing } from "../../../server/catalogue/narrow.ts";

const both = (text: string): Localised => ({ de: text, en: text });
const LABEL = { de: "Ding", en: "thing" };
const NONE: Narrowing = {
  min: null,
  max: null,
  textLength: null,
  pattern: null,
  values: null,
  form: null,
  wanted: both(""),
};
const COLOURS = { red: { de: "rot", en: "red" }, blue: { de: "blau", en: "azure" } };

describe("demands of an attribute", () => {
  it.each<readonly [string, NarrowSpec & { readonly help?: Localised }, Partial<Narrowing> | null]>([
    ["nothing", { help: LABEL }, null],
    ["suggestions", { values: COLOURS, hasOtherValues: true }, null],
    ["a least number", { min: 0 }, { min: 0, wanted: { de: "mindestens 0", en: "at least 0" } }],
    ["a greatest number", { max: 0 }, { max: 0, wanted: { de: "höchstens 0", en: "at most 0" } }],
    ["both bounds", { min: -2, max: 9 }, { min: -2, max: 9, wanted: { de: "-2 bis 9", en: "-2 to 9" } }],
    [
      "a length",
      { textLength: 5, help: LABEL },
      { textLength: 5, wanted: { de: "höchstens 5 Zeichen", en: "at most 5 characters" } },
    ],
    ["a pattern with words", { pattern: "^a$", help: LABEL }, { pattern: "^a$", form: LABEL, wanted: LABEL }],
    ["a pattern without words", { pattern: "^a$" }, { pattern: "^a$" }],
    [
      "choices, with labels that say more than they",
      { values: COLOURS, help: LABEL },
      {
        values: ["red", "blue"],
        form: { de: "red (rot), blue (blau)", en: "red, blue (azure)" },
        wanted: { de: "red (rot), blue (blau)", en: "red, blue (azure)" },
      },
    ],
    [
      "all of it besides suggestions",
      { pattern: "^a$", help: LABEL, max: 3, textLength: 4, values: COLOURS, hasOtherValues: true },
      {
        pattern: "^a$",
        max: 3,
        textLength: 4,
        form: LABEL,
        wanted: {
          de: "Ding; höchstens 3; höchstens 4 Zeichen",
          en: "thing; at most 3; at most 4 characters",
        },
      },
    ],
  ])("is told in words: %s", (_, spec, expected) => {
    expect(narrowingOf(spec)).toEqual(expected === null ? null : { ...NONE, ...expected });
  });

  it("replace the demands of the data type, and leave the rest", () => {
    const vlan = dataType("vlan_id");
    expect(narrowedType(vlan, null)).toBe(vlan);
    const { min, max, textLength, pattern } = narrowedType(vlan, narrowingOf({ max: 9 }));
    expect([min, max, textLength, pattern]).toEqual([1, 9, null, null]);
    expect(narrowedType(vlan, narrowingOf({ min: 3 }))).toMatchObject({ min: 3, max: 4094 });
    const id = dataType("text_id");
    const short = { textLength: 3, pattern: id.pattern };
    expect(narrowedType(id, narrowingOf({ textLength: 3 }))).toMatchObject(short);
    expect(narrowedType(id, narrowingOf({ pattern: "^a$" }))).toMatchObject({
      textLength: 64,
      pattern: "^a$",
    });
  });
});

describe("a value that meets the demands of the attribute", () => {
  const LIST: DataTypeName = "text_line_array";
  it.each<readonly [DataTypeName, NarrowSpec, Json, string | number]>([
    ["integer", { min: 2, max: 4 }, 2, "fits"],
    ["integer", { min: 2, max: 4 }, 4, "fits"],
    ["integer", { min: 2 }, 1, "out_of_range"],
    ["integer", { max: 4 }, 5, "out_of_range"],
    ["integer", { values: { 1: LABEL, 2: LABEL } }, 2, "fits"],
    ["integer", { values: { 1: LABEL, 2: LABEL } }, 3, "bad_format"],
    ["boolean", { values: { true: LABEL } }, true, "fits"],
    ["boolean", { values: { true: LABEL } }, false, "bad_format"],
    ["text_line", { values: COLOURS }, "red", "fits"],
    ["text_line", { values: COLOURS }, "Red", "bad_format"],
    ["text_line", { values: COLOURS, hasOtherValues: true, textLength: 9 }, "green", "fits"],
    // Letters beyond the basic plane are one character each, as for PostgreSQL.
    ["text_line", { textLength: 3 }, "𝔞𝔟𝔠", "fits"],
    ["text_line", { textLength: 3 }, "𝔞𝔟𝔠𝔡", 4],
    ["text_line", { pattern: "^[a-z]+$" }, "ab", "fits"],
    ["text_line", { pattern: "^[a-z]+$" }, "a1", "bad_format"],
    ["text_line", { pattern: "^[a-z]+$", textLength: 2 }, "a12", 3],
    ["text_line", { pattern: "^..$" }, "𝔞b", "fits"],
    ["integer", { pattern: "^x$", textLength: 1 }, 77, "fits"],
    [LIST, { textLength: 2 }, ["ab", "c"], "fits"],
    [LIST, { textLength: 2 }, ["ab", "cde"], 3],
    [LIST, { values: COLOURS }, ["red", "blue", "green"], "bad_format"],
    [LIST, { values: COLOURS }, [], "fits"],
  ])("%s within %j: %j %s", (name, spec, value, expected) => {
    const read = parseValue(narrowedType(dataType(name), narrowingOf(spec)), value);
    const { ok } = read;
    expect(ok ? "fits" : (read.length ?? read.fault)).toBe(expected);
    if (ok) expect(read.value).toEqual(value);
  });

  it("is of the narrowed type of the elements in a list", () => {
    const type = elementOf(narrowedType(dataType("vlan_id_array"), narrowingOf({ max: 9 })));
    expect([type.name, type.min, type.max]).toEqual(["vlan_id", 1, 9]);
  });
});

describe("mistakes of a definition that narrows its data type", () => {
  const found = (type: DataTypeName, spec: Partial<AttributeSpec>): readonly string[] =>
    [...checkNarrowing({ type, label: LABEL, ...spec }, dataType(type))].map(
      (text) => text.split(/[.,]/)[0] ?? "",
    );

  it.each<readonly [DataTypeName, Partial<AttributeSpec>]>([
    ["integer", {}],
    ["integer", { min: 3, max: 3 }],
    ["vlan_id", { min: 1, max: 4094 }],
    ["vlan_id", { min: 4094 }],
    ["vlan_id_array", { max: 1 }],
    ["decimal", { min: -1e300, max: 1e300 }],
    ["text_line", { textLength: 1 }],
    ["text_line_array", { textLength: 255 }],
    ["json", { values: { "1": LABEL } }],
    ["text_id", { pattern: "^a$", help: LABEL }],
    ["integer", { values: { 1: LABEL, "-7": LABEL } }],
    ["boolean", { values: { true: LABEL, false: LABEL } }],
    ["decimal", { values: { "-0.5": LABEL } }],
    ["mac_addr", { values: { "00:00:00:00:00:01": LABEL } }],
    ["text_id", { ref: { to: "lab.thing" } }],
    ["text_id", { partOf: "thing" }],
    ["text_id", { computed: "'a'", values: { a: LABEL } }],
  ])("are none in %s %j", (type, spec) => {
    expect(found(type, spec)).toEqual([]);
  });

  const EFFECT = "has no effect";
  it.each<readonly [DataTypeName, Partial<AttributeSpec>, readonly string[]]>([
    ["text_id", { ref: { to: "lab.thing" }, textLength: 3 }, [`textLength ${EFFECT}`]],
    [
      "text_id",
      { partOf: "thing", pattern: "^a$", help: LABEL, textLength: 2 },
      [`textLength ${EFFECT}`, `pattern ${EFFECT}`],
    ],
    ["integer", { computed: "1", min: 1, max: 2 }, [`min ${EFFECT}`, `max ${EFFECT}`]],
    ["vlan_id", { min: 0 }, ["min and max are wider than vlan_id"]],
    ["vlan_id_array", { max: 4095 }, ["min and max are wider than vlan_id"]],
    ["vlan_id", { min: 5000 }, ["no number is between 5000 and 4094"]],
    ["vlan_id", { max: 0 }, ["no number is between 1 and 0"]],
    ["vlan_id", { min: 5000, max: 0 }, ["no number is between 5000 and 0"]],
    ["text_line", { max: 1 }, ["min and max are for numbers"]],
    ["boolean", { min: 0 }, ["min and max are for numbers"]],
    ["text_line", { textLength: 0 }, ["textLength is 0"]],
    ["text_line", { textLength: 1.5 }, ["textLength is 1"]],
    ["text_line_array", { textLength: 256 }, ["textLength is 256"]],
    ["wpa2_key", { textLength: 20_000_000 }, ["textLength is 20000000"]],
    ["json", { textLength: 3 }, ["textLength is for texts"]],
    ["integer", { pattern: "^1$", help: LABEL }, ["pattern is for texts"]],
    // The database would take this escape, and the browser would not.
    [
      "text_line",
      { pattern: "^a\\-b$", help: LABEL },
      ["the pattern ^a\\-b$ is no regular expression that server"],
    ],
    ["text_line", { pattern: "^a", help: LABEL }, ["the pattern would accept more than whole values"]],
    ["text_line", { pattern: "a$", help: LABEL }, ["the pattern would accept more than whole values"]],
    ["text_line", { values: {} }, ["values has none"]],
    ["integer", { values: { one: LABEL, 2: LABEL } }, ["values has one"]],
    ["integer_array", { values: { "1": LABEL, x: LABEL } }, ["values has x"]],
    // A word in another spelling than the value equals no value.
    ["boolean", { values: { true: LABEL, yes: LABEL } }, ["values has yes"]],
    ["integer", { values: { "": LABEL, "01": LABEL } }, ["values has ", "values has 01"]],
    ["decimal", { values: { "1e1": LABEL, "2.50": LABEL } }, ["values has 1e1", "values has 2"]],
    ["mac_addr", { values: { "00-00-00-00-00-01": LABEL } }, ["values has 00-00-00-00-00-01"]],
  ])("are told in %s %j", (type, spec, expected) => {
    expect(found(type, spec)).toEqual(expected);
  });

  it("are reported with an example of a correct value", () => {
    const forms = (
      ["integer", "boolean", "json_object", "json", "text", "text_array", "mac_addr"] as const
    ).map((name) => wantedOf(dataType(name)).split(" (")[0]);
    expect(forms).toEqual([
      "Write a value as 1",
      "Write a value as true",
      "Write a value as {}",
      "Write a value as null",
      'Write a value as "…"',
      "Write a value as []",
      "Write a value as mac",
    ]);
    expect(wantedOf(dataType("vlan_id"))).toBe("Write a value as 1 (Whole number from 1 to 4094).");
  });
});
