import { languageName, languageOf } from "../catalogue/languages.ts";
import { alongField, asksIn, type Along } from "./along.ts";
import { narrowedType } from "./narrowed.ts";
import { languagesAsked, textFieldName, textOf, type TextField } from "./translated.ts";
import type { Json, Row } from "#contract/wire/json";
import type {
  DataTypeRow,
  FunctionRow,
  MakesRow,
  ParameterRow,
  ParameterSide,
} from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, DataTypeMeta, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { pickText } from "../text.ts";
import { drawnType } from "./data-type.ts";
import { refOf, resolveWidget } from "./field-rules.ts";
import { fieldsBefore, withFields } from "./reference.ts";
import type { FormPrefs, FormTarget } from "./target.ts";
import type { Offer, ReferenceTarget, Widget, WidgetOptions } from "./widget.ts";

/** One field of a form, with everything that its widget needs. */
export interface FieldModel {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  /** Describes in words what a value of the type looks like; messages about invalid values contain it. */
  readonly form: string | null;
  readonly dataType: DataTypeMeta;
  readonly widget: Widget;
  readonly options: WidgetOptions;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** Draws the null checkbox (TAFORM-11, TAFORM-12). */
  readonly offersNull: boolean;
  /** Shown, but open in expert mode only (TAFORM-13). */
  readonly isLocked: boolean;
  /** Permissions of which one would allow the account to set the field; empty if the field is open. */
  readonly missing: readonly string[];
  /** Wire value that the form starts from; null if there is none. */
  readonly start: Json;
  /** Wire value that the server uses if none is sent. */
  readonly preset: Json;
  /** The language of the text in the field, for an attribute with a text in each language. */
  readonly text?: TextField;
  /** The values of the field create further objects. */
  readonly along?: Along;
  /** The value belongs to an object that another field refers to. */
  readonly makes?: MakesRow;
}

/** Input of the drawing of a field. */
export interface DrawnField extends Pick<
  FieldModel,
  "name" | "label" | "help" | "widget" | "options" | "isRequired" | "isLocked" | "missing" | "offersNull"
> {
  /** Value from another field, which is shown and sent while the field itself is empty. */
  readonly proposed?: Json;
  /** Advice for filling in the field. */
  readonly guidance?: { readonly text: string; readonly isWarning: boolean };
}

/** Fields of a form: the requested ones in their order, otherwise required ones first, then by position. */
export function planFields(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  fn: FunctionRow,
  target: FormTarget,
  prefs: FormPrefs,
): readonly FieldModel[] {
  const named = Object.entries(fn.parameters).flatMap(([name, parameter]) => {
    const { new: side } = parameter;
    if (side === undefined) return [];
    return [{ name, fields: fieldsOf({ catalogue, type, fn, name, parameter, side, target, prefs }) }];
  });
  const { ask } = target;
  if (ask !== undefined)
    return ask.flatMap((name) => named.filter((one) => one.name === name)).flatMap(({ fields }) => fields);
  const place = ({ name }: Named) => type.attribute(name)?.position ?? Number.MAX_SAFE_INTEGER;
  const isRequired = ({ fields }: Named) => Number(fields.some((field) => field.isRequired));
  return named
    .toSorted((one, other) => isRequired(other) - isRequired(one) || place(one) - place(other))
    .flatMap(({ fields }) => fields);
}

/** The fields of one parameter. */
interface Named {
  readonly name: string;
  readonly fields: readonly FieldModel[];
}

/** A parameter that has a field in the form. */
interface Asked {
  readonly catalogue: Catalogue;
  readonly type: ObjectTypeMeta;
  readonly fn: FunctionRow;
  readonly name: string;
  readonly parameter: ParameterRow;
  readonly side: ParameterSide;
  readonly target: FormTarget;
  readonly prefs: FormPrefs;
}

/**
 * One field, or one for each language of a text. If the text is required, one of the fields is: the first one with a text, or that of the reader's
 * language.
 */
