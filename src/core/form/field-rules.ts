import type { DataTypeRow, ParameterRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue } from "../catalogue/catalogue.ts";
import { DATA_LANGUAGES, LANGUAGES } from "../locales.ts";
import type { Cell } from "../screen/screen.ts";
import { DRAWN_TYPES, drawnType, type DrawnType } from "./data-type.ts";
import { orderOf, referenceTarget } from "./reference.ts";
import type { Input, ReferenceTarget, Widget, WidgetOptions } from "./widget.ts";

export type Ref = Pick<ReferenceTarget, "object" | "attribute">;

/** What the values of a parameter refer to. */
export function refOf({ ref }: Pick<ParameterRow, "ref">): Ref | null {
  return ref === undefined ? null : { object: ref.object_fq_name, attribute: ref.attribute };
}

/** What a rule may decide by: the parameter or attribute, its data type, and where it is drawn. */
export interface FieldContext {
  readonly catalogue: Catalogue;
  readonly object: string;
  readonly name: string;
  readonly dataType: DataTypeRow;
  /** Null for a parameter that is no attribute. */
  readonly attribute: AttributeMeta | null;
  /** What the value refers to, of a list each element. */
  readonly ref?: Ref | null;
  readonly operation: "create" | "update" | "list";
  readonly isExpert: boolean;
}

/** One way to draw a field. Of all rules that apply the one with the highest rank is taken. */
export interface FieldRule<Kind = Widget> {
  readonly rank: number;
  readonly widget: Kind;
  readonly applies: (context: FieldContext) => boolean;
  readonly options?: (context: FieldContext) => WidgetOptions;
}

/** Ranks, spaced so that a site can put rules between them. */
const RANK = { jsonType: 0, dataType: 10, reference: 20, shortList: 25, attribute: 30 } as const;

/** One rule for every JSON type. */
function rulesOfJson<Kind>(
  kinds: Readonly<Record<DataTypeRow["json_name"], Kind>>,
): readonly FieldRule<Kind>[] {
  return Object.entries(kinds).map(([name, widget]) => ({
    rank: RANK.jsonType,
    widget,
    applies: ({ dataType }) => dataType.json_name === name,
  }));
}

function isReference({ ref, dataType }: FieldContext): boolean {
  return ref != null && !dataType.is_array;
}

/** The elements of a list that is given with something new; the links to them are made with it. */
function isGivenWith({ ref, attribute, dataType, operation }: FieldContext): boolean {
  return ref != null && attribute === null && dataType.is_array && operation === "create";
}

/** Types with an order of their own are short lists: all rows are offered at once, in that order. */
function isShortList({ catalogue, ref, dataType }: FieldContext): boolean {
  return ref != null && !dataType.is_array && orderOf(catalogue.objectType(ref.object)) !== undefined;
}

const TEXT_LANGUAGES = DATA_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value].name }));

function addressOptions({ attribute }: FieldContext): WidgetOptions {
  const by = attribute?.address_by;
  return by === undefined ? {} : { addressBy: { field: by.attribute, families: by.families } };
}

function knownValues({ attribute }: FieldContext): WidgetOptions {
  return { values: attribute?.value_language_dict ?? {} };
}

function numberOptions({ dataType }: FieldContext): WidgetOptions {
  return {
    ...(dataType.min === null ? {} : { minimum: dataType.min }),
    ...(dataType.max === null ? {} : { maximum: dataType.max }),
    isInteger: true,
  };
}

/** A chip is for kinds, which many have. */
function isKind({ attribute, object, catalogue }: FieldContext): boolean {
  if (attribute === null || attribute.is_key || attribute.is_designation === true) return false;
  return catalogue.objectType(object)?.title.includes(attribute.name) !== true;
}

