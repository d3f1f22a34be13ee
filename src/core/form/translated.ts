import type { Json, Params, Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { TRANSLATION } from "#contract/wire/api-types";
import { languageOf, OWN_LANGUAGE, translationIn } from "../catalogue/languages.ts";
import { DATA_LANGUAGES, type DataLanguage } from "../locales.ts";
import type { Locale } from "../text.ts";
import type { ValueChange } from "../txlist/changes.ts";
import { fromNullText, NULL_TEXT, type Planned, type PlannedStatement } from "../txlist/planned.ts";
import { deletionOf } from "../txlist/make-planned.ts";
import type { FormTarget } from "./target.ts";

/** A text of an attribute in one language. */
export interface TextField {
  readonly attribute: string;
  readonly language: DataLanguage;
}

/** Name of the form field of a text; that in the object's own language has the name of the attribute. */
export function textFieldName({
  attribute,
  language,
}: {
  readonly attribute: string;
  readonly language: string;
}): string {
  return language === OWN_LANGUAGE ? attribute : `${attribute}@${language}`;
}

/** The languages in which a form asks for an attribute, the reader's first; none for an attribute without translations, or where a translation could not name its object (TAFORM-19). */
export function languagesAsked(
  { definition }: ObjectTypeMeta,
  name: string,
  { operation, row, isMany, bundle }: FormTarget,
  locale: Locale,
): readonly DataLanguage[] {
  // A new object has to be made before its translations.
  const isNamed =
    operation === "create"
      ? bundle?.at !== "prepend"
      : operation === "update" && (isMany === true || typeof row?.["gpk"] === "string");
  if (!isNamed || !definition.lang_attr_list.includes(name)) return [];
  const first = languageOf(locale);
  return [first, ...DATA_LANGUAGES.filter((language) => language !== first)];
}

/** The text of an object in a language, without texts that only replace it; null if there is none. */
export function textOf(row: Row | null, { attribute, language }: TextField): string | null {
  if (row === null) return null;
  const own = row[attribute];
  if (language === OWN_LANGUAGE) return typeof own === "string" ? own : null;
  return translationIn(row, attribute, language);
}

/** A text of a form in a language other than the object's own, in its present and its planned state. */
export interface TextChange {
  readonly attribute: string;
  readonly language: string;
  readonly from: string | null;
  readonly to: Json;
}

/** The statements that change translations of an object, each with its old text. */
export function textStatements(gpk: string, changes: readonly TextChange[]): readonly PlannedStatement[] {
  return changes.flatMap(({ attribute, language, from, to }) =>
    from === to
      ? []
      : statementOf({ object_gfk: gpk, language_tag: language, lang_attr_key: attribute }, from, to),
  );
}

function statementOf(key: Params, from: string | null, to: Params[string]): readonly PlannedStatement[] {
  const isEmptied = to === NULL_TEXT || to === null;
  if (from === null) return isEmptied ? [] : [statement("create", { old: {}, new: { ...key, value: to } })];
  const old = { ...key, value: from };
  if (isEmptied) return [deletionOf(TRANSLATION, old)];
  return [statement("update", { old, new: { value: to } })];
}

function statement(
  fn: PlannedStatement["object_function"],
  parameters: PlannedStatement["parameters"],
): PlannedStatement {
  return { object_fq_name: TRANSLATION, object_function: fn, parameters };
}

/** The object with the texts that an element changes, as far as the element contains them. */
export function rowOfTexts(item: Planned): Row {
  const [first] = "bundle" in item ? item.bundle.filter(isTranslation) : [];
  if (first === undefined) return {};
  const dict: Record<string, Params> = {};
  for (const { attribute, language = "", before = null } of translatedChanges(item))
    dict[attribute] = { ...dict[attribute], [language]: before };
  const { old, new: now } = first.parameters;
  return { gpk: old["object_gfk"] ?? now["object_gfk"] ?? null, language_dict: dict };
}

/** True if a statement changes a translation, which belongs to the form of its object. */
export function isTranslation({ object_fq_name }: PlannedStatement): boolean {
  return object_fq_name === TRANSLATION;
}

/** The further statements of an element that change no translation: they create or delete other objects together with it. */
export function furtherOf(item: Planned): readonly PlannedStatement[] {
  return "bundle" in item ? item.bundle.filter((one) => !isTranslation(one)) : [];
}

/** The texts that an element plans in another language than the object's own, by attribute. */
export function translatedChanges(item: Planned): readonly ValueChange[] {
  if (!("bundle" in item)) return [];
  return item.bundle.filter(isTranslation).flatMap(({ parameters: { old, new: after } }) => {
    const { lang_attr_key: attribute, language_tag: language } = { ...after, ...old };
    if (typeof attribute !== "string") return [];
    const [before, now] = [old, after].map(({ value = null }) => fromNullText(value));
    const told = typeof language === "string" ? { language } : {};
    return [{ attribute, path: [], before, after: now, ...told }];
  });
}
