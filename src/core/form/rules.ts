import type { DataTypeRow, NarrowRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, DataTypeMeta } from "../catalogue/catalogue.ts";
import { DATA_LANGUAGES, LANGUAGES } from "../locales.ts";
import { DRAWN_TYPES, type DrawnType } from "./data-type.ts";
import type { ReferenceTarget, Widget, WidgetOptions } from "./widget.ts";

export type Ref = Pick<ReferenceTarget, "object" | "attribute">;

/** What a rule may depend on: the parameter or attribute, its data type, and where it is drawn. */
export interface FieldContext {
  readonly catalogue: Catalogue;
  readonly object: string;
  readonly name: string;
  readonly dataType: DataTypeMeta;
  /** Null for a parameter that is not an attribute. */
  readonly attribute: AttributeMeta | null;
  /** The row that names the values of an input, if it is not the attribute. */
  readonly known?: NarrowRow | null;
  /** What the value, or each element of a list, refers to. */
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
export const RANK = { jsonType: 0, dataType: 10, reference: 20, shortList: 25, attribute: 30 } as const;

/** One rule for every JSON type. `flag` is the kind of yes and no, which inputs and cells draw differently. */
export function rulesOfJson<const Flag>(
  flag: Flag,
): readonly FieldRule<Flag | "text" | "number" | "list" | "json">[] {
  const kinds = { string: "text", number: "number", boolean: flag, array: "list" } as const;
  const all = { ...kinds, object: "json", json: "json" } as const satisfies Record<
    DataTypeRow["json_name"],
    unknown
  >;
  return Object.entries(all).map(([name, widget]) => ({
    rank: RANK.jsonType,
    widget,
    applies: ({ dataType }) => dataType.json_name === name,
  }));
}

export function isReference({ ref, dataType }: FieldContext): boolean {
  return ref != null && !dataType.is_array;
}

const TEXT_LANGUAGES = DATA_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value].name }));

/** True for an attribute whose value many objects share, such as a kind; only these are drawn as chips. */
function isKind({ attribute, object, catalogue }: FieldContext): boolean {
  if (attribute === null || attribute.is_key || attribute.is_designation === true) return false;
  return catalogue.objectType(object)?.title.includes(attribute.name) !== true;
}

/** The rules of the data types themselves, for the input or for the cell of their values. */
export function rulesOf<Part extends "widget" | "cell">(
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

/** The applying rule with the highest rank. The rules of rank 0 cover every JSON type, so there always is one. */
export function resolveField<Kind>(
  rules: readonly FieldRule<Kind>[],
  context: FieldContext,
): FieldRule<Kind> {
  const [best] = rules
    .filter((rule) => rule.applies(context))
    .toSorted((one, other) => other.rank - one.rank);
  if (best === undefined) throw new Error(`no field rule covers ${context.object}.${context.name}`);
  return best;
}
