import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { refusedValues, type ValueSchema } from "#core/form/refused-values";

const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false });
const CHOICES = ["a", "b", 1, 2, true, null] as const;
const length = fc.nat({ max: 4 });
const bound = fc.integer({ min: -3, max: 3 });
const choices = fc.subarray([...CHOICES], { minLength: 1 });
type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Schemas of each kind of value, as forms have them, with bounds near the values below. */
const KINDS: Readonly<Record<string, fc.Arbitrary<ValueSchema>>> = {
  any: some({ enum: choices }),
  null: some({ enum: choices }).map((one) => ({ ...one, type: ["string", "null"] as const })),
  boolean: typed("boolean", { enum: choices }),
  integer: typed("integer", { minimum: bound, maximum: bound, enum: choices }),
  number: typed("number", { minimum: bound, maximum: bound, enum: choices }),
  string: typed("string", { minLength: length, maxLength: length, enum: choices }),
  array: typed("array", { items: inner() }),
  object: typed("object", {
    properties: fc.record({ one: inner(), two: inner() }),
    required: fc.subarray(["one", "two"]),
    additionalProperties: fc.constant(false),
  }),
};

/** Some of these members. */
function some(members: Members): fc.Arbitrary<ValueSchema> {
  // The members are those of schemas.
  return fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<ValueSchema>;
}

function typed(type: Exclude<ValueSchema["type"], undefined | readonly unknown[]>, bounds: Members) {
  return fc
    .tuple(fc.constantFrom(type, [type, "null"] as const), some(bounds))
    .map(([one, members]): ValueSchema => ({ type: one, ...members }));
}

function inner(): fc.Arbitrary<ValueSchema> {
  return fc.oneof(
    typed("string", { minLength: length, maxLength: length, enum: choices }),
    typed("integer", { minimum: bound, maximum: bound }),
    typed("array", { items: some({ enum: choices }) }),
  );
}

const leaf: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...CHOICES),
  fc.string({ unit: "grapheme", maxLength: 4 }),
  fc.constantFrom("🐟", "🐟🐟🐟🐟", "🐟🐟🐟🐟🐟"),
  fc.integer({ min: -4, max: 4 }),
  fc.double({ min: -4, max: 4, noNaN: true }),
);
const list = fc.array(leaf, { maxLength: 3 });
const value: fc.Arbitrary<Json> = fc.oneof(
  leaf,
  list,
  fc.record({ one: fc.oneof(leaf, list), two: leaf, three: leaf }, { requiredKeys: [] }),
);

describe("[TAFORM-52] what is refused in a value", () => {
  it.each(Object.entries(KINDS))("of the kind %s is what ajv refuses with its schema", (_, schemas) => {
    fc.assert(
      fc.property(schemas, fc.array(value, { minLength: 1, maxLength: 30 }), (schema, values) => {
        const validate = ajv.compile(schema);
        for (const one of values) {
          const isValid = validate(one);
          const refused = refusedValues(schema, one);
          expect({ schema, one, isValid: refused.length === 0 }).toEqual({ schema, one, isValid });
          const told = (validate.errors ?? []).map(({ keyword, instancePath: at, params }) => ({
            keyword,
            at: keyword === "additionalProperties" ? `${at}/${String(params["additionalProperty"])}` : at,
          }));
          const ours = refused.map(({ keyword, instancePath: at }) => ({ keyword, at }));
          expect(new Set(ours.map(textOf))).toEqual(new Set(told.map(textOf)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is nothing for a member that is undefined, which is a field without a value", () => {
    const schema = { type: "object", properties: { one: { type: "string" } } } as const;
    const values: Readonly<Record<string, Json | undefined>> = { one: undefined };
    // Parse boundary: values of a form, as rjsf holds them.
    expect(refusedValues(schema, values as Json)).toEqual([]);
  });
});

const textOf = ({ keyword, at }: { readonly keyword: string; readonly at: string }): string =>
  `${at} ${keyword}`;
