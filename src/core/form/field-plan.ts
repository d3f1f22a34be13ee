import { rowIn } from "../catalogue/languages.ts";
import { otherLanguages } from "./translated.ts";
import type { Json, Row } from "#contract/wire/json";
import type { DataTypeRow, FunctionRow, ParameterRow, ParameterSide } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { pickText } from "../text.ts";
import { resolveWidget } from "./field-rules.ts";
import { fieldsBefore, withFields } from "./reference.ts";
import type { FormPrefs, FormTarget } from "./target.ts";
import type { Offer, ReferenceTarget, Widget, WidgetOptions } from "./widget.ts";

/** One field of a form, with everything its widget is drawn by. */
export interface FieldPlan {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  /** What a value of the type looks like, in words; what is said of a value that does not. */
  readonly form: string | null;
  readonly dataType: DataTypeRow;
  readonly widget: Widget;
  readonly options: WidgetOptions;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** Draws the null checkbox (TAFORM-11, TAFORM-12). */
  readonly offersNull: boolean;
  /** Shown, but open in expert mode only (TAFORM-13). */
  readonly isLocked: boolean;
  /** Permissions of which one would allow to set it; empty where it stands in the open. */
  readonly missing: readonly string[];
  /** Wire value the form starts from; null where there is none. */
  readonly start: Json;
  /** Wire value the server takes where nothing is said. */
  readonly preset: Json;
}

/** What a field is drawn from. */
export type DrawnField = Pick<
  FieldPlan,
  "name" | "label" | "help" | "widget" | "options" | "isRequired" | "isLocked" | "missing" | "offersNull"
>;

/** Fields of a form: the asked ones in their order, otherwise required first, then by position. */
export function planFields(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  fn: FunctionRow,
  target: FormTarget,
  prefs: FormPrefs,
): readonly FieldPlan[] {
  const named = Object.entries(fn.parameters).flatMap(([name, parameter]) =>
    parameter.new === undefined
      ? []
      : [fieldOf(catalogue, type, name, parameter, parameter.new, target, prefs)],
  );
  const ask = target.ask;
  if (ask !== undefined) {
    return ask.flatMap((name) => named.filter((field) => field.name === name));
  }
  const place = (field: FieldPlan) => type.attribute(field.name)?.position ?? Number.MAX_SAFE_INTEGER;
  return named.toSorted(
    (one, other) => Number(other.isRequired) - Number(one.isRequired) || place(one) - place(other),
  );
}

function fieldOf(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  name: string,
  parameter: ParameterRow,
  side: ParameterSide,
  target: FormTarget,
  prefs: FormPrefs,
): FieldPlan {
  const dataType = catalogue.dataType(parameter.data_type);
  const attribute = type.attribute(name);
  const operation = target.operation === "create" ? "create" : "update";
  const drawn = resolveWidget({
    catalogue,
    object: type.name,
    name,
    dataType,
    attribute,
    operation,
    isExpert: prefs.isExpert,
  });
  const isNamed = (list: readonly string[] | undefined) => list?.includes(name) ?? false;
  const missing = target.part === undefined || target.part.open.includes(name) ? [] : target.part.missing;
  const isRequired = isAsked(target, name, mustBeFilled(dataType, attribute, target.operation, side));
  const texts = textsOf(catalogue, type, name, parameter, prefs, drawn.widget);
  return {
    name,
    ...texts,
    help: helpOf(texts.help, otherLanguages(type, name, target.row, prefs.locale)),
    dataType,
    widget: drawn.widget,
    options: {
      ...drawn.options,
      ...leftToServer(drawn.widget, target, isRequired, side),
      ...offered(drawn.options, target.offer?.[name], target),
    },
    isRequired,
    isNullable: side.is_nullable,
    offersNull: side.is_nullable && (prefs.isExpert || offersNull(target, name)),
    isLocked: (isNamed(target.lock) || missing.length > 0) && !prefs.isExpert,
    missing,
    start: startValue(name, side, target, prefs),
    preset: side.data_default,
  };
}

/** The help of a field with the text that it has in other languages. */
function helpOf(help: string | null, others: string | null): string | null {
  const texts = [help, others].filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(". ");
}

