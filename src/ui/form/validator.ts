import { Validator, type Schema } from "@cfworker/json-schema";
import {
  createErrorHandler,
  toErrorSchema,
  unwrapErrorHandler,
  validationDataMerge,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from "@rjsf/utils";
import type { FormValues } from "#core/form/values";

interface SchemaError {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly error: string;
}

/** Errors of a value under a schema, found by interpreting it: the page's policy forbids compiling one. */
export function schemaErrors(schema: RJSFSchema, value: unknown): readonly SchemaError[] {
  // The two libraries write the same schemas with types of their own.
  const { errors } = new Validator(schema as Schema, "7", false).validate(value);
  // Only the innermost errors say something to people; "properties" just leads to them.
  return errors.filter(({ keyword }) => keyword !== "properties" && keyword !== "items");
}

function errorOf({ keyword, instanceLocation, error }: SchemaError): RJSFValidationError {
  const missing = keyword === "required" ? /"([^"]+)"/.exec(error)?.[1] : undefined;
  const path = instanceLocation.replace(/^#/, "").split("/").slice(1).map(decodePointer);
  const property = [...path, ...(missing === undefined ? [] : [missing])].map((part) => `.${part}`).join("");
  return { name: keyword, property, message: error, stack: `${property} ${error}`, params: {} };
}

function decodePointer(part: string): string {
  return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** rjsf's validator for schemas made at run time; works under a policy without `unsafe-eval` (packages 4.2). */
export const VALIDATOR: ValidatorType<FormValues> = {
  validateFormData: (formData, schema, customValidate, transformErrors, uiSchema) => {
    const raw = schemaErrors(schema, formData ?? {}).map(errorOf);
    const errors = transformErrors === undefined ? raw : transformErrors(raw, uiSchema);
    const found = { errors, errorSchema: toErrorSchema<FormValues>(errors) };
    if (customValidate === undefined) return found;
    const handler = customValidate(formData, createErrorHandler<FormValues>(formData ?? {}), uiSchema);
    return validationDataMerge(found, unwrapErrorHandler(handler));
  },
  isValid: (schema, formData) => schemaErrors(schema, formData).length === 0,
  rawValidation: (schema, formData) => ({
    // Asked for by the playground of rjsf alone; it names its own type for the errors.
    errors: [...schemaErrors(schema, formData)] as never[],
  }),
};
