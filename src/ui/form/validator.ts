import {
  hashForSchema,
  toErrorSchema,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { CompiledValidateFunction } from "@rjsf/validator-ajv8/lib/types.js";
import { useMemo } from "react";
import type { Params } from "#contract/wire/json";
import type { DrawnForm } from "#core/form/plan-form";
import type { FieldProblem } from "#core/form/plan-change";
import { refusedValues, type ValueSchema } from "#core/form/refused-values";
import type { FormValues } from "#core/form/values";
import type { WidgetOptions } from "#core/form/widget";
import { sayText, useText, type Say } from "../text.ts";
import { useLatest } from "../use-latest.ts";

/** rjsf's validator for one schema, which checks each value by the compiled validator of its kind. */
function validatorOf(schema: RJSFSchema): ValidatorType<FormValues> {
  const check: CompiledValidateFunction = (values: FormValues) => {
    // Parse boundary: schemas are made by core, and values of forms are JSON without what is not given.
    const errors = refusedValues(schema as ValueSchema, values as Params);
    check.errors = [...errors];
    return errors.length === 0;
  };
  return createPrecompiledValidator({ [hashForSchema(schema)]: check }, schema);
}

/** rjsf's validator of every form: works under a policy without `unsafe-eval`, because the build has compiled its parts. */
export const FORM_VALIDATOR: ValidatorType<FormValues> = {
  validateFormData: (data = {}, schema) => validatorOf(schema).validateFormData(data, schema),
  isValid: (schema, data) => validatorOf(schema).isValid(schema, data, schema),
  rawValidation: (schema, data) => validatorOf(schema).rawValidation(schema, data),
};

function errorOf(path: string, name: string, message: string, title?: string): RJSFValidationError {
  const error = { name, property: `.${path}`, message, stack: `${path}: ${message}` };
  return title === undefined ? error : { ...error, title };
}

/** Finds problems that the schema does not cover, by the paths of the fields. */
export type FormCheck = (values: FormValues) => readonly FieldProblem[];

/** `FORM_VALIDATOR` with sentences in place of keywords, and with the problems that `check` finds. One sentence for each field, in the order of the fields. */
export function useFormValidator(form: DrawnForm, check: FormCheck): ValidatorType<FormValues> {
  const latest = useLatest({ form, check, say: useText() });
  return useMemo(() => {
    const validateFormData: ValidatorType<FormValues>["validateFormData"] = (data, schema) => {
      const broken = FORM_VALIDATOR.validateFormData(data, schema).errors;
      const errors = toldErrors(latest.current, broken, data ?? {});
      return { errors, errorSchema: toErrorSchema(errors) };
    };
    return { ...FORM_VALIDATOR, validateFormData };
  }, [latest]);
}

interface Told {
  readonly form: DrawnForm;
  readonly check: FormCheck;
  readonly say: Say;
}

function toldErrors(
  { form, check, say }: Told,
  broken: readonly RJSFValidationError[],
  values: FormValues,
): RJSFValidationError[] {
  const told = new Map<string, RJSFValidationError>();
  for (const { property, name = "" } of broken) {
    const path = fieldIn(property);
    const options = form.fields.find((field) => field.name === path)?.options ?? {};
    const keyword = values[path] === null ? "required" : name;
    told.set(path, errorOf(path, keyword, sentenceOf(say, options, keyword)));
  }
  for (const { name, text, title } of check(values))
    told.set(name, errorOf(name, "check", sayText(say, text), title && sayText(say, title)));
  const order = form.uiSchema["ui:order"];
  const place = (path: string): number => order.indexOf(fieldIn(path));
  return [...told].toSorted(([one], [other]) => place(one) - place(other)).map(([, error]) => error);
}

/** The outer field of a path, which rjsf begins with a dot or not. This field draws all values of a list, so it also shows their errors. */
function fieldIn(path = ""): string {
  return /[^.]+/.exec(path)?.[0] ?? "";
}

type Sentence = (say: Say, options: WidgetOptions) => string;

const isMissing: Sentence = (say) => say("core.form.required");
const isOutside: Sentence = (say, { minimum, maximum }) =>
  say("core.form.outOfRange", { min: boundText(minimum), max: boundText(maximum) });

/** Keywords of JSON Schema as sentences about the field. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  required: isMissing,
  minLength: isMissing,
  maxLength: (say, { maxLength }) => say("ui.form.tooLong", { count: maxLength ?? 0 }),
  enum: (say) => say("core.form.noChoice"),
  minimum: isOutside,
  maximum: isOutside,
};

function boundText(bound: number | undefined): string {
  return bound === undefined ? "…" : String(bound);
}

function sentenceOf(say: Say, options: WidgetOptions, keyword: string): string {
  return (
    SENTENCES[keyword]?.(say, options) ??
    say(options.isInteger === true ? "core.form.noInteger" : "core.form.noNumber")
  );
}
