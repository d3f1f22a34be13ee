import { createHash } from "node:crypto";
import { API_VERSION } from "#contract/limits";
import type { Json, Localised } from "#contract/wire/json";
import { permissionNames, rwPermission, SU_ACCESS } from "../../access/rules.ts";
import { defaultNames } from "../../sql/join.ts";
import { dataTypes } from "../../catalogue/data-types.ts";
import type { ObjectTypeSpec } from "../../catalogue/define.ts";
import { permissionId } from "../../catalogue/derived.ts";
import { answerTexts } from "../../catalogue/define-service.ts";
import { gpkOf } from "../../catalogue/gpk.ts";
import type { Attribute, Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { dataTypeRow, operatorRows } from "./data-type.ts";
import { describedFunctions } from "./function.ts";
import { pageRow, pageTexts, reverseRow, reverseTexts, searchRow } from "./portal.ts";
import { narrowedRow, said, spokenText, typeId, type MetadataRow } from "./row.ts";
import { refersTo } from "./ref.ts";
import { STEPS } from "./step-schema.ts";

/** Rows of all types that are derived from the catalogue, with a hash that shows changes. */
export interface Metadata {
  readonly hash: string;
  readonly rows: Readonly<Record<string, readonly MetadataRow[]>>;
  /** Rows with the version of the metadata, which grows with each of their changes (wire contract 1.2). */
  readonly numbered: (number: number) => Readonly<Record<string, readonly MetadataRow[]>>;
  /** The version of the API with its state. */
  readonly served: string;
}

/** State of the version that is served (wire contract 1.2). */
const STATE = "release";
const LANGUAGES = ["de", "en"] as const satisfies readonly (keyof Localised)[];

const DESCRIBED: Readonly<
  Record<NonNullable<ObjectTypeSpec["describes"]>, (types: readonly ObjectType[]) => readonly MetadataRow[]>
> = {
  permissions: permissionRows,
  "translated attributes": (types) => types.flatMap(languageDefinitions),
};

/** The catalogue as rows of itself (wire contract 5), and the rows of definitions. */
export function describe(catalogue: Catalogue): Metadata {
  const types = [...catalogue.types.values()];
  const spoken: Record<string, readonly MetadataRow[]> = {
    "wapi.object_type": types.map((type) => objectTypeRow(type, types)),
    "wapi.function": types.flatMap((type) => describedFunctions(type, catalogue.types)),
    "wapi.data_type": dataTypes().map(dataTypeRow),
    "wapi.data_type_operator": operatorRows(),
    "wapi.reference": describedReferences(types),
    "wapi.object_type_lang_dict": types.flatMap(typeTexts),
    "wapi.object_type_attr_lang_dict": types.flatMap(attributeTexts),
    ...Object.fromEntries(
      types.flatMap(({ name, spec: { rows, describes } }): [string, readonly MetadataRow[]][] => {
        if (describes !== undefined) return [[name, DESCRIBED[describes](types)]];
        return rows === undefined ? [] : [[name, rows]];
      }),
    ),
    "wapi.system": systemRows(types, catalogue.types.get("wapi.system")?.spec.rows ?? []),
  };
  const rows: Record<string, readonly MetadataRow[]> = {
    ...Object.fromEntries(Object.entries(spoken).map(([name, list]) => [name, list.map(inGerman)])),
    ...(catalogue.translations === null
      ? {}
      : { [catalogue.translations.name]: types.flatMap((type) => textsOf(type, spoken[type.name] ?? [])) }),
  };
  // The row of the version contains the grammar of steps, which may change alone.
  const digest = createHash("sha256").update(JSON.stringify([rows, versionRow(catalogue, 0)]));
  return {
    hash: digest.digest("hex"),
    rows,
    numbered: (number) => ({ "wapi.version": [versionRow(catalogue, number)] }),
    served: `${API_VERSION} ${STATE}`,
  };
}

/** The systems of all types. A row of `wapi.system`, or one of its types, has the name of a system. */
function systemRows(types: readonly ObjectType[], named: readonly MetadataRow[]): readonly MetadataRow[] {
  const names = [...new Set(types.map(({ system }) => system))];
  return names.map((name) => {
    const [told] = types.flatMap(({ system, spec }) => (system === name ? (spec.system ?? []) : []));
    const language_dict = { name: told?.label ?? { de: name, en: name } };
    return named.find(({ id }) => id === name) ?? { id: name, name, language_dict };
  });
}

function objectTypeRow(type: ObjectType, types: readonly ObjectType[]): MetadataRow {
  const { spec } = type;
  const referring = type.references.flatMap(({ attributes, name }) =>
    attributes.map((attribute) => ({ attribute, name })),
  );
  const names = [...Map.groupBy(referring, ({ attribute }) => attribute)].map(
    ([attribute, found]) => [attribute, found.map(({ name }) => name)] as const,
  );
  return {
    id: typeId(type),
    system: type.system,
    name: type.object,
    fq_name: type.name,
    is_view: !["create", "update", "delete"].some((fn) => type.operations.has(fn)),
    is_setting: spec.isUnlogged === true,
    has_owners: spec.own !== null,
    key_attribute_list: spec.key,
    title_attribute_list: spec.title,
    lang_attr_list: spec.languageAttributes ?? [],
    ...madeFrom(type, types),
    attributes: Object.fromEntries([...type.attributes.values()].map((one) => [one.name, attributeOf(one)])),
    referencing_by_attribute: Object.fromEntries(refersTo(type)),
    reference_names_by_attribute: Object.fromEntries(names),
    search: searchRow(type),
    page: pageRow(type, types),
    reverse: reverseRow(spec.reverse),
    language_dict: {
      name: spec.label,
      ...(spec.plural === undefined ? {} : { plural: spec.plural }),
      description: spec.description,
      ...answerTexts(spec.service),
      ...pageTexts(spec.page),
      ...reverseTexts(spec.reverse),
    },
  };
}

const TABLE = /\b([a-z]+)\."?([a-z0-9_]+)/g;

/** The member of a view with the types whose objects make its rows, because its SQL reads their tables. Rows of other types are objects themselves. */
function madeFrom(
  type: ObjectType,
  types: readonly ObjectType[],
): { readonly made_from_list?: readonly string[] } {
  const names = sourcesOf(type, types);
  return names === null ? {} : { made_from_list: names };
}

function sourcesOf({ name: own, spec }: ObjectType, types: readonly ObjectType[]): readonly string[] | null {
  const { source } = spec;
  if (typeof source !== "object") return null;
  const tables = source.sql.matchAll(TABLE);
  const named = new Set(Array.from(tables, ([, system = "", object = ""]) => `${system}.${object}`));
  const read = types.filter(({ name }) => name !== own && named.has(name));
  return [...new Set(read.flatMap((one) => sourcesOf(one, types) ?? [one.name]))].toSorted();
}

function attributeOf(attribute: Attribute): Json {
  return {
    data_type: attribute.type,
    position: attribute.position,
    is_key: attribute.isKey,
    is_nullable: attribute.nullable === true,
    is_computed: !attribute.isWritable,
    is_create_only: attribute.createOnly === true,
    is_secret: attribute.secret === true,
    ...narrowedRow(attribute),
    ...said({
      is_order: attribute.isOrder,
      is_offered: attribute.isOffered,
      is_designation: attribute.isDesignation,
      is_one_line: attribute.isOneLine,
      made_of: attribute.madeOf,
      is_given: attribute.isGiven,
      counts: attribute.counted && { object_fq_name: attribute.counted.of, attribute: attribute.counted.by },
      is_unfiltered: attribute.upToRows === undefined ? undefined : true,
      unit: attribute.unit,
      form_by: attribute.formBy,
      asks: attribute.asks && { ...attribute.asks, ref: { ...attribute.asks.ref } },
      address_by: attribute.addressBy && { ...attribute.addressBy },
    }),
  };
}

/** Rows of `wapi.reference`: foreign keys and computed relations by name (wire contract 5.4). */
function describedReferences(types: readonly ObjectType[]): readonly MetadataRow[] {
  const byName = new Map(types.map((type) => [type.name, type]));
  const isDefault = (name: string, from: ObjectType, to: string): boolean => {
    const other = byName.get(to as `${string}.${string}`);
    const names = other === undefined ? [] : defaultNames(from, other);
    return names.length === 1 && names[0] === name;
  };
  return types.flatMap((type) => [
    ...type.references.map((reference) => ({
      id: reference.name,
      name: reference.name,
      kind: reference.links === undefined ? "fkey" : "func",
      object_fq_name: type.name,
      attribute_list: reference.attributes,
      ref_object_fq_name: reference.to,
      ref_attribute_list: reference.toAttributes,
      is_default: isDefault(reference.name, type, reference.to),
    })),
    ...(type.spec.relations ?? []).map(({ name, to }) => ({
      id: name,
      name,
      kind: "func",
      object_fq_name: type.name,
      attribute_list: [],
      ref_object_fq_name: to,
      ref_attribute_list: [],
      is_default: to === "*" || isDefault(name, type, to),
    })),
  ]);
}

function typeTexts(type: ObjectType): readonly MetadataRow[] {
  const { label, description } = type.spec;
  return LANGUAGES.map((tag) => ({
    id: `${typeId(type)}-${tag}`,
    object_fq_name: typeId(type),
    language_tag: tag,
    name: label[tag],
    description: description[tag],
  }));
}

function attributeTexts(type: ObjectType): readonly MetadataRow[] {
  return [...type.attributes.values()].flatMap((attribute) =>
    LANGUAGES.map((tag) => ({
      id: `${typeId(type)}-${attribute.name}-${tag}`,
      object_fq_name: typeId(type),
      attribute: attribute.name,
      language_tag: tag,
      name: attribute.label[tag],
      description: (attribute.help ?? attribute.dataType.help)[tag],
    })),
  );
}

function permissionRows(types: readonly ObjectType[]): readonly MetadataRow[] {
  const texts = new Map<string, Localised>([
    [SU_ACCESS, { de: "Als ein anderes Konto handeln oder testen", en: "Act or test as another account" }],
  ]);
  for (const type of types.filter(({ spec }) => spec.read !== "meta")) {
    const { de, en } = type.spec.label;
    const { feed } = type.spec;
    if (feed !== undefined) texts.set(feed.permission, feed.label);
    for (const name of permissionNames(type)) {
      const writes = name === rwPermission(type);
      texts.set(name, {
        de: writes ? `${de}: lesen und ändern` : `${de}: alle lesen`,
        en: writes ? `${en}: read and change` : `${en}: read all`,
      });
    }
  }
  return [...texts].map(([name, text]) => ({
    id: permissionId(name),
    name,
    system: name.split(".")[0] ?? name,
    description: text.de,
  }));
}

function languageDefinitions(type: ObjectType): readonly MetadataRow[] {
  return (type.spec.languageAttributes ?? []).map((key, position) => ({
    id: `${typeId(type)}-${key}`,
    object_fq_name: typeId(type),
    lang_attr_key: key,
    position,
    name: type.attributes.get(key)?.label ?? { de: key, en: key },
  }));
}

/** The plain attribute of a row contains the German text (wire contract 3.10). */
function inGerman(row: MetadataRow): MetadataRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, spokenText(value)?.de ?? value]),
  );
}

