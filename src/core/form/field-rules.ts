import type { DataTypeRow, NarrowRow, ParameterRow } from "#contract/wire/metadata";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { drawnType } from "./data-type.ts";
import { orderOf, referenceTarget } from "./reference.ts";
import {
  isReference,
  RANK,
  resolveField,
  rulesOf,
  rulesOfJson,
  type FieldContext,
  type FieldRule,
  type Ref,
} from "./rules.ts";
import type { Input, Widget, WidgetOptions } from "./widget.ts";

/** The type to which the values of a parameter refer. */
export function refOf({ ref }: Pick<ParameterRow, "ref">): Ref | null {
  return ref === undefined ? null : { object: ref.object_fq_name, attribute: ref.attribute };
}

/** True for a list of references with which an object is created; the links to the elements are created with the object. */
function isGivenWith({ ref, attribute, dataType, operation }: FieldContext): boolean {
  return ref != null && attribute === null && dataType.is_array && operation === "create";
}

/** Types with an order of their own are short lists: all rows are offered at once, in that order. */
function isShortList({ catalogue, ref, dataType }: FieldContext): boolean {
  return ref != null && !dataType.is_array && orderOf(catalogue.objectType(ref.object)) !== undefined;
}

/** The decision of another field about a line of text. */
function lineOptions({ attribute }: FieldContext): WidgetOptions {
  const { address_by: address, form_by: form } = attribute ?? {};
  return {
    ...(address === undefined ? {} : { addressBy: { field: address.attribute, families: address.families } }),
    ...(form === undefined ? {} : { formBy: { field: form, value: null } }),
  };
}

/** The labels of the values: those of the parameter itself, otherwise those of its attribute. */
function knownOf({ known, attribute }: FieldContext): NarrowRow | null {
  return known ?? attribute;
}

function knownValues(context: FieldContext): WidgetOptions {
  const { dataType } = context;
  const { json_name: kind } = dataType.element ?? dataType;
  return {
    values: knownOf(context)?.value_language_dict ?? {},
    ...(kind === "string" ? {} : { hasJsonValues: true }),
  };
}

/** True if all values are known; for a list, all values of its elements. */
function isOneOf(context: FieldContext): boolean {
  const known = knownOf(context);
  return known?.value_language_dict !== undefined && known.has_other_values !== true;
}

function numberOptions({ dataType }: FieldContext): WidgetOptions {
  return {
    ...(dataType.min === null ? {} : { minimum: dataType.min }),
    ...(dataType.max === null ? {} : { maximum: dataType.max }),
    isInteger: true,
  };
}

/** Inputs of forms. */
export const FIELD_RULES: readonly FieldRule[] = [
  ...rulesOfJson("boolean"),
  ...rulesOf("widget"),
  { rank: RANK.reference, widget: "reference", applies: isReference },
  { rank: RANK.reference, widget: "choiceList", applies: isGivenWith },
  { rank: RANK.shortList, widget: "choice", applies: isShortList, options: referenceOptions },
  {
    rank: RANK.attribute,
    widget: "choice",
    applies: (context) => isOneOf(context) && !context.dataType.is_array,
    options: knownValues,
  },
  {
    rank: RANK.attribute,
    widget: "checks",
    applies: (context) => isOneOf(context) && context.dataType.is_array,
    options: knownValues,
  },
  {
    rank: RANK.attribute + 1,
    widget: "text",
    applies: (context) => knownOf(context)?.has_other_values === true && !context.dataType.is_array,
    options: knownValues,
  },
  {
    rank: RANK.attribute + 2,
    widget: "text",
    applies: ({ attribute }) => attribute?.is_one_line === true,
    options: lineOptions,
  },
  {
    rank: RANK.attribute + 3,
    widget: "secret",
    applies: ({ attribute, dataType, operation }) =>
      attribute?.is_secret === true && dataType.json_name === "string" && operation !== "list",
  },
];

/** Options of inputs whose rule has none. */
const OPTIONS: Readonly<Partial<Record<Widget, FieldRule["options"]>>> = {
  number: numberOptions,
  list: elementOptions,
  json: () => ({ expected: "core.form.expected.json" }),
  reference: referenceOptions,
  choiceList: referenceOptions,
};

export function resolveWidget(context: FieldContext): Input {
  const rule = resolveField(FIELD_RULES, context);
  const length = context.dataType.text_length;
  return {
    widget: rule.widget,
    options: {
      ...(length === null ? {} : { maxLength: length }),
      ...(rule.options ?? OPTIONS[rule.widget])?.(context),
      ...(rule.rank > RANK.dataType ? {} : drawnType(context.dataType.name).options),
    },
  };
}

export function typeWidget(catalogue: Catalogue, dataType: DataTypeRow): Widget {
  const rules = FIELD_RULES.filter(({ rank }) => rank <= RANK.dataType);
  const none = { object: "", name: "", attribute: null } as const;
  return resolveField(rules, { ...none, catalogue, dataType, operation: "create", isExpert: false }).widget;
}

function elementOptions(context: FieldContext): WidgetOptions {
  const { element } = context.dataType;
  return element === undefined ? {} : { element: resolveWidget({ ...context, dataType: element }) };
}

function referenceOptions({ catalogue, ref, operation }: FieldContext): WidgetOptions {
  if (ref == null) return {};
  const isCreate = operation === "create";
  return { reference: referenceTarget(catalogue, ref.object, ref.attribute, isCreate) };
}
