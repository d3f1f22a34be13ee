import { Validator, type Schema } from "@cfworker/json-schema";
import { toErrorSchema, type RJSFSchema, type RJSFValidationError, type ValidatorType } from "@rjsf/utils";
import { useMemo } from "react";
import type { DrawnForm } from "#core/form/plan-form";
import type { FieldProblem } from "#core/form/plan-change";
import type { FormValues } from "#core/form/values";
import type { WidgetOptions } from "#core/form/widget";
import { sayText, useText, type Say } from "../text.ts";
import { useLatest } from "../use-latest.ts";

/** Errors of the values of a form, each with the property it is about. */
function errorsOf(schema: RJSFSchema, data: FormValues = {}): RJSFValidationError[] {
  // Parse boundary: schemas are made by core and are plain JSON.
  const validator = new Validator(schema as Schema, "2020-12", false);
  const result = validator.validate(data);
  const own = result.errors.filter((error) => error.instanceLocation !== "#");
  const missing = (schema.required ?? []).filter((name) => data[name] === undefined || data[name] === null);
  return [
    ...missing.map((name) => errorOf(name, "required")),
    ...own.map((error) => errorOf(error.instanceLocation.split("/")[1] ?? "", error.keyword)),
  ];
}

function errorOf(path: string, name: string, message = name, title?: string): RJSFValidationError {
  const error = { name, property: `.${path}`, message, stack: `${path}: ${message}` };
  return title === undefined ? error : { ...error, title };
}

/** rjsf's validator of every form: works under a policy without `unsafe-eval`, which dynamic AJV does not. */
export const FORM_VALIDATOR: ValidatorType<FormValues> = {
  validateFormData: (data, schema) => {
    const errors = errorsOf(schema, data);
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  isValid: (schema, data) => errorsOf(schema, data).length === 0,
  rawValidation: (schema, data) => ({ errors: [...errorsOf(schema, data)] as never[] }),
};

/** Finds problems that the schema does not cover, by the paths of the fields. */
export type FormCheck = (values: FormValues) => readonly FieldProblem[];

/** `FORM_VALIDATOR` with sentences in place of keywords, and with the problems that `check` finds. One sentence for each field, in the order of the fields. */
export function useFormValidator(form: DrawnForm, check: FormCheck): ValidatorType<FormValues> {
  const latest = useLatest({ form, check, say: useText() });
  return useMemo(() => {
    const validateFormData: ValidatorType<FormValues>["validateFormData"] = (data, schema) => {
      const errors = toldErrors(latest.current, errorsOf(schema, data), data ?? {});
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
  for (const { property = "", name = "" } of broken) {
    const path = property.slice(1);
    const options = form.fields.find((field) => field.name === path)?.options ?? {};
    told.set(path, errorOf(path, name, sentenceOf(say, options, name)));
  }
  for (const { name, text, title } of check(values))
    told.set(name, errorOf(name, "check", sayText(say, text), title && sayText(say, title)));
  const order = form.uiSchema["ui:order"];
  const place = (path: string): number => order.indexOf(path.split(".")[0] ?? "");
  return [...told].toSorted(([one], [other]) => place(one) - place(other)).map(([, error]) => error);
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
