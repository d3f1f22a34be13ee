import { Validator, type Schema } from "@cfworker/json-schema";
import type { FormValues } from "#core/form/values";
import type { RJSFValidationError, ValidatorType } from "@rjsf/utils";
import { toErrorSchema } from "@rjsf/utils";

/** Errors of the values of a form, each with the property it is about. */
function errorsOf(schema: unknown, data: unknown): RJSFValidationError[] {
  // Parse boundary: schemas are made by core/form/schema.ts and are plain JSON.
  const validator = new Validator(schema as Schema, "2020-12", false);
  const result = validator.validate(data ?? {});
  const own = result.errors.filter((error) => error.instanceLocation !== "#");
  const missing = missingOf(schema, data);
  return [
    ...missing.map((name) => errorOf(name, "required")),
    ...own.map((error) => errorOf(error.instanceLocation.split("/")[1] ?? "", error.keyword)),
  ];
}

function errorOf(property: string, keyword: string): RJSFValidationError {
  return { name: keyword, property: `.${property}`, message: keyword, stack: `${property}: ${keyword}` };
}

function missingOf(schema: unknown, data: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null || !("required" in schema)) return [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const given = new Map<string, unknown>(Object.entries(data ?? {}));
  return required.filter(
    (name): name is string =>
      typeof name === "string" && (given.get(name) === undefined || given.get(name) === null),
  );
}

/** rjsf's validator for forms made at run time: works under a policy without `unsafe-eval`, which dynamic AJV does not. */
export const FORM_VALIDATOR: ValidatorType<FormValues> = {
  validateFormData: (data, schema) => {
    const errors = errorsOf(schema, data);
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  isValid: (schema, data) => errorsOf(schema, data).length === 0,
  rawValidation: (schema, data) => ({ errors: [...errorsOf(schema, data)] as never[] }),
};
