import { textIn, type Json, type Params, type Row } from "#contract/wire/json";
import { keyOf } from "../catalogue/key.ts";
import { OWN_LANGUAGE, rowIn } from "../catalogue/languages.ts";
import { withMade } from "../catalogue/made.ts";
import { plannedGpk } from "../catalogue/planned-gpk.ts";
import { titleOf } from "../catalogue/title.ts";
import { DATA_LANGUAGES } from "../locales.ts";
import type { Text } from "../text.ts";
import {
  NULL_TEXT,
  toNullText,
  type Planned,
  type PlannedContent,
  type PlannedStatement,
} from "../txlist/planned.ts";
import { elementOf, withTakenGpks } from "../txlist/make-planned.ts";
import { alongStatements, lacksAlong, withoutAlong } from "./along.ts";
import type { FieldModel } from "./field-plan.ts";
import type { ToAscii } from "#contract/values/fqdn";
import { hiddenSignIn } from "#contract/values/signs";
import { drawnType } from "./data-type.ts";
import { normaliseValue, type Converted } from "./grammar.ts";
import { madeUnasked } from "./made-unasked.ts";
import type { FormModel, FormTarget } from "./plan-form.ts";
import { textOf, textStatements, type TextChange } from "./translated.ts";
import { sameJson, sameValue, toWireValue, type FormValues } from "./values.ts";

export interface FieldProblem {
  readonly name: string;
  readonly text: Text;
  /** Title above the problems if all of them are of this kind. */
  readonly title?: Text;
}

export type PlannedChange =
  | { readonly kind: "planned"; readonly item: Planned }
  /** An update form without any change (TAFORM-16). */
  | { readonly kind: "unchanged" }
  | { readonly kind: "invalid"; readonly problems: readonly FieldProblem[] };

/** Problems of the values of a form that its JSON Schema does not find. These are the server's own checks, as far as the client can make them. */
export function checkValues(plan: FormModel, values: FormValues, toAscii: ToAscii): readonly FieldProblem[] {
  const wires = wireValuesOf(plan, values, toAscii);
  return plan.fields.flatMap((field) => {
    const wire = wires(field);
    if (!wire.ok) return [{ name: field.name, text: problemOf(field, wire.text) }];
    // A stored value may have such characters from earlier releases, and stays unchanged.
    const sign = sameJson(wire.value, field.start) ? null : signProblem(field, wire.value);
    if (sign !== null) return [{ name: field.name, text: sign }];
    const isEmpty = textsWith(plan, field).every((one) => isNull(wires(one)));
    const isMissing =
      (isEmpty && field.isRequired && !isNulled(field, values)) || lacksAlong(field, wire.value, values);
    return isMissing ? [{ name: field.name, text: { key: "core.form.required" } as const }] : [];
  });
}

function signProblem({ dataType }: FieldModel, value: Json): Text | null {
  const { hasLines = false } = drawnType((dataType.element ?? dataType).name);
  const found = hiddenSignIn(value, hasLines);
  return found === null ? null : { key: "core.form.hiddenSign", values: { ...found } };
}

/** If a value breaks the pattern of its type, the message says in words what is expected. */
function problemOf(field: FieldModel, text: Text): Text {
  const form = field.form ?? field.help;
  return text.key !== "core.form.badFormat" || form === null
    ? text
    : { key: "core.form.badFormatOf", values: { form } };
}

/**
 * The planned action of a submitted form. Updates contain the key and the old and new value of each change;
 * unchanged values are left out, and null is written as '__NULL'.
 */
