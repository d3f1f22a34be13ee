import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isList, isObject, type Json } from "#contract/wire/json";
import { compiledModule, validatorOf } from "../../../scripts/compiled-validators.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FILES = globSync("src/**/*.validator.ts", { cwd: ROOT });

/** The validator as Node compiles it: the query keeps the plugin of the build away. */
async function loaded(file: string) {
  const module: unknown = await import(/* @vite-ignore */ `${join(ROOT, file)}?by-node`);
  return validatorOf(module, file);
}

/** The validator as the build writes it. */
async function built(code: string, name: string): Promise<ValidateFunction> {
  const source = `data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`;
  const module: unknown = await import(/* @vite-ignore */ source);
  // Parse boundary: the code of ajv exports a validator under each of its names.
  return (module as Readonly<Record<string, ValidateFunction>>)[name] ?? expect.fail(`${name} is no export`);
}

const read = (file: string): Json =>
  // Parse boundary: files of this project.
  JSON.parse(readFileSync(join(ROOT, file), "utf8")) as Json;

/** Documents that a validator is tried with, besides damaged ones. */
const DOCUMENTS: Readonly<Record<string, readonly Json[]>> = {
  "src/contract/template-check/template.validator.ts": globSync("templates/*.json", { cwd: ROOT }).map(read),
  "src/core/txlist/list.validator.ts": [
    {
      serialization_version: 2,
      author: null,
      transaction: ["db_editor_simple", "db_editor_bundle_append", "json_template"].map((kind) => ({
        uuid: kind,
        ta_type: kind,
        content: {
          object_fq_name: "nd.site",
          object_function: "create",
          parameters: { old: {}, new: { name: "s" } },
        },
        bundle: [],
        template: {},
        variables: {},
      })),
    },
  ],
  "src/core/form/value.validator.ts": [
    { bounds: { minLength: 1, maxLength: 3, enum: ["x", "🐟🐟🐟"] }, value: "🐟🐟🐟", string: "🐟🐟🐟" },
    { bounds: { minimum: 1, maximum: 3 }, value: 2, integer: 2, number: 2 },
    { bounds: { required: ["one"], enum: [{ one: [1] }] }, value: { one: [1] }, object: { one: [1] } },
    { bounds: {}, null: null, boolean: false, array: [] },
  ],
};

const ODD: readonly Json[] = [null, "", "x", "🐟".repeat(256), 0, -1.5, true, [], {}, [1, 1], { x: {} }];

/** The document with something else, or nothing, at one of its places. */
function damaged(document: Json, steps: readonly number[], odd: Json | undefined): Json | undefined {
  const [step, ...further] = steps;
  if (step === undefined) return odd;
  const members = isList(document) || isObject(document) ? Object.entries<Json>(document) : [];
  const [name, inner] = members[step % Math.max(1, members.length)] ?? [];
  if (name === undefined || inner === undefined) return odd;
  const changed = members.flatMap(([one, value]): readonly (readonly [string, Json])[] => {
    const next = one === name ? damaged(inner, further, odd) : value;
    return next === undefined ? [] : [[one, next]];
  });
  return isList(document) ? changed.map(([, value]) => value) : Object.fromEntries(changed);
}

describe("a compiled validator", () => {
  it("is tried for each file, and there are some", () => {
    expect(FILES.length).toBeGreaterThan(2);
    expect(Object.keys(DOCUMENTS).toSorted()).toEqual(FILES.toSorted());
  });

  it.each(FILES)(
    "%s needs no other module and no `eval`, and tells the same errors as by Node",
    async (file) => {
      const { name, validate } = await loaded(file);
      const code = compiledModule({ name, validate });
      expect(code).not.toMatch(/\brequire\(|\bimport\b|\beval\b|new Function/);
      const compiled = await built(code, name);
      const errorsOf = (check: typeof validate, document: Json) => (check(document) ? [] : check.errors);
      const verdicts = new Set<boolean>();
      const documents = DOCUMENTS[file] ?? [];
      const damages = fc.tuple(
        fc.constantFrom(...documents),
        fc.array(fc.nat({ max: 9 }), { maxLength: 7 }),
        fc.constantFrom(undefined, ...ODD),
      );
      fc.assert(
        fc.property(damages, ([document, steps, odd]) => {
          const tried = damaged(document, steps, odd) ?? document;
          const errors = errorsOf(validate, tried);
          verdicts.add(errors?.length === 0);
          expect(errorsOf(compiled, tried)).toEqual(errors);
        }),
        { numRuns: 1000 },
      );
      expect(verdicts).toEqual(new Set([true, false]));
    },
  );

  it("is the one export of its file, and keeps its source", () => {
    const validate = new Ajv({ code: { source: true } }).compile({ type: "string" });
    expect(validatorOf({ isText: validate }, "one.validator.ts").name).toBe("isText");
    const wrong = [{}, { isText: validate, other: 1 }, { isText: new Ajv().compile({ type: "string" }) }];
    for (const module of wrong)
      expect(() => validatorOf(module, "one.validator.ts")).toThrow("one.validator.ts has to export one");
  });

  it("refuses a function of ajv that the code would have to load", () => {
    const validate = new Ajv({ code: { source: true } }).compile({ type: "string" });
    const source = { ...validate.source, validateCode: 'require("ajv/dist/runtime/uri").default' };
    expect(() => compiledModule({ name: "isText", validate: Object.assign(validate, { source }) })).toThrow(
      "isText calls uri of ajv",
    );
  });
});
