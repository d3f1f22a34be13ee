import { conditionHolds, isRequired, maxOf } from "#contract/requests/check";
import type { Choice, Field, FieldType } from "#contract/requests/form";
import { ASKED_TYPES } from "#contract/requests/scalar";
import { isObject, type Json } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { drawnType } from "../form/data-type.ts";
import type { DrawnField } from "../form/field-plan.ts";
import { uiParameter, type DrawnForm, type UiProperty, type UiSchema } from "../form/plan-form.ts";
import { referenceTarget } from "../form/reference.ts";
import { entryName, objectSchema, type PropertySchema } from "../form/schema.ts";
import type { FormValues } from "../form/values.ts";
import type { Input, ReferenceTarget, WidgetOptions } from "../form/widget.ts";
import { pickText, type Locale } from "../text.ts";
import { drawnFields, listOf, valueOf } from "./draft.ts";

/** The context for drawing a request form, besides its values. */
export interface RequestContext {
  readonly catalogue: Catalogue;
  readonly locale: Locale;
  /** The kind of request for which the form is filled in. */
  readonly variant: string | null;
}

/** A request form in the state of these values. Its schema only describes the shape, because the contract checks the values. */
export function planRequest(
  fields: readonly Field[],
  values: FormValues,
  context: RequestContext,
): DrawnForm {
  const drawn = drawnFields(fields, values).filter(({ type }) => fieldsWithin(type) === null);
  return {
    fields: drawn.map((field) => drawnField(field, { fields, values, context })),
    schema: objectSchema(propertiesOf(fields, context.locale)),
    uiSchema: uiOf(fields, values, context),
  };
}

/** The fields of an object, or of the entries of a list; null for a value that is drawn by one input. */
export function fieldsWithin(type: FieldType): readonly Field[] | null {
  const holder = type.kind === "list" ? type.of : type;
  return holder.kind === "object" ? holder.fields : null;
}

function propertiesOf(fields: readonly Field[], locale: Locale): Readonly<Record<string, PropertySchema>> {
  return Object.fromEntries(fields.map((field) => [field.name, propertyOf(field, locale)]));
}

function propertyOf(field: Field, locale: Locale): PropertySchema {
  const { type } = field;
  const title = labelOf(field, locale);
  const within = fieldsWithin(type);
  if (within === null) return { title };
  const shape = { type: "object", properties: propertiesOf(within, locale) } as const;
  if (type.kind === "object") return { title, ...shape };
  return { title, type: "array", items: { title: entryLabel(field, locale), ...shape } };
}

/** The UI schema of every field, because the schema names all of them; fields that these values do not ask for are hidden. */
function uiOf(fields: readonly Field[], values: FormValues, context: RequestContext): UiSchema {
  const drawn = new Set(drawnFields(fields, values));
  const properties = fields.map((field): readonly [string, UiProperty] => [
    field.name,
    drawn.has(field) ? uiProperty(field, { fields, values, context }) : { "ui:widget": "hidden" },
  ]);
  return { ...Object.fromEntries(properties), "ui:order": fields.map(({ name }) => name) };
}

/** The form around a field: its fields, its values and its context. */
interface Around {
  readonly fields: readonly Field[];
  readonly values: FormValues;
  readonly context: RequestContext;
}

function uiProperty(field: Field, around: Around): UiProperty {
  const { values, context } = around;
  const within = fieldsWithin(field.type);
  if (within === null) return uiParameter(drawnField(field, around));
  if (field.type.kind === "object") return uiOf(within, membersOf(values[field.name]), context);
  const name = entryLabel(field, context.locale);
  return {
    "ui:options": { of: context.variant },
    items: (item, at) => ({ ...uiOf(within, membersOf(item), context), "ui:title": entryName(name, at) }),
  };
}

function membersOf(value: Json | undefined): FormValues {
  return isObject(value) ? value : {};
}

/** The label of an entry of a list, without its number. */
export function entryLabel({ name, label, entry = label }: Field, locale: Locale): string {
  return pickText(entry, locale) ?? name;
}

