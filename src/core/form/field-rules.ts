import type { DataTypeRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue } from "../catalogue/catalogue.ts";
import { DATA_LANGUAGES, LANGUAGES } from "../locales.ts";
import type { Cell } from "../screen/screen.ts";
import { FORMED_TYPES } from "./formed-types.ts";
import { hasOrder, linkedByOf, namedByGpkOf, namedByKeyOf, referenceTarget } from "./reference.ts";
import type { Widget, WidgetOptions } from "./widget.ts";

/** What a rule may decide by: the parameter or attribute, its data type, and where it is drawn. */
export interface FieldContext {
  readonly catalogue: Catalogue;
  readonly object: string;
  readonly name: string;
  readonly dataType: DataTypeRow;
  /** Null for a parameter that is no attribute. */
  readonly attribute: AttributeMeta | null;
  readonly operation: "create" | "update" | "list";
  readonly isExpert: boolean;
}

/** One way to draw a field. Of all rules that apply the one with the highest rank is taken. */
export interface FieldRule<Kind = Widget> {
  readonly id: string;
  readonly rank: number;
  readonly widget: Kind;
  readonly applies: (context: FieldContext) => boolean;
  readonly options?: (context: FieldContext) => WidgetOptions;
}

/** Ranks, spaced so that a site can put rules between them. */
export const RANK = { jsonType: 0, dataType: 10, reference: 20, shortList: 25, attribute: 30 } as const;

const ofType =
  (...names: readonly string[]) =>
  (context: FieldContext) =>
    names.includes(context.dataType.name);

const ofJson =
  (...names: readonly DataTypeRow["json_name"][]) =>
  (context: FieldContext) =>
    names.includes(context.dataType.json_name);

function isReference(context: FieldContext): boolean {
  return context.attribute !== null && context.attribute.refersTo !== null && !context.dataType.is_array;
}

function namedByKey({ catalogue, attribute, dataType }: FieldContext) {
  return attribute === null ? namedByKeyOf(catalogue, dataType) : null;
}

function namedByGpk({ catalogue, object, name, attribute }: FieldContext) {
  return attribute === null ? namedByGpkOf(catalogue, object, name) : null;
}

/** What the elements of a list name that is given with something new; the links to them are made with it. */
function linkedBy({ catalogue, object, name, attribute, dataType, operation }: FieldContext) {
  const isGivenWith = operation === "create" && attribute === null && dataType.is_array;
  return isGivenWith ? linkedByOf(catalogue, object, name) : null;
}

/** Types with an order of their own are short lists: all rows are offered at once, in that order. */
function isShortList(context: FieldContext): boolean {
  const to = context.attribute?.refersTo;
  if (to === null || to === undefined || context.dataType.is_array) return false;
  return hasOrder(context.catalogue.objectType(to.object));
}

const TEXT_LANGUAGES = DATA_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value].name }));

const NAME_TYPES = "dns.fqdn_type";

function numberOptions({ dataType }: FieldContext): WidgetOptions {
  return {
    ...(dataType.min === null ? {} : { minimum: dataType.min }),
    ...(dataType.max === null ? {} : { maximum: dataType.max }),
    isInteger: dataType.name !== "decimal",
    ...(dataType.name === "vni" ? { isInPairs: true } : {}),
  };
}

/** Inputs of forms. */
export const FIELD_RULES: readonly FieldRule[] = [
  { id: "text", rank: RANK.jsonType, widget: "text", applies: ofJson("string") },
  {
    id: "number",
    rank: RANK.jsonType,
    widget: "number",
    applies: ofJson("number"),
    options: numberOptions,
  },
  { id: "boolean", rank: RANK.jsonType, widget: "boolean", applies: ofJson("boolean") },
  { id: "list", rank: RANK.jsonType, widget: "list", applies: ofJson("array"), options: elementOptions },
  {
    id: "json",
    rank: RANK.jsonType,
    widget: "json",
    applies: ofJson("object", "json"),
    options: () => ({ expected: "core.form.expected.json" }),
  },
  { id: "long-text", rank: RANK.dataType, widget: "textarea", applies: ofType("text") },
  ...Object.entries(FORMED_TYPES).map(([dataType, { widget, options }]): FieldRule => ({
    id: dataType,
    rank: RANK.dataType,
    widget,
    applies: ofType(dataType),
    options: () => options,
  })),
  {
    id: "language",
    rank: RANK.dataType,
    widget: "choice",
    applies: ofType("language_tag"),
    options: () => ({ choices: TEXT_LANGUAGES }),
  },
  { id: "secret", rank: RANK.dataType, widget: "secret", applies: ofType("wpa2_key", "token_text") },
  {
    id: "reference",
    rank: RANK.reference,
    widget: "reference",
    applies: isReference,
    options: referenceOptions,
  },
  {
    id: "named-by-key",
    rank: RANK.reference,
    widget: "reference",
    applies: (context) => namedByKey(context) !== null,
    options: referenceOptions,
  },
  {
    id: "named-by-gpk",
    rank: RANK.reference,
    widget: "reference",
    applies: (context) => namedByGpk(context) !== null,
    options: referenceOptions,
  },
  {
    id: "linked-by",
    rank: RANK.reference,
    widget: "choiceList",
    applies: (context) => linkedBy(context) !== null,
    options: referenceOptions,
  },
  {
    id: "short-list",
    rank: RANK.shortList,
    widget: "choice",
    applies: isShortList,
    options: referenceOptions,
  },
  {
    id: "known-values",
    rank: RANK.attribute,
    widget: "choice",
    applies: ({ attribute, dataType }) => attribute?.value_language_dict !== undefined && !dataType.is_array,
    options: ({ attribute }) => ({ values: attribute?.value_language_dict ?? {} }),
  },
  {
    id: "likely-values",
    rank: RANK.attribute + 1,
    widget: "text",
    applies: ({ attribute, dataType }) => attribute?.has_other_values === true && !dataType.is_array,
    options: ({ attribute }) => ({ values: attribute?.value_language_dict ?? {} }),
  },
  // The text of a record is one line, although its data type allows many.
  {
    id: "record-data",
    rank: RANK.attribute,
    widget: "text",
    applies: ({ object, name }) => object === "dns.record" && name === "data",
    options: () => ({ addressBy: { field: "type", families: { A: 4, AAAA: 6 } } }),
  },
  // A parameter of create only, so that no reference of the type tells where its values come from.
  {
    id: "record-name-type",
    rank: RANK.attribute,
    widget: "choice",
    applies: ({ catalogue, object, name, operation }) =>
      object === "dns.record" &&
      name === "fqdn_type" &&
      operation === "create" &&
      catalogue.objectType(NAME_TYPES) !== null,
    options: ({ catalogue }) => ({ reference: referenceTarget(catalogue, NAME_TYPES, "name", true) }),
  },
];

