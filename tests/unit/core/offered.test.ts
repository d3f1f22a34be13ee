import { expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { FieldModel } from "#core/form/field-plan";
import { resolveCell } from "#core/form/cell-rules";
import { planForm, type FormTarget } from "#core/form/plan-form";
import { formSchema } from "#core/form/schema";
import type { Widget, WidgetOptions } from "#core/form/widget";
import { isCondition } from "../../../src/editor/explorer/filter-words.ts";
import { filterWidget, listFilters } from "../../../src/editor/explorer/list-filters.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { expectRecorded } from "../../support/recording.ts";

const catalogue = await portalCatalogue();
const PREFS = { locale: "en", isExpert: false } as const;

it("every parameter and every attribute is offered and shown as recorded", async ({ expect: pinned }) => {
  const lines = catalogue.types.flatMap((type) => [
    `${type.name}:`,
    ...["create", "update", ...own(type, catalogue)].flatMap((fn) => written(catalogue, type, fn)),
    ...filters(catalogue, type),
    ...type.attributes.map((one) => `  cell ${one.name}: ${resolveCell(catalogue, type.name, one)}`),
  ]);
  expect(lines.length).toBeGreaterThan(1000);
  await expectRecorded(`${lines.join("\n")}\n`, "./offered.txt", pinned);
});

it("the rules of a form for values of each data type are as recorded", async ({ expect: pinned }) => {
  await expectRecorded(`${schemas(catalogue).join("\n")}\n`, "./asked.txt", pinned);
});

/** Functions that only this type has. */
function own(type: ObjectTypeMeta, catalogue: Catalogue): readonly string[] {
  return ["connect", "disconnect", "imp"].filter((name) => catalogue.fn(type.name, name) !== null);
}

/** The fields in their order. A star marks required ones, a question mark those that may be null. */
function written(catalogue: Catalogue, type: ObjectTypeMeta, name: string): readonly string[] {
  return formOf(catalogue, type, name).map(
    ({ name: field, isRequired, isNullable, widget, options, preset }) =>
      `  ${name} ${field}${isRequired ? "*" : ""}${isNullable ? "?" : ""}: ${told({ widget, options })}${further(options, preset)}`,
  );
}

function formOf(catalogue: Catalogue, type: ObjectTypeMeta, name: string): readonly FieldModel[] {
  const operation = name as FormTarget["operation"];
  return planForm(catalogue, { object: type.name, operation, row: null }, PREFS)?.fields ?? [];
}

/** Other options of a field, and the default of the server. */
function further(options: WidgetOptions, preset: Json): string {
  const rest = {
    ...options,
    reference: undefined,
    element: undefined,
    values: undefined,
    addressBy: undefined,
    ...(preset === null ? {} : { preset }),
  };
  const text = JSON.stringify(rest);
  return text === "{}" ? "" : ` ${text}`;
}

/** Rules of a form for a value, by data type. */
function schemas(catalogue: Catalogue): readonly string[] {
  const lines = catalogue.types.flatMap((type) =>
    ["create", "update"].flatMap((fn) =>
      formOf(catalogue, type, fn).map((field) => {
        const { title, ...asked } = formSchema([field]).properties[field.name] ?? {};
        expect(title).toBe(field.label);
        return `${field.dataType.name}${field.isNullable ? "?" : ""} ${JSON.stringify(asked)}`;
      }),
    ),
  );
  return [...new Set(lines)].toSorted();
}

function filters(catalogue: Catalogue, type: ObjectTypeMeta): readonly string[] {
  const all = listFilters(catalogue, type, "en");
  const conditions = Map.groupBy(
    all.filter(({ word }) => isCondition(word)),
    ({ of }) => of,
  );
  return [
    ...all
      .filter(({ word }) => !isCondition(word))
      .map(
        (filter) =>
          `  list ${filter.name}${filter.isRequired ? "*" : ""}: ${told(filterWidget(catalogue, type, filter))}`,
      ),
    ...[...conditions].map(([of, found]) => `  where ${of} ${found.map(({ word }) => word).join()}`),
  ];
}

/** The widget, the type and key that it refers to, and its other options. */
function told({ widget, options }: { readonly widget: Widget; readonly options: WidgetOptions }): string {
  const { reference, element, addressBy, values } = options;
  return [
    widget,
    ...(reference === undefined
      ? []
      : [
          `→ ${reference.object}.${reference.attribute}`,
          `by ${reference.searched.join()}`,
          ...Object.keys(reference.filters).map((name) => `if ${name}`),
          ...reference.sorting.map((name) => `in order of ${name}`),
        ]),
    ...(values === undefined ? [] : [`of ${Object.keys(values).join()}`]),
    ...(addressBy === undefined ? [] : [JSON.stringify(addressBy)]),
    ...(element === undefined ? [] : [`each ${told(element)}`]),
  ].join(" ");
}
