import type {
  AttributeRow,
  DataTypeRow,
  FunctionRow,
  MetadataRow,
  ObjectTypeRow,
  ReferenceRow,
} from "#contract/wire/metadata";
import type { ObjectName } from "#contract/wire/step";
import { pickText, type Locale } from "../text.ts";

/** A row of `wapi.object_type_attr_lang_dict`. */
export interface AttributeTextRow {
  readonly object_fq_name: string;
  readonly attribute: string;
  readonly language_tag: string;
  readonly name: string;
  readonly description: string | null;
}

export interface CatalogueRows {
  readonly metadata: readonly MetadataRow[];
  readonly dataTypes: readonly DataTypeRow[];
  readonly attributeTexts: readonly AttributeTextRow[];
}

export interface AttributeMeta extends AttributeRow {
  readonly name: string;
  readonly dataType: DataTypeRow;
  /** The attribute of another type that this one names. */
  readonly refersTo: {
    readonly object: string;
    readonly attribute: string;
    readonly referenceName: string;
  } | null;
}

export interface ObjectTypeMeta {
  readonly name: ObjectName;
  readonly system: string;
  readonly object: string;
  readonly definition: ObjectTypeRow;
  readonly key: readonly string[];
  readonly title: readonly string[];
  /** By `position`. */
  readonly attributes: readonly AttributeMeta[];
  /** References in which the type is on either side. */
  readonly references: readonly ReferenceRow[];
  attribute(name: string): AttributeMeta | null;
}

/** Everything the portal knows of object types: lookups over the metadata rows, built once. */
export interface Catalogue {
  /** In alphabetical order. */
  readonly types: readonly ObjectTypeMeta[];
  objectType(name: string): ObjectTypeMeta | null;
  fn(name: string, operation: string): FunctionRow | null;
  /** An unknown data type is taken as JSON, so that a new type needs no new portal. */
  dataType(name: string): DataTypeRow;
  typeName(name: string, locale: Locale): string;
  typeDescription(name: string, locale: Locale): string | null;
  functionName(name: string, operation: string, locale: Locale): string;
  attributeName(name: string, attribute: string, locale: Locale): string;
  attributeHelp(name: string, attribute: string, locale: Locale): string | null;
}

type TextsByLanguage = Readonly<Record<string, string | null>>;
interface AttributeTexts {
  readonly name: Record<string, string | null>;
  readonly description: Record<string, string | null>;
}

/** Lookups over the rows of the self-description (wire contract 5). */
export function buildCatalogue(rows: CatalogueRows): Catalogue {
  const dataTypes = new Map(rows.dataTypes.map((row) => [row.name, row]));
  const dataType = (name: string) => dataTypes.get(name) ?? unknownDataType(name);
  const types = rows.metadata.map((row) => objectTypeOf(row, dataType));
  types.sort((one, other) => (one.name < other.name ? -1 : 1));
  const byName = new Map<string, ObjectTypeMeta>(types.map((type) => [type.name, type]));
  const functions = new Map<string, FunctionRow>();
  for (const row of rows.metadata) for (const fn of row.functions) functions.set(fn.fq_name, fn);
  const texts = attributeTextsOf(rows.attributeTexts);
  const typeText = (name: string, member: string): TextsByLanguage | undefined =>
    byName.get(name)?.definition.language_dict[member];
  return {
    types,
    objectType: (name) => byName.get(name) ?? null,
    fn: (name, operation) => functions.get(`${name}.${operation}`) ?? null,
    dataType,
    typeName: (name, locale) => pickText(typeText(name, "name"), locale) ?? name,
    typeDescription: (name, locale) => pickText(typeText(name, "description"), locale),
    functionName: (name, operation, locale) =>
      pickText(functions.get(`${name}.${operation}`)?.language_dict["name"], locale) ?? operation,
    attributeName: (name, attribute, locale) =>
      pickText(texts.get(`${name}.${attribute}`)?.name, locale) ?? attribute,
    attributeHelp: (name, attribute, locale) =>
      pickText(texts.get(`${name}.${attribute}`)?.description, locale),
  };
}

function objectTypeOf(row: MetadataRow, dataType: (name: string) => DataTypeRow): ObjectTypeMeta {
  const definition = row.definition;
  const attributes = Object.entries(definition.attributes).map(([name, attribute]): AttributeMeta => {
    const reference = definition.referencing_by_attribute[name];
    return {
      ...attribute,
      name,
      dataType: dataType(attribute.data_type),
      refersTo:
        reference === undefined
          ? null
          : {
              object: reference.object_fq_name,
              attribute: reference.attribute,
              referenceName: reference.reference_name,
            },
    };
  });
  attributes.sort((one, other) => one.position - other.position);
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  return {
    name: `${definition.system}.${definition.name}`,
    system: definition.system,
    object: definition.name,
    definition,
    key: definition.key_attribute_list,
    title: definition.title_attribute_list,
    attributes,
    references: row.references,
    attribute: (name) => byName.get(name) ?? null,
  };
}

function attributeTextsOf(rows: readonly AttributeTextRow[]): ReadonlyMap<string, AttributeTexts> {
  const texts = new Map<string, AttributeTexts>();
  for (const row of rows) {
    const key = `${row.object_fq_name}.${row.attribute}`;
    const entry = texts.get(key) ?? { name: {}, description: {} };
    entry.name[row.language_tag] = row.name;
    entry.description[row.language_tag] = row.description;
    texts.set(key, entry);
  }
  return texts;
}

function unknownDataType(name: string): DataTypeRow {
  const isArray = name.endsWith("_array");
  return {
    gpk: `dt-${name}`,
    name,
    json_name: isArray ? "array" : "json",
    format_literal: null,
    text_length: null,
    pattern: null,
    part_pattern: null,
    min: null,
    max: null,
    is_array: isArray,
    element_data_type: isArray ? name.slice(0, -"_array".length) : null,
    language_dict: {},
    is_own: false,
  };
}
