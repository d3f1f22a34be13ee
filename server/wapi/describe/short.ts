import { isDeepStrictEqual } from "node:util";
import { OF_NAME, UNSAID } from "#contract/short-metadata";
import { isList, isObject, objectIn, textIn, type Json, type Localised, type Row } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { spokenText } from "./row.ts";

type Language = keyof Localised;

/** German texts of a parameter, which its `language_dict` has in every language. */
const TEXTS = [
  "description_global_scope",
  "description_sys_scope",
  "description_obj_type_scope",
  "description_detail",
];

/** A row of `wapi.object_type.metadata` in one language, with the texts of its attributes, without what a client can fill in (wire contract 5.1). */
export function shortRow(row: Row, catalogue: Catalogue, language: Language): Row {
  const { object_fq_name, definition, functions, references } = rowIn(inLanguage(row, language));
  const type = catalogue.type(textIn(object_fq_name));
  const { attributes, ...own } = rowIn(definition);
  return {
    object_fq_name: type.name,
    definition: {
      ...without(own, UNSAID.definition),
      attributes: each(attributes, (one, name) => ({
        ...without(one, UNSAID.attribute),
        language_dict: textsOf(type, name, language),
      })),
    },
    functions: rowsIn(functions).map(shortFunction),
    references: rowsIn(references).map((one) => without(one, UNSAID.reference)),
  };
}

/** The value with one language of each text. */
function inLanguage(value: Json, language: Language): Json {
  const text = spokenText(value);
  if (text !== null) return { [language]: text[language] };
  if (isList(value)) return value.map((one) => inLanguage(one, language));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inLanguage(one, language)]));
}

function textsOf({ attributes }: ObjectType, name: string, language: Language): Json {
  const attribute = attributes.get(name);
  if (attribute === undefined) throw new Error(`no attribute ${name}`);
  const { label, help = attribute.dataType.help } = attribute;
  return { name: { [language]: label[language] }, description: { [language]: help[language] } };
}

function shortFunction({ parameters, ...fn }: Row): Row {
  const short = (side: Json | undefined): Row => without(rowIn(side), UNSAID.side);
  return {
    ...without(leftOut(fn, OF_NAME), UNSAID.fn),
    parameters: each(parameters, (one) => ({
      ...leftOut(one, TEXTS),
      ...("old" in one && { old: short(one["old"]) }),
      ...("new" in one && { new: short(one["new"]) }),
    })),
  };
}

/** The members that differ from these. */
function without(row: Row, unsaid: Row): Row {
  return members(
    row,
    (name, value) => !Object.hasOwn(unsaid, name) || !isDeepStrictEqual(value, unsaid[name]),
  );
}

function leftOut(row: Row, names: readonly string[]): Row {
  return members(row, (name) => !names.includes(name));
}

function members(row: Row, keeps: (name: string, value: Json) => boolean): Row {
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => keeps(name, value)));
}

function each(rows: Json | undefined, work: (row: Row, name: string) => Json): Row {
  return Object.fromEntries(Object.entries(rowIn(rows)).map(([name, row]) => [name, work(rowIn(row), name)]));
}

function rowIn(value: Json | undefined): Row {
  return objectIn(value) ?? {};
}

function rowsIn(value: Json | undefined): readonly Row[] {
  return isList(value) ? value.map(rowIn) : [];
}