export function planChange(
  plan: FormModel,
  values: FormValues,
  use: { readonly uuid: string; readonly toAscii: ToAscii },
): PlannedChange {
  const problems = checkValues(plan, values, use.toAscii);
  if (problems.length > 0) return { kind: "invalid", problems };
  const { target } = plan;
  const uuid = target.element ?? use.uuid;
  const wires = wireValuesOf(plan, values, use.toAscii);
  const parameters = parametersOf(plan, values, wires);
  const texts = textChanges(plan, wires);
  const statements = [...furtherOf(plan, parameters, wires), ...textStatements(gpkIn(target, uuid), texts)];
  const isEmpty = Object.keys(parameters.new).length === 0 && statements.length === 0;
  if (target.operation === "update" && isEmpty) return { kind: "unchanged" };
  const row = target.row ?? withMade(plan.type, { ...rowOf(parameters.new), ...withTexts(texts) });
  const content = contentOf(plan, parameters, row);
  return { kind: "planned", item: plannedOf(plan, content, statements, uuid) };
}

function contentOf(plan: FormModel, parameters: Parameters, row: Row): PlannedContent {
  const { object, operation, show, require, reduce } = plan.target;
  return {
    object_fq_name: object,
    object_function: operation,
    parameters,
    preview_fields: Object.keys(parameters.new),
    ...titlesOf(plan, row),
    show_result: show ?? false,
    non_optionals: require ?? [],
    input_reducer: reduce ?? null,
  };
}

/** The number of the object, which a new one gets from its own step. */
function gpkIn({ operation, row }: FormTarget, uuid: string): string {
  return operation === "create" ? plannedGpk(uuid) : textIn(row?.["gpk"]);
}

/** The title in the language of the reader, and in each language if they differ. */
function titlesOf(
  { type, locale }: FormModel,
  row: Row,
): Pick<PlannedContent, "object_title" | "title_dict"> {
  const [de, en] = DATA_LANGUAGES.map((language) => titleOf(type, rowIn(row, language)));
  const title = titleOf(type, rowIn(row, locale));
  if (de === undefined || en === undefined || de === en) return { object_title: title };
  return { object_title: title, title_dict: { de, en } };
}

/** The texts of the form in languages other than the object's own. */
function textChanges({ fields, target }: FormModel, wires: WiresOf): readonly TextChange[] {
  const row = target.operation === "create" ? null : target.row;
  return fields.flatMap((field) => {
    const { text } = field;
    const wire = wires(field);
    if (text === undefined || text.language === OWN_LANGUAGE || !wire.ok) return [];
    return [{ ...text, from: textOf(row, text), to: wire.value }];
  });
}

/** The translations of a new object. */
function withTexts(texts: readonly TextChange[]): Row {
  const dict: Record<string, Params> = {};
  for (const { attribute, language, to } of texts) dict[attribute] = { ...dict[attribute], [language]: to };
  return texts.length === 0 ? {} : { language_dict: dict };
}

function plannedOf(
  plan: FormModel,
  content: PlannedContent,
  translated: readonly PlannedStatement[],
  uuid: string,
): Planned {
  const { variant = null, losses } = plan.target;
  const base = { uuid, variant, ...(losses === undefined ? {} : { losses }) };
  const { at = "append", statements = [] } = plan.target.bundle ?? {};
  return elementOf(
    base,
    withTakenGpks(content),
    at,
    [...withoutAlong(statements, plan.fields), ...translated].map(withTakenGpks),
  );
}

type Parameters = PlannedContent["parameters"];

function parametersOf(plan: FormModel, values: FormValues, wires: WiresOf): Parameters {
  const { operation, row } = plan.target;
  if (operation === "update") return changedValues(plan, wires);
  return {
    // A function without a row creates a new object.
    old: row === null ? {} : keyOf(plan.type, row),
    new: operation === "delete" ? {} : { ...fixedOf(plan.fixed), ...createdValues(plan, values, wires) },
  };
}

function createdValues({ fields, target }: FormModel, values: FormValues, wires: WiresOf): Params {
  const given: Record<string, Json> = {};
  for (const field of fields.filter(isOfObject)) {
    const wire = wires(field);
    if (!wire.ok) continue;
    const value = wire.value ?? presetOf(field, values);
    if (value !== null) given[field.name] = value;
    else if (field.isNullable && isToldNull(field, target, values)) given[field.name] = NULL_TEXT;
  }
  return given;
}

