import type { Json, Params } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { Locale } from "../text.ts";
import { planFields, type DrawnField, type FieldPlan } from "./field-plan.ts";
import { formSchema, type FormSchema } from "./schema.ts";
import type { FormPrefs, FormTarget } from "./target.ts";
import { toFormValue, type FormValues } from "./values.ts";

export type { FormPrefs, FormTarget };

/** What a form is drawn by, whatever it is made from: fields, JSON Schema, UI schema and start values for rjsf. */
export interface DrawnForm {
  readonly fields: readonly FieldPlan[];
  readonly schema: FormSchema;
  readonly uiSchema: UiSchema;
  readonly initial: FormValues;
}

/** A form made from metadata. */
export interface FormPlan extends DrawnForm {
  readonly target: FormTarget;
  readonly type: ObjectTypeMeta;
  /** The language whose texts are shown and written. */
  readonly locale: Locale;
  /** Values that go along without a field. */
  readonly fixed: Params;
}

/** rjsf draws every property by the one field named here; it finds what to draw in the options. */
export const PARAMETER_FIELD = "parameter";
export interface UiSchema {
  readonly "ui:order": readonly string[];
  readonly [property: string]:
    | readonly string[]
    | {
        readonly "ui:field": typeof PARAMETER_FIELD;
        readonly "ui:options": { readonly parameter: DrawnField };
      };
}

/** Plans the form of a function, or null where the type does not have it. */
export function planForm(catalogue: Catalogue, target: FormTarget, prefs: FormPrefs): FormPlan | null {
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

/** Names the drawing of every property, in the order of the fields. */
export function uiSchemaOf(fields: readonly DrawnField[]): UiSchema {
  const properties = fields.map((field) => [
    field.name,
    { "ui:field": PARAMETER_FIELD, "ui:options": { parameter: field } },
  ]);
  // Names of parameters cannot begin with "ui:", so the two kinds of members never meet.
  return { ...Object.fromEntries(properties), "ui:order": fields.map((field) => field.name) } as UiSchema;
}

function initialValues(fields: readonly FieldPlan[], nulled: readonly string[]): FormValues {
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const value = toFormValue(field.widget, field.start);
    if (value !== undefined) values[field.name] = value;
    // Where there is a null checkbox it is ticked again.
    else if (field.offersNull && nulled.includes(field.name)) values[field.name] = null;
  }
  return values;
}