/** Texts of the rows of a metadata type in every language. */
function textsOf(type: ObjectType, rows: readonly MetadataRow[]): readonly MetadataRow[] {
  return rows.flatMap((row) =>
    (type.spec.languageAttributes ?? []).flatMap((key) => {
      const texts = spokenText(row[key] ?? null);
      if (texts === null) return [];
      return LANGUAGES.map((tag) => ({
        object_gfk: gpkOf(type, typeof row["id"] === "string" ? row["id"] : ""),
        language_tag: tag,
        lang_attr_key: key,
        object_fq_name: type.name,
        value: texts[tag],
      }));
    }),
  );
}

/** The row of `wapi.version`. `patch` is the version of the metadata, which grows with each of their changes. */
function versionRow({ types }: Catalogue, patch: number): MetadataRow {
  const [major = "0", minor = "0"] = API_VERSION.split(".");
  const words = types.get("wapi.version")?.attributes.get("state")?.values?.[STATE];
  return {
    id: API_VERSION.replace(".", "-"),
    major: Number(major),
    minor: Number(minor),
    patch,
    numeric: `${API_VERSION}.${String(patch)}`,
    state: STATE,
    semantic: STATE,
    doc_uri: "/docs/api-guide",
    language_dict: { ...words },
    transaction_json_schema: STEPS,
  };
}