function labelOf({ name, label }: Field, locale: Locale): string {
  return pickText(label, locale) ?? name;
}

function drawnField(field: Field, { fields, values, context }: Around): DrawnField {
  const { locale } = context;
  const { guidance } = field;
  const guides =
    guidance !== undefined && (guidance.if === undefined || conditionHolds(guidance.if, fields, values));
  const isWarning = listOf(values[field.name]).length > (guidance?.warnsAbove ?? Infinity);
  const proposed = valueOf(field, values);
  return {
    name: field.name,
    label: labelOf(field, locale),
    help: null,
    ...inputOf(field.type, field, values, context),
    isRequired: isRequired(field, fields, values),
    isLocked: false,
    missing: [],
    offersNull: false,
    ...(proposed === undefined ? {} : { proposed }),
    ...(guides ? { guidance: { text: pickText(guidance.text, locale) ?? "", isWarning } } : {}),
  };
}

/** Input of a single value or of a list of values. Throws for an object, which has fields of its own. */
function inputOf(type: FieldType, field: Field, values: FormValues, context: RequestContext): Input {
  const reference = referenceOf(field, context);
  if (reference !== null) return { widget: "reference", options: { reference } };
  switch (type.kind) {
    case "text":
      return textInput(type.dataType);
    case "integer":
      return integerInput(type, values, context);
    case "boolean":
      return { widget: "boolean", options: openAnswer(field) };
    case "choice":
      return { widget: "choice", options: { choices: named(type.choices, context) } };
    case "list":
      return type.of.kind === "choice"
        ? { widget: "checks", options: { choices: named(type.of.choices, context) } }
        : { widget: "list", options: { element: inputOf(type.of, field, values, context) } };
    case "address":
      // The fields themselves describe their addresses.
      return { widget: "ipAddress", options: {} };
    case "object":
      throw new Error(`${field.name} holds fields of its own`);
  }
}

function textInput(dataType: keyof typeof ASKED_TYPES): Input {
  const { textLength } = ASKED_TYPES[dataType];
  const { widget = "text", options } = drawnType(dataType);
  return { widget, options: { ...(textLength === undefined ? {} : { maxLength: textLength }), ...options } };
}

function integerInput(
  type: Extract<FieldType, { kind: "integer" }>,
  values: FormValues,
  context: RequestContext,
): Input {
  if (type.named !== undefined) return { widget: "choice", options: { choices: named(type.named, context) } };
  return {
    widget: "number",
    options: { minimum: type.min, maximum: maxOf(type.max, values), isInteger: true },
  };
}

/** A required yes or no without a default starts without an answer, so that the person must choose. */
function openAnswer({ required, default: proposed }: Field): WidgetOptions {
  return required === true && proposed === undefined
    ? { isLeftToServer: true, unsaid: "ui.field.choose" }
    : {};
}

function named(choices: readonly Choice[], { locale }: RequestContext) {
  return choices.map(({ value, label }) => ({
    value,
    label: pickText(label, locale) ?? String(value),
  }));
}

/** Where a field finds the objects that it names, among the rows that earlier fields and the variant allow (REQ-81, REQ-92); null if it names none. */
export function referenceOf(
  { refersTo }: Field,
  { catalogue, variant }: Omit<RequestContext, "locale">,
): ReferenceTarget | null {
  if (refersTo === undefined || catalogue.objectType(refersTo.object) === null) return null;
  const { object, attribute, within = {}, below, byVariant = {}, isFew } = refersTo;
  const target = referenceTarget(catalogue, object, attribute, false);
  const fixed = { ...target.filters, ...refersTo.filters, ...byVariant[variant ?? ""] };
  const before = Object.fromEntries(Object.entries(within).map(([filter, from]) => [filter, `{{${from}}}`]));
  const few = isFew === true ? { isFew } : {};
  if (below === undefined) return { ...target, ...few, filters: { ...fixed, ...before } };
  const steps = [{ idx: ABOVE, name: `${object}.list`, old: before }];
  return { ...target, ...few, filters: fixed, narrowing: { steps, inner: { [ABOVE]: below } } };
}

const ABOVE = "above";