/** Data types whose values are read letter by letter, so set in code. */
export const CODE_TYPES: readonly string[] = ["mac_addr", "inet", "cidr", "fqdn", "bcd_id"];

/** Names of attributes that tell one thing from all others; a chip is for kinds, which many have. */
const DESIGNATION = /^(name|position|serial_number|.+_id)$/;

/** Cells of tables and detail sections. */
export const CELL_RULES: readonly FieldRule<Cell>[] = [
  { id: "text", rank: RANK.jsonType, widget: "text", applies: ofJson("string") },
  { id: "number", rank: RANK.jsonType, widget: "number", applies: ofJson("number") },
  { id: "flag", rank: RANK.jsonType, widget: "flag", applies: ofJson("boolean") },
  { id: "list", rank: RANK.jsonType, widget: "list", applies: ofJson("array") },
  { id: "json", rank: RANK.jsonType, widget: "json", applies: ofJson("object", "json") },
  { id: "time", rank: RANK.dataType, widget: "time", applies: ofType("timestamp") },
  { id: "vni", rank: RANK.dataType, widget: "vni", applies: ofType("vni") },
  {
    id: "code",
    rank: RANK.dataType,
    widget: "code",
    applies: ofType(...CODE_TYPES),
  },
  {
    id: "chip",
    rank: RANK.dataType,
    widget: "chip",
    applies: ({ attribute, dataType, object, catalogue }) =>
      dataType.name === "text_id" &&
      attribute !== null &&
      !attribute.is_key &&
      !DESIGNATION.test(attribute.name) &&
      !(catalogue.objectType(object)?.title.includes(attribute.name) ?? false),
  },
  { id: "token", rank: RANK.dataType, widget: "once", applies: ofType("token_text") },
  { id: "link", rank: RANK.reference, widget: "link", applies: isReference },
  {
    id: "links",
    rank: RANK.reference,
    widget: "links",
    applies: ({ attribute, dataType }) =>
      attribute !== null && attribute.refersTo !== null && dataType.is_array,
  },
  {
    id: "language",
    rank: RANK.attribute,
    widget: "language",
    applies: ({ name, dataType }) => name === "language_dict" && dataType.json_name !== "string",
  },
  {
    id: "secret",
    rank: RANK.attribute,
    widget: "secret",
    applies: ({ attribute, name, dataType }) =>
      attribute !== null && attribute.is_secret && dataType.name !== "token_text" && name !== "language_dict",
  },
];

/** The applying rule of the highest rank. The rules of rank 0 cover every JSON type, so there always is one. */
export function resolveField<Kind>(
  rules: readonly FieldRule<Kind>[],
  context: FieldContext,
): FieldRule<Kind> {
  let best: FieldRule<Kind> | null = null;
  for (const rule of rules) {
    if ((best === null || rule.rank > best.rank) && rule.applies(context)) best = rule;
  }
  if (best === null) throw new Error(`no field rule covers ${context.object}.${context.name}`);
  return best;
}

/** Widget and options of an input. */
export function resolveWidget(context: FieldContext): {
  readonly widget: Widget;
  readonly options: WidgetOptions;
} {
  const rule = resolveField(FIELD_RULES, context);
  const length = context.dataType.text_length;
  return {
    widget: rule.widget,
    options: { ...(length === null ? {} : { maxLength: length }), ...rule.options?.(context) },
  };
}

/** Cell of an attribute in tables and detail sections. */
export function resolveCell(catalogue: Catalogue, object: string, attribute: AttributeMeta): Cell {
  return resolveField(CELL_RULES, {
    catalogue,
    object,
    name: attribute.name,
    dataType: attribute.dataType,
    attribute,
    operation: "list",
    isExpert: false,
  }).widget;
}

function elementOptions(context: FieldContext): WidgetOptions {
  const element = context.dataType.element_data_type;
  if (element === null) return {};
  return { element: resolveWidget({ ...context, dataType: context.catalogue.dataType(element) }) };
}

function referenceOptions(context: FieldContext): WidgetOptions {
  const to = context.attribute?.refersTo ?? linkedBy(context) ?? namedByKey(context) ?? namedByGpk(context);
  if (to === null) return {};
  return {
    reference: referenceTarget(context.catalogue, to.object, to.attribute, context.operation === "create"),
  };
}
