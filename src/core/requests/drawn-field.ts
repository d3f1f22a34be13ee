import { maxOf } from "#contract/requests/check";
import type { Choice, Field, FieldType } from "#contract/requests/form";
import { TEXT_TYPES } from "#contract/values/text-types";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { FORMED_TYPES } from "../form/formed-types.ts";
import { referenceTarget } from "../form/reference.ts";
import type { ReferenceTarget, Widget, WidgetOptions } from "../form/widget.ts";
import { pickText, type Locale } from "../text.ts";
import type { Draft } from "./draft.ts";

export interface DrawnInput {
  readonly widget: Widget;
  readonly options: WidgetOptions;
}

export interface DrawnContext {
  /** Where it finds the objects that it names. */
  readonly reference: ReferenceTarget | null;
  readonly locale: Locale;
  /** The object that the field is of. */
  readonly draft: Draft;
}

/** Input of a field of a request form that holds a single value, or several of one line each. */
export function drawnInput(field: Field, context: DrawnContext): DrawnInput {
  const { reference } = context;
  if (reference !== null) return { widget: "reference", options: { reference } };
  return inputOf(field.type, field, context);
}

function inputOf(type: FieldType, field: Field, context: DrawnContext): DrawnInput {
  switch (type.kind) {
    case "text":
      return {
        widget: type.dataType === "text" ? "textarea" : "text",
        options: { maxLength: TEXT_TYPES[type.dataType].length, ...expected(type.dataType) },
      };
    case "integer":
      return integerInput(type, context);
    case "boolean":
      return { widget: "boolean", options: openAnswer(field) };
    case "choice":
      return { widget: "choice", options: { choices: named(type.choices, context.locale) } };
    case "list":
      return { widget: "list", options: { element: inputOf(type.of, field, context) } };
    case "object":
      throw new Error(`${field.name} holds fields of its own`);
    default:
      return FORMED[type.kind];
  }
}

/** Values with a form of their own. */
const FORMED: Readonly<Record<"address" | "network" | "mac" | "date", DrawnInput>> = {
  // Which addresses are meant is said by the fields themselves.
  address: { ...FORMED_TYPES.inet, options: {} },
  network: FORMED_TYPES.cidr,
  mac: FORMED_TYPES.mac_addr,
  date: FORMED_TYPES.date,
};

function integerInput(type: Extract<FieldType, { kind: "integer" }>, context: DrawnContext): DrawnInput {
  if (type.named !== undefined)
    return { widget: "choice", options: { choices: named(type.named, context.locale) } };
  return {
    widget: "number",
    options: { minimum: type.min, maximum: maxOf(type.max, context.draft), isInteger: true },
  };
}

/** Yes or no that has to be said: nothing said is no answer. */
function openAnswer({ required, default: proposed }: Field): WidgetOptions {
  return required === true && proposed === undefined
    ? { isLeftToServer: true, unsaid: "ui.field.choose" }
    : {};
}

function named(choices: readonly Choice[], locale: Locale) {
  return choices.map(({ value, label }) => ({
    value,
    label: pickText({ ...label }, locale) ?? String(value),
  }));
}

function expected(dataType: string): WidgetOptions {
  return dataType === "bcd_name" ? FORMED_TYPES.bcd_name.options : {};
}

/** Where a field finds the objects it names, in the rows that the fields before and the variant leave (REQ-81, REQ-92); null where it names none. */
export function referenceOf(
  { refersTo }: Field,
  catalogue: Catalogue,
  variant: string | null,
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
