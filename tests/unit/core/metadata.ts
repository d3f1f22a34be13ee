import type { Json } from "#contract/wire/json";
import type {
  AttributeRow,
  DataTypeRow,
  FunctionRow,
  MetadataRow,
  ParameterRow,
} from "#contract/wire/metadata";
import { buildCatalogue, type Catalogue } from "#core/catalogue/catalogue";
import { KNOWN } from "../../../src/subjects/subjects.ts";

/** Members of an attribute that a test sets; all others have the default of the wire contract. */
interface AttributeSketch {
  readonly type: string;
  readonly key?: true;
  readonly nullable?: true;
  readonly secret?: true;
  readonly computed?: true;
  readonly required?: true;
  readonly default?: Json;
  readonly refersTo?: readonly [object: string, attribute: string];
  /** Additional members of the row of the attribute. */
  readonly also?: Partial<AttributeRow>;
}

interface TypeSketch {
  readonly name: string;
  readonly title?: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeSketch>>;
}

const JSON_NAMES: Readonly<Record<string, DataTypeRow["json_name"]>> = {
  boolean: "boolean",
  integer: "number",
  decimal: "number",
  vlan_id: "number",
  vni: "number",
  json: "json",
};
const LENGTHS: Readonly<Record<string, number>> = { text: 4000, text_line: 255, text_id: 64, fqdn: 255 };

export function dataTypeRow(name: string): DataTypeRow {
  const isArray = name.endsWith("_array");
  return {
    gpk: `dt-${name}`,
    name,
    json_name: isArray ? "array" : (JSON_NAMES[name] ?? "string"),
    format_literal: null,
    text_length: LENGTHS[name] ?? null,
    pattern: name === "text_id" ? "^[A-Za-z0-9][A-Za-z0-9 _.:/()+-]*$" : null,
    part_pattern: null,
    min: name === "vlan_id" ? 1 : null,
    max: name === "vlan_id" ? 4094 : null,
    is_array: isArray,
    element_data_type: isArray ? name.slice(0, -"_array".length) : null,
    language_dict: {},
    is_own: false,
  };
}

/** Builds a catalogue of the sketched types from rows such as those on the wire. */
export function sketchCatalogue(sketches: readonly TypeSketch[]): Catalogue {
  const types = new Set(
    sketches.flatMap(({ attributes }) => Object.values(attributes).map(({ type }) => type)),
  );
  for (const type of Array.from(types))
    if (type.endsWith("_array")) types.add(type.slice(0, -"_array".length));
  return buildCatalogue(
    {
      metadata: sketches.map(metadataRow),
      dataTypes: [...types].map(dataTypeRow),
    },
    KNOWN,
  );
}

function metadataRow(sketch: TypeSketch): MetadataRow {
  const [system = "", object = ""] = sketch.name.split(".");
  const attributes = Object.entries(sketch.attributes);
  const keys = attributes.filter(([, attribute]) => attribute.key).map(([name]) => name);
  return {
    object_fq_name: sketch.name,
    definition: {
      gpk: `ot-${system}-${object}`,
      system,
      name: object,
      fq_name: sketch.name,
      is_view: false,
      is_setting: false,
      has_owners: true,
      key_attribute_list: keys,
      title_attribute_list: sketch.title ?? keys,
      lang_attr_list: [],
      search: null,
      attributes: Object.fromEntries(
        attributes.map(([name, one], at) => [name, attributeRow(name, one, at)]),
      ),
      referencing_by_attribute: Object.fromEntries(
        attributes.flatMap(([name, { refersTo }]) =>
          refersTo === undefined
            ? []
            : [
                [
                  name,
                  { object_fq_name: refersTo[0], attribute: refersTo[1], reference_name: `api_fkey_${name}` },
                ],
              ],
        ),
      ),
      reference_names_by_attribute: {},
      language_dict: { name: { de: `${object} (de)`, en: `${object} (en)` } },
      is_own: false,
    },
    functions: ["list", "create", "update", "delete"].map((fn) => functionRow(sketch, fn)),
    references: [],
  };
}

function attributeRow(name: string, sketch: AttributeSketch, position: number): AttributeRow {
  return {
    data_type: sketch.type,
    position,
    is_key: sketch.key ?? false,
    is_nullable: sketch.nullable ?? false,
    is_computed: sketch.computed ?? false,
    is_create_only: false,
    is_secret: sketch.secret ?? false,
    language_dict: { name: { de: `${name} de`, en: `${name} en` } },
    ...sketch.also,
  };
}

function functionRow(sketch: TypeSketch, name: string): FunctionRow {
  const [system = "", object = ""] = sketch.name.split(".");
  return {
    gpk: `fn-${object}-${name}`,
    system,
    object_type: object,
    name,
    fq_name: `${sketch.name}.${name}`,
    object_fq_name: sketch.name,
    is_data_manipulating: true,
    permission_list: [],
    grant_rule: null,
    grant_attribute_list: null,
    parameters: Object.fromEntries(
      Object.entries(sketch.attributes)
        .filter(([, attribute]) => attribute.computed !== true)
        .map(([attribute, one]) => [attribute, parameterRow(attribute, one, name)]),
    ),
    language_dict: { name: { de: `${name} (de)`, en: `${name} (en)` } },
    is_own: false,
  };
}

function parameterRow(name: string, sketch: AttributeSketch, fn: string): ParameterRow {
  const side = {
    isRequired: fn === "create" && (sketch.required ?? false),
    is_nullable: sketch.nullable ?? false,
    data_default: fn === "create" ? (sketch.default ?? null) : null,
  };
  const [object_fq_name, attribute] = sketch.refersTo ?? [];
  return {
    data_type: sketch.type,
    ...(object_fq_name === undefined || attribute === undefined
      ? {}
      : { ref: { object_fq_name, attribute } }),
    description_global_scope: `${name} überall`,
    description_sys_scope: "",
    description_obj_type_scope: "",
    description_detail: `${name} genau`,
    ...(fn === "create" ? {} : { old: side }),
    ...(fn === "delete" ? {} : { new: side }),
    language_dict: {
      description_global_scope: { de: `${name} überall`, en: `${name} everywhere` },
      description_detail: { de: `${name} genau`, en: `${name} in detail` },
    },
  };
}