function fieldsOf(asked: Asked): readonly FieldModel[] {
  const { type, name, target, prefs } = asked;
  const texts = languagesAsked(type, name, target, prefs.locale).map((language) =>
    inLanguage(asked, { attribute: name, language }),
  );
  if (texts.length === 0) {
    const field = fieldOf(asked);
    const asks = asksIn(target, type.attribute(name));
    return asks === null
      ? [field]
      : [field, { ...field, ...alongField(asked.catalogue, target, name, asks, prefs) }];
  }
  const filled = Math.max(
    0,
    texts.findIndex(({ start }) => start !== null),
  );
  return texts.map((field, at) => ({ ...field, isRequired: field.isRequired && at === filled }));
}

function inLanguage(asked: Asked, text: TextField): FieldModel {
  const { target, prefs } = asked;
  const field = fieldOf(asked);
  const name = textFieldName(text);
  const row = target.operation === "create" ? null : target.row;
  const given = target.set?.[name];
  const start = target.isMany === true ? null : given === undefined ? textOf(row, text) : given;
  const named = { ...field, name, text, start };
  if (text.language === languageOf(prefs.locale)) return named;
  const label = `${field.label} (${languageName(text.language, prefs.locale)})`;
  const expected = target.isMany === true ? {} : ({ expected: "core.form.otherText" } as const);
  return { ...named, label, help: null, options: { ...field.options, ...expected } };
}

function fieldOf(asked: Asked): FieldModel {
  const { catalogue, type, name, parameter, side, target, prefs } = asked;
  const attribute = attributeOf(asked);
  const dataType = writtenType(asked, attribute);
  const operation = target.operation === "create" ? "create" : "update";
  const drawn = resolveWidget({
    catalogue,
    object: type.name,
    name,
    dataType,
    attribute,
    known: parameter.value_language_dict === undefined ? attribute : parameter,
    ref: refOf(parameter),
    operation,
    isExpert: prefs.isExpert,
  });
  const isNamed = (list: readonly string[] | undefined) => list?.includes(name) ?? false;
  const missing = target.part === undefined || target.part.open.includes(name) ? [] : target.part.missing;
  const isRequired = isAsked(asked, dataType);
  return {
    name,
    ...textsOf(asked, dataType, drawn.widget),
    dataType,
    widget: drawn.widget,
    options: {
      ...drawn.options,
      ...leftToServer(asked, drawn.widget, isRequired),
      ...offered(drawn.options, target.offer?.[name], target),
      ...formed(drawn.options, target),
      ...below(target, name),
    },
    isRequired,
    isNullable: side.is_nullable,
    offersNull: side.is_nullable && (prefs.isExpert || offersNull(target, name)),
    isLocked: (isNamed(target.lock) || missing.length > 0) && !prefs.isExpert,
    missing,
    start: startValue(asked),
    preset: side.data_default,
    ...made(parameter),
  };
}

function below(target: FormTarget, name: string): Pick<WidgetOptions, "isBelow"> {
  return target.below === name ? { isBelow: true } : {};
}

function made({ makes }: ParameterRow): Pick<FieldModel, "makes"> {
  return makes === undefined ? {} : { makes };
}

/** The attribute that the parameter sets. A function of one type may have an unrelated parameter of the same name. */
function attributeOf({ type, name, fn }: Asked): AttributeMeta | null {
  return ["create", "update", "bulk_update"].includes(fn.name) ? type.attribute(name) : null;
}

/** A parameter that sets an attribute has its limits. */
function writtenType({ catalogue, parameter }: Asked, attribute: AttributeMeta | null): DataTypeMeta {
  const type = catalogue.dataType(parameter.data_type);
  const isNarrowed = attribute?.data_type === parameter.data_type;
  return narrowedType(type, isNarrowed ? { ...attribute, ...parameter } : parameter);
}

/**
 * True if the field is required. The same change for several objects requires nothing. An update requires only attributes that cannot be null
 * and are no lists, because they must not be emptied.
 */