/** The rules that the data types themselves make: for the input or for the cell of their values. */
function rulesOf<Part extends "widget" | "cell">(
  part: Part,
): readonly FieldRule<NonNullable<DrawnType[Part]>>[] {
  return Object.entries(DRAWN_TYPES).flatMap(([name, drawn]) => {
    const widget = drawn?.[part];
    const applies = (context: FieldContext): boolean =>
      context.dataType.name === name && (widget !== "chip" || isKind(context));
    const options = drawn?.choices === undefined ? {} : { options: () => ({ choices: TEXT_LANGUAGES }) };
    return widget == null ? [] : [{ rank: RANK.dataType, widget, applies, ...options }];
  });
}

/** Inputs of forms. */
export const FIELD_RULES: readonly FieldRule[] = [
  ...rulesOfJson<Widget>({
    string: "text",
    number: "number",
    boolean: "boolean",
    array: "list",
    object: "json",
    json: "json",
  }),
  ...rulesOf("widget"),
  { rank: RANK.reference, widget: "reference", applies: isReference },
  { rank: RANK.reference, widget: "choiceList", applies: isGivenWith },
  { rank: RANK.shortList, widget: "choice", applies: isShortList, options: referenceOptions },
  {
    rank: RANK.attribute,
    widget: "choice",
    applies: ({ attribute, dataType }) => attribute?.value_language_dict !== undefined && !dataType.is_array,
    options: knownValues,
  },
  {
    rank: RANK.attribute + 1,
    widget: "text",
    applies: ({ attribute, dataType }) => attribute?.has_other_values === true && !dataType.is_array,
    options: knownValues,
  },
  {
    rank: RANK.attribute + 2,
    widget: "text",
    applies: ({ attribute }) => attribute?.is_one_line === true,
    options: addressOptions,
  },
];

/** Options of inputs whose rule tells none. */
const OPTIONS: Readonly<Partial<Record<Widget, FieldRule["options"]>>> = {
  number: numberOptions,
  list: elementOptions,
  json: () => ({ expected: "core.form.expected.json" }),
  reference: referenceOptions,
  choiceList: referenceOptions,
};

/** Cells of tables and detail sections. */
export const CELL_RULES: readonly FieldRule<Cell>[] = [
  ...rulesOfJson<Cell>({
    string: "text",
    number: "number",
    boolean: "flag",
    array: "list",
    object: "json",
    json: "json",
  }),
  ...rulesOf("cell"),
  { rank: RANK.reference, widget: "link", applies: isReference },
  {
    rank: RANK.reference,
    widget: "links",
    applies: ({ ref, dataType }) => ref != null && dataType.is_array,
  },
  {
    rank: RANK.attribute,
    widget: "language",
    applies: ({ name, dataType }) => name === "language_dict" && dataType.json_name !== "string",
  },
  {
    rank: RANK.attribute,
    widget: "secret",
    applies: ({ attribute, name, dataType }) =>
      attribute?.is_secret === true && drawnType(dataType.name).cell !== "once" && name !== "language_dict",
  },
];

/** The applying rule of the highest rank. The rules of rank 0 cover every JSON type, so there always is one. */
function resolveField<Kind>(rules: readonly FieldRule<Kind>[], context: FieldContext): FieldRule<Kind> {
  const [best] = rules
    .filter((rule) => rule.applies(context))
    .toSorted((one, other) => other.rank - one.rank);
  if (best === undefined) throw new Error(`no field rule covers ${context.object}.${context.name}`);
  return best;
}

/** Widget and options of an input. */
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
  const element = context.dataType.element_data_type;
  if (element === null) return {};
  return { element: resolveWidget({ ...context, dataType: context.catalogue.dataType(element) }) };
}

function referenceOptions({ catalogue, ref, operation }: FieldContext): WidgetOptions {
  if (ref == null) return {};
  const isCreate = operation === "create";
  return { reference: referenceTarget(catalogue, ref.object, ref.attribute, isCreate) };
}

/** Cell of an attribute in tables and detail sections. */
export function resolveCell(catalogue: Catalogue, object: string, attribute: AttributeMeta): Cell {
  return resolveField(CELL_RULES, {
    catalogue,
    object,
    name: attribute.name,
    dataType: attribute.dataType,
    attribute,
    ref: attribute.refersTo,
    operation: "list",
    isExpert: false,
  }).widget;
}
