import { describe, expect, it } from "vitest";
import type { Field, FieldType } from "#contract/requests/form";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { isList, isObject, type Json } from "#contract/wire/json";
import type { UiParameter, UiProperty, UiSchema } from "#core/form/plan-form";
import type { FormValues } from "#core/form/values";
import { startOf } from "#core/requests/draft";
import { planRequest } from "#core/requests/plan";
import { problemText } from "#core/requests/problem-text";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { expectRecorded } from "../../support/recording.ts";

const catalogue = await portalCatalogue();

/** The other request forms for a BCD differ only in a default. */
const distinct = [...REQUEST_FORMS.values()].filter(({ name }) => !name.startsWith("bcd_"));

function planned(fields: readonly Field[], values: FormValues, variant: string | null) {
  return planRequest(fields, values, { catalogue, locale: "en", variant });
}

/** A value for every field. */
function valueFor(type: FieldType): Json {
  switch (type.kind) {
    case "object":
      return filledIn(type.fields);
    case "list":
      return [valueFor(type.of), valueFor(type.of), valueFor(type.of), valueFor(type.of)];
    case "boolean":
      return true;
    case "integer":
      return type.min;
    case "choice":
      return type.choices.at(-1)?.value ?? null;
    default:
      return "x";
  }
}

function filledIn(fields: readonly Field[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, valueFor(type)]));
}

/** How each field of the UI schema is drawn. Nested fields are drawn for the first of their values. */
function drawnAs(schema: UiSchema, values: FormValues, indent: string): readonly string[] {
  return schema["ui:order"].flatMap((name) => {
    // Every name in the order must be a property.
    const property = schema[name] as UiProperty;
    if ("ui:widget" in property) return [`${indent}${name}: hidden`];
    // Only a property with a single input names its field.
    if ("ui:field" in property) return [`${indent}${name}: ${told(property as UiParameter)}`];
    const value = values[name];
    if ("ui:order" in property)
      return [`${indent}${name}:`, ...drawnAs(property, isObject(value) ? value : {}, `${indent}  `)];
    const [first = {}] = isList(value) ? value : [];
    const { "ui:title": title, ...entry } = property.items(first, 0);
    const entries = drawnAs(entry, isObject(first) ? first : {}, `${indent}  `);
    return [`${indent}${name}, each ${JSON.stringify([title, property["ui:options"].of])}:`, ...entries];
  });
}

function told({ "ui:options": { parameter } }: UiParameter): string {
  const { widget, options, isRequired, proposed, guidance, label } = parameter;
  return `${widget}${isRequired ? "*" : ""} ${JSON.stringify([label, options, proposed, guidance])}`;
}

describe("a request form", () => {
  it("is drawn as recorded, both empty and filled in, for each kind of request", async ({
    expect: pinned,
  }) => {
    const lines = distinct.flatMap(({ name, fields, variants = [] }) => [
      `${name}: ${JSON.stringify(planned(fields, {}, null).schema)}`,
      ...[startOf(fields, { senderEmail: null }), filledIn(fields)].flatMap((values) => {
        const { fields: outer, uiSchema } = planned(fields, values, null);
        return [` ${outer.map((one) => one.name).join(" ")}`, ...drawnAs(uiSchema, values, "  ")];
      }),
      ...variants.flatMap(({ value }) => [
        ` ${String(value)}`,
        ...drawnAs(planned(fields, filledIn(fields), String(value)).uiSchema, filledIn(fields), "  "),
      ]),
    ]);
    await expectRecorded(`${lines.join("\n")}\n`, "./drawn.txt", pinned);
  });

  it.each([
    ["required_missing", {}, { key: "core.form.required" }],
    ["null_not_allowed", {}, { key: "core.form.required" }],
    ["too_long", {}, { key: "ui.form.tooLong" }],
    ["out_of_range", { min: 2, max: "9" }, { key: "core.form.outOfRange", values: { min: "2", max: "9" } }],
    ["out_of_range", { min: null }, { key: "core.form.outOfRange", values: { min: "", max: "" } }],
    ["wrong_type", { data_type: "integer" }, { key: "core.form.noNumber" }],
    ["wrong_type", { data_type: "text" }, { key: "core.form.badFormat" }],
    ["too_many_values", { limit: 5 }, { key: "views.requests.tooMany", values: { count: 5 } }],
    ["bad_format", { data_type: "bcd_name" }, { key: "core.form.invalidBcdName" }],
    ["bad_format", {}, { key: "core.form.badFormat" }],
  ] as const)("says what to do about a value with %s and %j", (fault, details, text) => {
    expect(problemText({ fault, details } as never)).toEqual(text);
  });
});
