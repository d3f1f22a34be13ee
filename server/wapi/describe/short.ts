import { UNSAID } from "#contract/short-metadata";
import { isList, isObject, objectIn, textIn, type Json, type Localised, type Row } from "#contract/wire/json";
import type { Catalogue } from "../../catalogue/object-type.ts";
import { spokenText } from "./row.ts";

type Language = keyof Localised;

/** German texts of a parameter, which its `language_dict` contains in every language. */
const TEXTS = [
  "description_global_scope",
  "description_sys_scope",
  "description_obj_type_scope",
  "description_detail",
];
/** Members that follow from the type and the name of a function, and `is_own`, which has no meaning for a function. */
const OF_NAME = ["gpk", "system", "object_type", "fq_name", "object_fq_name", "is_own"];

/**
 * A row of `wapi.object_type.metadata` in one language, with the texts of its attributes. Most members that follow from the rest of the row are
 * omitted (wire contract 5.1). Omitting further members would save nothing after compression.
 */
export function shortRow(row: Row, catalogue: Catalogue, language: Language): Row {
  const { definition, functions, ...others } = rowIn(inLanguage(row, language));
  const { attributes: own } = catalogue.type(textIn(row["object_fq_name"]));
  const attributes = each(rowIn(definition)["attributes"], (one, name) => {
    const attribute = own.get(name);
    if (attribute === undefined) throw new Error(`no attribute ${name}`);
    const { label, help = attribute.dataType.help } = attribute;
    const texts = { name: { [language]: label[language] }, description: { [language]: help[language] } };
    return { ...one, language_dict: texts };
  });
  return {
    ...others,
    definition: { ...rowIn(definition), attributes },
    functions: isList(functions) ? functions.map((fn) => shortFunction(rowIn(fn), attributes)) : [],
  };
}

/** The value with one language of each text. Words for values are in every language, because people also write them in tables and addresses. */
function inLanguage(value: Json, language: Language): Json {
  const text = spokenText(value);
  if (text !== null) return { [language]: text[language] };
  if (isList(value)) return value.map((one) => inLanguage(one, language));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "value_language_dict" ? one : inLanguage(one, language),
    ]),
  );
}

function shortFunction({ parameters, ...fn }: Row, attributes: Row): Row {
  const short = each(parameters, (one, name) => shortParameter(one, rowIn(attributes[name])));
  return { ...membersOf(fn, (member) => !OF_NAME.includes(member)), parameters: short };
}

function shortParameter({ language_dict, ...parameter }: Row, attribute: Row): Row {
  const { name, description } = rowIn(attribute["language_dict"]);
  const known: Row = { description_global_scope: name ?? null, description_detail: description ?? null };
  const texts = without(rowIn(language_dict), known);
  const { old, new: fresh } = parameter;
  return {
    ...membersOf(parameter, (member) => !TEXTS.includes(member)),
    ...(old !== undefined && { old: without(rowIn(old), UNSAID) }),
    ...(fresh !== undefined && { new: without(rowIn(fresh), UNSAID) }),
    ...(Object.keys(texts).length > 0 && { language_dict: texts }),
  };
}

/** The members that differ from those of the other row. */
function without(row: Row, there: Row): Row {
  return membersOf(row, (name, value) => !isSame(value, there[name]));
}

/** True for equal plain values, and for objects with equal texts in the language of the first one. */
function isSame(one: Json, other: Json | undefined): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  return Object.entries(one).every(([tag, text]) => text === other[tag]);
}

function membersOf(row: Row, keeps: (name: string, value: Json) => boolean): Row {
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => keeps(name, value)));
}

function each(rows: Json | undefined, work: (row: Row, name: string) => Row): Row {
  return Object.fromEntries(Object.entries(rowIn(rows)).map(([name, row]) => [name, work(rowIn(row), name)]));
}

function rowIn(value: Json | undefined): Row {
  return objectIn(value) ?? {};
}