function isAsked({ type, name, side, target }: Asked, dataType: DataTypeRow): boolean {
  const { isMany, require = [], operation } = target;
  if (isMany === true || require.includes(name)) return isMany !== true;
  if (operation !== "update") return side.isRequired;
  return type.attribute(name) !== null && !side.is_nullable && !dataType.is_array;
}

/** True if the form offers null to everyone. A form for several objects always offers it, because it has no values that could be emptied (TAFORM-12). */
function offersNull({ isMany, nullable }: FormTarget, name: string): boolean {
  return isMany === true || (nullable ?? []).includes(name);
}

/** An empty field leaves the objects as they are. */
const UNTOUCHED = { isLeftToServer: true, unsaid: "ui.field.untouched" } as const;

/** A control may restrict the offered objects of a reference, also by values of the object that no field of the form changes. */
function offered(
  { reference }: WidgetOptions,
  offer: Offer | undefined,
  { row, operation }: FormTarget,
): Pick<WidgetOptions, "reference"> {
  if (reference === undefined || offer === undefined) return {};
  const narrowed = { ...reference, ...offer, filters: { ...reference.filters, ...offer.filters } };
  const present = operation === "create" || row === null ? null : row;
  return { reference: present === null ? narrowed : withPresent(narrowed, present) };
}

/** The form of a text in an existing object, whose deciding value does not change. */
function formed({ formBy }: WidgetOptions, { row, operation }: FormTarget): Pick<WidgetOptions, "formBy"> {
  const value = operation === "create" ? null : (row?.[formBy?.field ?? ""] ?? null);
  return formBy === undefined || typeof value !== "string" ? {} : { formBy: { ...formBy, value } };
}

/** Takes the values that the reference needs from the existing object, because only the form of a new object has these fields. */
function withPresent(target: ReferenceTarget, row: Row): ReferenceTarget {
  const needed = fieldsBefore(target);
  const isKnown = needed.length > 0 && needed.every((name) => typeof row[name] === "string");
  return isKnown ? withFields(target, row) : target;
}

/** Without a known default, an unanswered yes-or-no field is left to the server, because a missing answer does not mean no. */
function leftToServer({ target, side }: Asked, widget: Widget, isRequired: boolean): WidgetOptions {
  if (target.isMany === true) return UNTOUCHED;
  const isOpen = target.operation === "create" && !isRequired && side.data_default === null;
  return widget === "boolean" && isOpen ? { isLeftToServer: true } : {};
}

function startValue(asked: Asked): Json {
  const { name, side, target } = asked;
  if (target.isMany === true) return null;
  const given = target.set?.[name];
  if (given !== undefined) return given;
  const isPresent = target.operation !== "create" && attributeOf(asked) !== null;
  const present = isPresent ? target.row?.[name] : undefined;
  return present === undefined ? side.data_default : present;
}

function textsOf(
  asked: Asked,
  dataType: DataTypeMeta,
  widget: Widget,
): Pick<FieldModel, "label" | "help" | "form"> {
  const { catalogue, type, name, parameter } = asked;
  const { locale } = asked.prefs;
  const told = (member: "description_global_scope" | "description_detail"): string =>
    pickText(parameter.language_dict[member], locale) ?? "";
  const [scope, detail] = [told("description_global_scope"), told("description_detail")];
  const label =
    attributeOf(asked) === null ? scope || name : catalogue.attributeName(type.name, name, locale);
  const form = pickText(catalogue.dataType(parameter.data_type).language_dict["description"], locale);
  // The general help of the type is of no use for a choice from rows or for a plain type.
  const hides =
    ["choice", "choiceList", "checks", "reference"].includes(widget) ||
    drawnType(parameter.data_type).isPlain === true;
  const help = [...new Set([scope, detail])].filter(
    (text) => text !== "" && text !== label && !(hides && text === form),
  );
  const isNarrow = (dataType.element ?? dataType).narrowing?.pattern != null && detail !== "";
  return {
    label,
    help: help.length === 0 ? null : help.join(". ").replaceAll("..", "."),
    form: isNarrow ? detail : form,
  };
}