/** The meaning of an empty field for an object that is created by default. */
function presetOf({ makes }: FieldModel, values: FormValues): Json {
  const made = makes === undefined ? null : madeUnasked(makes, values);
  return made?.isSent === true ? made.value : null;
}

/** True if null is ticked, or an empty field started filled or was planned as null. The server would otherwise insert its default again. */
function isToldNull(field: FieldModel, { nulled }: FormTarget, values: FormValues): boolean {
  return isNulled(field, values) || field.start !== null || nulled?.includes(field.name) === true;
}

function changedValues(plan: FormModel, wires: WiresOf): Parameters {
  const row = plan.target.row ?? {};
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  const change = (name: string, to: Json) => {
    const from = row[name];
    after[name] = toNullText(to);
    // Parameters that are not attributes have no old value.
    if (from !== undefined) before[name] = toNullText(from);
  };
  for (const [name, value] of Object.entries(plan.fixed)) {
    const from = row[name];
    if (from === undefined || !sameJson(from, value)) change(name, value);
  }
  for (const field of plan.fields.filter(isOfObject)) {
    const wire = wires(field);
    const from = row[field.name];
    const present = from === undefined ? field.preset : from;
    if (wire.ok && !sameValue(field.dataType, present, wire.value)) change(field.name, wire.value);
  }
  return { old: { ...before, ...keyOf(plan.type, row) }, new: after };
}

function isNulled(field: FieldModel, values: FormValues): boolean {
  return field.isNullable && values[field.name] === null;
}

/** False for a text that is stored separately from its object, and for a field that creates further objects. */
function isOfObject({ text, along }: FieldModel): boolean {
  return along === undefined && (text === undefined || text.language === OWN_LANGUAGE);
}

/** The statements that create the objects needed by a new object. */
function furtherOf(
  { type, fields }: FormModel,
  { new: now }: Parameters,
  wires: WiresOf,
): readonly PlannedStatement[] {
  const key = now[type.key[0] ?? ""] ?? null;
  return fields.flatMap((field) => {
    const wire = wires(field);
    return wire.ok ? alongStatements(field, wire.value, key) : [];
  });
}

/** The field, with those of the same text in other languages. */
function textsWith({ fields }: FormModel, field: FieldModel): readonly FieldModel[] {
  const { text } = field;
  return text === undefined ? [field] : fields.filter((one) => one.text?.attribute === text.attribute);
}

/** The sent form of each field. */
type WiresOf = (field: FieldModel) => Converted;

/** An empty text in the object's own language is replaced by the one in another language, because all readers see it until theirs is set. */
function wireValuesOf(plan: FormModel, values: FormValues, toAscii: ToAscii): WiresOf {
  const own = (field: FieldModel): Converted => wireValueOf(field, values, toAscii);
  return (field) => {
    const wire = own(field);
    if (field.text?.language !== OWN_LANGUAGE || !isNull(wire) || isNulled(field, values)) return wire;
    const texts = textsWith(plan, field);
    const isTouched = texts.some((one) => {
      const said = own(one);
      return !said.ok || !sameJson(said.value, one.start);
    });
    return isTouched ? (texts.map(own).find((one) => one.ok && one.value !== null) ?? wire) : wire;
  };
}

function isNull(wire: Converted): boolean {
  return wire.ok && wire.value === null;
}

function wireValueOf(field: FieldModel, values: FormValues, toAscii: ToAscii) {
  const converted = toWireValue(field.widget, values[field.name], field.options);
  if (!converted.ok) return converted;
  // A list that cannot be null becomes an empty list.
  const value =
    converted.value === null && field.dataType.is_array && !field.isNullable ? [] : converted.value;
  return normaliseValue(field.dataType, value, toAscii);
}

function fixedOf(values: Params): Params {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toNullText(value)]));
}

function rowOf(params: Params): Row {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== NULL_TEXT));
}
