import { expect, it } from "vitest";
import type { AttributeRow } from "#contract/wire/metadata";
import { normaliseValue } from "#core/form/grammar";
import { narrowedType } from "#core/form/narrowed";
import { dataTypeRow } from "./metadata.ts";

function attribute(more: Partial<AttributeRow>): AttributeRow {
  return {
    data_type: "text_id",
    position: 0,
    is_key: false,
    is_nullable: false,
    is_computed: false,
    is_create_only: false,
    is_secret: false,
    ...more,
  };
}

const CHOICES = { red: { en: "red" }, blue: { en: "azure" } };

it.each<readonly [string, Partial<AttributeRow>, object]>([
  ["vlan_id", {}, { min: 1, max: 4094 }],
  ["vlan_id", { min: 0, max: 0 }, { min: 0, max: 0 }],
  ["vlan_id", { max: 9 }, { min: 1, max: 9 }],
  ["text_id", { text_length: 3 }, { text_length: 3 }],
  ["text_id", { pattern: "^a$" }, { text_length: 64, narrowing: { pattern: "^a$", values: null } }],
  ["text_id", { value_language_dict: CHOICES }, { narrowing: { pattern: null, values: ["red", "blue"] } }],
  [
    "text_id",
    { value_language_dict: CHOICES, has_other_values: false, pattern: "^b" },
    { narrowing: { pattern: "^b", values: ["red", "blue"] } },
  ],
  ["text_id", { value_language_dict: CHOICES, has_other_values: true }, {}],
])("%s with %j has the bounds of the attribute and otherwise its own", (name, more, expected) => {
  const type = dataTypeRow(name);
  expect(narrowedType(type, attribute(more))).toEqual({ ...type, ...expected });
});

it("a list has the bounds for its elements, and none of its own", () => {
  const type = { ...dataTypeRow("text_id_array"), element: dataTypeRow("text_id") };
  const narrowed = narrowedType(type, attribute({ text_length: 2, value_language_dict: CHOICES }));
  const narrowing = { pattern: null, values: ["red", "blue"] };
  expect(narrowed).toEqual({ ...type, element: { ...type.element, text_length: 2, narrowing } });
  const read = (value: readonly string[]) => normaliseValue(narrowed, value, () => null);
  expect(read(["red", "blue"])).toEqual({ ok: true, value: ["red", "blue"] });
  expect(read(["red", "green"])).toEqual({ ok: false, text: { key: "core.form.noChoice" } });
});
