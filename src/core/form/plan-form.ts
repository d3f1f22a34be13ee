import type { Json, Params } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { Locale } from "../text.ts";
import { planFields, type DrawnField, type FieldModel } from "./field-plan.ts";
import { formSchema, type FormSchema } from "./schema.ts";
import type { FormPrefs, FormTarget } from "./target.ts";
import { toFormValue, type FormValues } from "./values.ts";

export type { FormPrefs, FormTarget };

/** The common data of all kinds of forms: their outer fields, and JSON Schema and UI schema for rjsf. */
export interface DrawnForm {
  readonly fields: readonly DrawnField[];
  readonly schema: FormSchema;
  readonly uiSchema: UiSchema;
}

/** A form that opens with these values. */
export interface StartedForm extends DrawnForm {
  readonly initial: FormValues;
}

/** A form made from metadata. */
export interface FormModel extends StartedForm {
  readonly fields: readonly FieldModel[];
  readonly target: FormTarget;
  readonly type: ObjectTypeMeta;
  /** The language whose texts are shown and written. */
  readonly locale: Locale;
  /** Values that are sent without a field. */
  readonly fixed: Params;
}

/** Name of the one rjsf field that draws every value. Its options say what to draw. */
export const PARAMETER_FIELD = "parameter";

export interface UiParameter {
  readonly "ui:field": typeof PARAMETER_FIELD;
  readonly "ui:options": { readonly parameter: DrawnField };
}

/** UI schema of an object with fields: its members say how each of them is drawn. */
export interface UiSchema {
  readonly "ui:order": readonly string[];
  readonly [property: string]: readonly string[] | string | UiProperty;
}

/** UI schema of a list of such objects; the title of an entry is its name. */
export interface UiEntries {
  /** Everything besides the entries that their drawing depends on, because rjsf does not compare functions. */
  readonly "ui:options": { readonly of: string | null };
  readonly items: (item: Json, at: number) => UiSchema;
}

export type UiProperty = UiParameter | UiSchema | UiEntries | { readonly "ui:widget": "hidden" };

/** Plans the form of a function; null if the type does not have it. */
export function planForm(catalogue: Catalogue, target: FormTarget, prefs: FormPrefs): FormModel | null {
  const type = catalogue.objectType(target.object);
  const fn = catalogue.fn(target.object, target.operation);
  if (type === null || fn === null) return null;
  const fields = target.operation === "delete" ? [] : planFields(catalogue, type, fn, target, prefs);
  const shown = new Set(fields.map((field) => field.name));
  return {
    target,
    type,
    locale: prefs.locale,
    fields,
    fixed: Object.fromEntries(Object.entries(target.set ?? {}).filter(([name]) => !shown.has(name))),
    schema: formSchema(fields),
    uiSchema: uiSchemaOf(fields),
    initial: initialValues(fields, target.nulled ?? []),
  };
}

/** The UI schema that draws each property as its field, in the order of the fields. */
export function uiSchemaOf(fields: readonly DrawnField[]): UiSchema {
  return {
    ...Object.fromEntries(fields.map((field) => [field.name, uiParameter(field)])),
    "ui:order": fields.map((field) => field.name),
  };
}

export function uiParameter(parameter: DrawnField): UiParameter {
  return { "ui:field": PARAMETER_FIELD, "ui:options": { parameter } };
}

function initialValues(fields: readonly FieldModel[], nulled: readonly string[]): FormValues {
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const value = toFormValue(field.widget, field.start);
    if (value !== undefined) values[field.name] = value;
    // The null checkbox, if there is one, is ticked again.
    else if (field.offersNull && nulled.includes(field.name)) values[field.name] = null;
  }
  return values;
}