/** The same change for several objects asks for nothing. */
function isAsked({ isMany, require }: FormTarget, name: string, mustBe: boolean): boolean {
  return isMany !== true && (mustBe || (require ?? []).includes(name));
}

/** Where the control offers null to everyone; several objects have no value that could be emptied (TAFORM-12). */
function offersNull({ isMany, nullable }: FormTarget, name: string): boolean {
  return isMany === true || (nullable ?? []).includes(name);
}

/** Nothing said about a field leaves the objects as they are. */
const UNTOUCHED = { isLeftToServer: true, unsaid: "ui.field.untouched" } as const;

/** An update may leave everything out, but what cannot be null must not be emptied. */
function mustBeFilled(
  dataType: DataTypeRow,
  attribute: AttributeMeta | null,
  operation: FormTarget["operation"],
  side: ParameterSide,
): boolean {
  if (operation !== "update") return side.isRequired;
  return attribute !== null && !side.is_nullable && !dataType.is_array;
}

/** A control may narrow what a reference offers, also by values of the object that no field of the form changes. */
function offered(
  options: WidgetOptions,
  offer: Offer | undefined,
  { row, operation }: FormTarget,
): Pick<WidgetOptions, "reference"> {
  const { reference } = options;
  if (reference === undefined || offer === undefined) return {};
  const { filters, narrowing, sorting } = offer;
  const narrowed: ReferenceTarget = {
    ...reference,
    filters: { ...reference.filters, ...filters },
    ...(narrowing === undefined ? {} : { narrowing }),
    ...(sorting === undefined ? {} : { sorting }),
  };
  const present = operation === "create" || row === null ? null : row;
  return { reference: present === null ? narrowed : withPresent(narrowed, present) };
}

/** Fields that only something new has are those of the object itself. */
function withPresent(target: ReferenceTarget, row: Row): ReferenceTarget {
  const needed = fieldsBefore(target);
  const isKnown = needed.length > 0 && needed.every((name) => typeof row[name] === "string");
  return isKnown
    ? withFields(target, Object.fromEntries(needed.map((name) => [name, row[name] ?? null])))
    : target;
}

/** Yes or no without a default that could be told beforehand: saying nothing is not saying no. */
function leftToServer(
  widget: Widget,
  { operation, isMany }: FormTarget,
  isRequired: boolean,
  side: ParameterSide,
): Pick<WidgetOptions, "isLeftToServer" | "unsaid"> {
  if (isMany === true) return UNTOUCHED;
  const isOpen = operation === "create" && !isRequired && side.data_default === null;
  return widget === "boolean" && isOpen ? { isLeftToServer: true } : {};
}

function startValue(name: string, side: ParameterSide, target: FormTarget, { locale }: FormPrefs): Json {
  if (target.isMany === true) return null;
  const given = target.set?.[name];
  if (given !== undefined) return given;
  const row = target.operation === "create" || target.row === null ? null : rowIn(target.row, locale);
  const present = row?.[name];
  return present === undefined ? side.data_default : present;
}

/** Data types whose general help tells nobody anything that the input does not show. */
const PLAIN_TYPES = new Set(["boolean", "integer", "decimal", "text", "text_line"]);

function textsOf(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  name: string,
  parameter: ParameterRow,
  prefs: FormPrefs,
  widget: Widget,
): Pick<FieldPlan, "label" | "help" | "form"> {
  const { locale } = prefs;
  const scope =
    pickText(parameter.language_dict["description_global_scope"], locale) ??
    parameter.description_global_scope;
  const detail =
    pickText(parameter.language_dict["description_detail"], locale) ?? parameter.description_detail;
  const label =
    type.attribute(name) === null ? scope || name : catalogue.attributeName(type.name, name, locale);
  const form = pickText(catalogue.dataType(parameter.data_type).language_dict["description"], locale);
  // Chosen from rows or plain anyway: the general help of the type would only be noise.
  const hides =
    form !== null &&
    (["choice", "choiceList", "reference"].includes(widget) || PLAIN_TYPES.has(parameter.data_type));
  const help = [scope, detail].filter(
    (text, at, all) => text !== "" && text !== label && all.indexOf(text) === at && !(hides && text === form),
  );
  return { label, help: help.length === 0 ? null : help.join(". ").replaceAll("..", "."), form };
}
