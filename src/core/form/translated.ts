import { objectIn, type Params, type Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import {
  languageName,
  languageOf,
  OWN_LANGUAGE,
  TRANSLATION,
  translationIn,
} from "../catalogue/languages.ts";
import type { Locale } from "../text.ts";
import type { ValueChange } from "../txlist/changes.ts";
import { fromNullText, NULL_TEXT, type Planned, type PlannedStatement } from "../txlist/planned.ts";
import { deletionOf } from "../txlist/make-planned.ts";

interface Split {
  readonly parameters: { readonly old: Params; readonly new: Params };
  readonly statements: readonly PlannedStatement[];
}

/** Changed texts of the reader's language become changes of translations, with their old texts; other changes stay with the object (TAFORM-19). */
export function splitTranslated(
  { definition }: ObjectTypeMeta,
  row: Row,
  parameters: Split["parameters"],
  locale: Locale,
): Split {
  const language = languageOf(locale);
  const gpk = row["gpk"];
  if (language === OWN_LANGUAGE || typeof gpk !== "string") return { parameters, statements: [] };
  const names = definition.lang_attr_list.filter((name) => parameters.new[name] !== undefined);
  const without = (params: Params): Params =>
    Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
  const statements = names.flatMap((name): readonly PlannedStatement[] => {
    const key = { object_gfk: gpk, language_tag: language, lang_attr_key: name };
    return statementOf(key, translationIn(row, name, language), parameters.new[name] ?? null);
  });
  return { parameters: { old: without(parameters.old), new: without(parameters.new) }, statements };
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

/** True if a statement changes a translation, which belongs to the form of its object. */
export function isTranslation({ object_fq_name }: PlannedStatement): boolean {
  return object_fq_name === TRANSLATION;
}

/** The further statements of an element that change no translation: they create or delete other things with the object. */
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

/** "German: Netze" for each other language that the attribute has a text in; null if there is none. */
export function otherLanguages(
  { definition }: ObjectTypeMeta,
  name: string,
  row: Row | null,
  locale: Locale,
): string | null {
  if (row === null || !definition.lang_attr_list.includes(name)) return null;
  const language = languageOf(locale);
  const plain = row[name];
  const own = typeof plain === "string" ? plain : null;
  const tags = [OWN_LANGUAGE, ...Object.keys(objectIn(objectIn(row["language_dict"])?.[name]) ?? {})];
  const texts = [...new Set(tags)].flatMap((tag) => {
    const text = tag === OWN_LANGUAGE ? own : translationIn(row, name, tag);
    return tag === language || text === null ? [] : [`${languageName(tag, locale)}: ${text}`];
  });
  return texts.length === 0 ? null : texts.join(" · ");
}
