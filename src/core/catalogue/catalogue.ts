import { whole, type ShortMetadataRow } from "#contract/short-metadata";
import type {
  AttributeRow,
  DataTypeRow,
  FunctionRow,
  MetadataRow,
  ObjectTypeRow,
  ReferenceRow,
} from "#contract/wire/metadata";
import type { ObjectName } from "#contract/wire/step";
import type { Known } from "./known.ts";
import { pickText, type Locale } from "../text.ts";

export interface CatalogueRows {
  readonly metadata: readonly ShortMetadataRow[];
  readonly dataTypes: readonly DataTypeRow[];
}

/** Conditions that an attribute adds to those of its data type, for a text or for each element of a list. */
export interface Narrowing {
  readonly pattern: string | null;
  /** All possible values; null if the attribute does not list them. */
  readonly values: readonly string[] | null;
}

/** A data type; for a list also the data type of its elements. */
export interface DataTypeMeta extends DataTypeRow {
  readonly element?: DataTypeMeta;
  /** Present if an attribute allows less than the type. */
  readonly narrowing?: Narrowing;
}

export interface AttributeMeta extends AttributeRow {
  readonly name: string;
  readonly dataType: DataTypeMeta;
  /** The attribute of another type that this one refers to. */
  readonly refersTo: {
    readonly object: string;
    readonly attribute: string;
    readonly referenceName: string;
  } | null;
}

export interface ObjectTypeMeta {
  readonly name: ObjectName;
  readonly definition: ObjectTypeRow;
  readonly key: readonly string[];
  readonly title: readonly string[];
  /** Sorted by `position`. */
  readonly attributes: readonly AttributeMeta[];
  /** References with the type on either side. */
  readonly references: readonly ReferenceRow[];
  readonly functions: readonly FunctionRow[];
  attribute(name: string): AttributeMeta | null;
}

/** All facts about object types: look-ups over metadata, built once. */
export interface Catalogue {
  /** Facts that the subjects of the portal have about types. */
  readonly known: Known;
  /** In alphabetical order. */
  readonly types: readonly ObjectTypeMeta[];
  objectType(name: string): ObjectTypeMeta | null;
  fn(name: string, operation: string): FunctionRow | null;
  /** An unknown data type counts as JSON, so that a new type needs no new portal. */
  dataType(name: string): DataTypeMeta;
  typeName(name: string, locale: Locale): string;
  /** Plural name of a type, or its singular name if it has none. */
  typePlural(name: string, locale: Locale): string;
  typeDescription(name: string, locale: Locale): string | null;
  /** A further text of a type, by the name of its member in `language_dict`. */
  typeText(name: string, member: string, locale: Locale): string | null;
  functionName(name: string, operation: string, locale: Locale): string;
  attributeName(name: string, attribute: string, locale: Locale): string;
  attributeHelp(name: string, attribute: string, locale: Locale): string | null;
}

type TextsByLanguage = Readonly<Record<string, string>>;

/** Look-ups over the rows of the self-description (wire contract 5). */
export function buildCatalogue(rows: CatalogueRows, known: Known): Catalogue {
  const dataTypes = new Map(rows.dataTypes.map((row) => [row.name, row]));
  const dataType = (name: string): DataTypeMeta => {
    const row = dataTypes.get(name) ?? unknownDataType(name);
    const element = dataTypes.get(row.element_data_type ?? "");
    return element === undefined ? row : { ...row, element };
  };
  const types = rows.metadata
    .map((row) => objectTypeOf(whole(row), dataType))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const byName = new Map<string, ObjectTypeMeta>(types.map((type) => [type.name, type]));
  const functions = new Map(types.flatMap((type) => type.functions.map((fn) => [fn.fq_name, fn])));
  const typeText = (name: string, member: string): TextsByLanguage | undefined =>
    byName.get(name)?.definition.language_dict[member];
  const attributeText = (name: string, attribute: string, member: string): TextsByLanguage | undefined =>
    byName.get(name)?.attribute(attribute)?.language_dict?.[member];
  return {
    known,
    types,
    objectType: (name) => byName.get(name) ?? null,
    fn: (name, operation) => functions.get(`${name}.${operation}`) ?? null,
    dataType,
    typeName: (name, locale) => pickText(typeText(name, "name"), locale) ?? name,
    typePlural: (name, locale) =>
      pickText(typeText(name, "plural"), locale) ?? pickText(typeText(name, "name"), locale) ?? name,
    typeDescription: (name, locale) => pickText(typeText(name, "description"), locale),
    typeText: (name, member, locale) => pickText(typeText(name, member), locale),
    functionName: (name, operation, locale) =>
      pickText(functions.get(`${name}.${operation}`)?.language_dict["name"], locale) ?? operation,
    attributeName: (name, attribute, locale) =>
      pickText(attributeText(name, attribute, "name"), locale) ?? attribute,
    attributeHelp: (name, attribute, locale) =>
      pickText(attributeText(name, attribute, "description"), locale),
  };
}

function objectTypeOf(row: MetadataRow, dataType: (name: string) => DataTypeMeta): ObjectTypeMeta {
  const definition = row.definition;
  const attributes = Object.entries(definition.attributes).map(([name, attribute]): AttributeMeta => {
    const reference = definition.referencing_by_attribute[name];
    return {
      ...attribute,
      name,
      dataType: dataType(attribute.data_type),
      refersTo: reference === undefined ? null : refersToOf(reference),
    };
  });
  attributes.sort((one, other) => one.position - other.position);
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  return {
    name: `${definition.system}.${definition.name}`,
    definition,
    key: definition.key_attribute_list,
    title: definition.title_attribute_list,
    attributes,
    references: row.references,
    functions: row.functions,
    attribute: (name) => byName.get(name) ?? null,
  };
}

function refersToOf(row: ObjectTypeRow["referencing_by_attribute"][string]): AttributeMeta["refersTo"] {
  return { object: row.object_fq_name, attribute: row.attribute, referenceName: row.reference_name };
}

function unknownDataType(name: string): DataTypeRow {
  return {
    gpk: `dt-${name}`,
    name,
    json_name: "json",
    format_literal: null,
    text_length: null,
    pattern: null,
    part_pattern: null,
    min: null,
    max: null,
    is_array: false,
    element_data_type: null,
    language_dict: {},
    is_own: false,
  };
}
