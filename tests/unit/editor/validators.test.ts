import { customizeValidator } from "@rjsf/validator-ajv8";
import type { RJSFSchema } from "@rjsf/utils";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { CELL_RULES } from "#core/form/cell-rules";
import { FIELD_RULES, refOf } from "#core/form/field-rules";
import type { FieldContext, FieldRule } from "#core/form/rules";
import { planForm, type FormModel } from "#core/form/plan-form";
import type { PropertySchema } from "#core/form/schema";
import type { FormValues } from "#core/form/values";
import { FORM_VALIDATOR } from "../../../src/ui/form/validator.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();
const OPERATIONS = ["create", "update"] as const;
const plans: readonly FormModel[] = catalogue.types.flatMap((type) =>
  OPERATIONS.flatMap((operation) => {
    const row = operation === "create" ? null : {};
    const plan = planForm(catalogue, { object: type.name, operation, row }, { locale: "en", isExpert: true });
    return plan === null || plan.fields.length === 0 ? [] : [plan];
  }),
);
const ajv = customizeValidator<FormValues>({ AjvClass: Ajv2020 });

/** Values near the limits of a property, and values of every other kind. */
function valueOf({
  maxLength = 20,
  minimum = 0,
  maximum = 9,
}: PropertySchema): fc.Arbitrary<Json | undefined> {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 6 }),
    fc.integer({ min: Math.max(0, maxLength - 1), max: maxLength + 1 }).map((length) => "x".repeat(length)),
    fc.integer({ min: Math.max(0, maxLength - 1), max: maxLength + 1 }).map((length) => "🐟".repeat(length)),
  );
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1),
  );
  return fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    text,
    number,
    fc.boolean(),
    fc.array(fc.oneof(text, number, fc.boolean(), fc.constant(null)), { maxLength: 3 }),
  );
}

const valuesOf = (plan: FormModel): fc.Arbitrary<FormValues> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(plan.schema.properties).map(([name, property]) => [name, valueOf(property)]),
      ),
    )
    .map((drawn) =>
      Object.fromEntries(
        Object.entries(drawn).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        ),
      ),
    );

describe("the validators of forms", () => {
  it("exist for every kind of form", () => {
    expect(plans.length).toBeGreaterThan(30);
  });

  it.each(plans.map((plan) => [`${plan.target.object}.${plan.target.operation}`, plan] as const))(
    "[TAFORM-52] agree on the values of %s: those that the build has compiled, and AJV with the schema of the form",
    (_, plan) => {
      // rjsf requires its own, mutable type for schemas.
      const schema = plan.schema as unknown as RJSFSchema;
      fc.assert(
        fc.property(valuesOf(plan), (values) => {
          const ours = new Set(FORM_VALIDATOR.validateFormData(values, schema).errors.map(propertyOf));
          const theirs = new Set(ajv.validateFormData(values, schema).errors.map(propertyOf));
          expect([...ours].toSorted()).toEqual([...theirs].toSorted());
        }),
        { numRuns: 60 },
      );
    },
  );
});

const propertyOf = ({ property }: { readonly property?: string }): string =>
  (property ?? "").replace(/^\./, "").split(/[.[]/)[0] ?? "";

describe("the rules that choose fields and cells", () => {
  const tied = <Kind>(rules: readonly FieldRule<Kind>[], context: FieldContext): readonly string[] => {
    const applying = rules.filter((rule) => rule.applies(context));
    const top = Math.max(...applying.map((rule) => rule.rank));
    const equal = applying.filter((rule) =>
      applying.some((other) => other !== rule && other.rank === rule.rank),
    );
    const problem = equal.length > 0 ? [equal.map((rule) => String(rule.widget)).join(" = ")] : [];
    return Number.isFinite(top) ? problem : [`no rule for ${context.object}.${context.name}`];
  };

  it("of equal rank never apply to the same parameter or attribute of the catalogue", () => {
    const ties = catalogue.types.flatMap((type) => {
      const inputs = OPERATIONS.flatMap((operation) =>
        Object.entries(catalogue.fn(type.name, operation)?.parameters ?? {}).flatMap(([name, parameter]) =>
          tied(FIELD_RULES, {
            catalogue,
            object: type.name,
            name,
            dataType: catalogue.dataType(parameter.data_type),
            attribute: type.attribute(name),
            ref: refOf(parameter),
            operation,
            isExpert: false,
          }).map((tie) => `${type.name}.${operation} ${name}: ${tie}`),
        ),
      );
      const cells = type.attributes.flatMap((attribute) =>
        tied(CELL_RULES, {
          catalogue,
          object: type.name,
          name: attribute.name,
          dataType: attribute.dataType,
          attribute,
          ref: attribute.refersTo,
          operation: "list",
          isExpert: false,
        }).map((tie) => `${type.name}.${attribute.name}: ${tie}`),
      );
      return [...inputs, ...cells];
    });
    expect(ties).toEqual([]);
  });
});
