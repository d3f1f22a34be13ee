import type { Json, Localised, Row } from "#contract/wire/json";
import { rwPermission, readPermissions } from "../../access/rules.ts";
import type { AttributeSpec, ParameterSpec } from "../../catalogue/define.ts";
import { isSqlDefault } from "../../catalogue/derived.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { describedGrant } from "./grant.ts";
import { refOfAttribute, refOfParameter, refToSelf, type Types } from "./ref.ts";
import { narrowedRow, said, typeId, type MetadataRow } from "./row.ts";
import { EXECUTOR_PARAMETERS, METADATA_QUERY } from "../step.ts";
import { listParameters, type ListParameter } from "../list/plan.ts";
import { extraParameters, isWritingFunction, writeParameters, type WriteParameter } from "../write/plan.ts";
import WORDS from "./words.json" with { type: "json" };

type Words = Readonly<Record<string, Localised>>;

const NAMES: Words = WORDS.functions;
const COMMON: Words = WORDS.parameters;
const KINDS: Words = WORDS.kinds;
const FQ_NAME: Localised = { de: "Objekttyp", en: "Object type" };

const LANGUAGE: Localised = {
  de: "Texte nur in dieser Sprache; was aus dem Rest folgt, fehlt",
  en: "Texts in this language only; what follows from the rest is left out",
};

/** Functions about calls themselves. Every sender of calls may use them, and the steps decide what a call may do. */
const OF_CALLS: ReadonlySet<string> = new Set(["execute", "progress"]);

/** Rows of `wapi.function` for one object type (wire contract 5.3). */
export function describedFunctions(type: ObjectType, types: Types): readonly MetadataRow[] {
  return [...type.operations].map((name) => functionRow(type, name, types));
}

function functionRow(type: ObjectType, name: string, types: Types): MetadataRow {
  const isWriting = isWritingFunction(type, name);
  const isOfCall = OF_CALLS.has(name);
  const permissions = type.spec.read === "meta" || isOfCall ? [] : readPermissions(type);
  return {
    id: `${typeId(type)}-${name}`,
    system: type.system,
    object_type: type.object,
    name,
    fq_name: `${type.name}.${name}`,
    object_fq_name: typeId(type),
    is_data_manipulating: isWriting || name === "execute",
    permission_list: isWriting ? [rwPermission(type)] : permissions,
    ...(isWriting
      ? describedGrant(type, name)
      : { grant_rule: readingRule(type), grant_attribute_list: null }),
    parameters: parametersOf(type, name, isWriting, types),
    language_dict: { name: verbOf(type, name), description: functionText(type, name) },
  };
}

/** Every account reads all rows of some types, and at most some rows of the others, which the rule does not specify. */
function readingRule({ spec: { read } }: ObjectType): Json {
  return read === "all" ? { all: [] } : null;
}

function verbOf(type: ObjectType, name: string): Localised {
  return type.spec.functions.more?.[name]?.label ?? NAMES[name] ?? { de: name, en: name };
}

/** A description of a function: "Create: VLAN". */
export function functionText(type: ObjectType, name: string): Localised {
  const verb = verbOf(type, name);
  const { de, en } = type.spec.label;
  return { de: `${de} ${verb.de}`, en: `${verb.en.charAt(0).toUpperCase()}${verb.en.slice(1)}: ${en}` };
}

function parametersOf(type: ObjectType, name: string, isWriting: boolean, types: Types): Json {
  if (name === "bulk_update") return withFilters(reading(type, "list", types), writing(type, name, types));
  return isWriting ? writing(type, name, types) : reading(type, name, types);
}

/** `old` holds the filters of a list (wire contract 3.2). */
function withFilters(filters: Parameters, values: Parameters): Parameters {
  const merged: Record<string, Row> = { ...filters };
  for (const [name, value] of Object.entries(values)) merged[name] = { ...merged[name], ...value };
  return merged;
}

/** Parameters by name, each with its metadata. */
type Parameters = Readonly<Record<string, Row>>;

function reading(type: ObjectType, name: string, types: Types): Parameters {
  const side = { isRequired: false, is_nullable: false, data_default: null };
  if (name === "metadata") {
    const ref = said({ ref: refToSelf(type) });
    const { language } = METADATA_QUERY;
    return {
      object_fq_name: { data_type: "fq_name", ...ref, ...texts(FQ_NAME, FQ_NAME), old: side },
      language: { data_type: language.name, ...texts(language.label, LANGUAGE), old: side },
    };
  }
  if (name === "progress") return { call_id: ofCall("call_id", true) };
  if (name === "execute")
    return {
      dict_mode: ofCall("dict_mode"),
      dry_mode: ofCall("dry_mode"),
      service_mode: ofCall("service_mode"),
      all_faults: ofCall("all_faults"),
      su_login_name: ofCall("su_login_name"),
      call_id: ofCall("call_id"),
    };
  const parameters = [...listParameters(type)].map(([parameter, spec]): [string, Row] => {
    const { label, help } = listTexts(type, parameter, spec);
    const isNullable = spec.kind === "equal" && spec.attribute.nullable === true;
    const isRequired = spec.kind === "special" && spec.spec.required === true;
    const old = { ...side, isRequired, is_nullable: isNullable };
    const ref = said({ ref: refOfFilter(type, spec, types) });
    const narrowed = spec.kind === "special" ? narrowedRow(spec.spec) : {};
    const meaning = said({ has_own_meaning: hasOwnMeaning(type, parameter, spec) || undefined });
    const row = { data_type: spec.dataType.name, ...narrowed, ...ref, ...meaning };
    return [parameter, { ...row, ...texts(label, help), old }];
  });
  return Object.fromEntries(parameters);
}

/** Whether a filter with the name of an attribute asks for something else than the value of that attribute. */
function hasOwnMeaning(type: ObjectType, name: string, { kind }: ListParameter): boolean {
  return kind === "special" && type.attributes.has(name);
}

/** What a filter refers to. Several values of the type's own key refer to its objects. A single value does not, because it is searched as typed. */
function refOfFilter(type: ObjectType, spec: ListParameter, types: Types): Row | null {
  if (spec.kind === "special") return refOfParameter(spec.spec, types);
  if (spec.kind !== "equal" && spec.kind !== "among") return null;
  const { name } = spec.attribute;
  const own = refToSelf(type);
  return refOfAttribute(type, name) ?? (spec.kind === "among" && own?.["attribute"] === name ? own : null);
}

/** A parameter in the query string of a call. */
function ofCall(name: keyof typeof EXECUTOR_PARAMETERS, isRequired = false): Row {
  const type = EXECUTOR_PARAMETERS[name];
  const label = WORDS.call[name];
  const data_default = type.jsonName === "boolean" ? false : null;
  return {
    data_type: type.name,
    ...texts(label, label),
    old: { isRequired, is_nullable: false, data_default },
  };
}

function listTexts(type: ObjectType, name: string, spec: ListParameter) {
  if (spec.kind === "special") return { label: spec.spec.label, help: spec.spec.help ?? spec.dataType.help };
  const attribute = "attribute" in spec ? spec.attribute : type.attributes.get(name);
  const base = COMMON[name] ?? attribute?.label ?? { de: name, en: name };
  const form = KINDS[spec.kind];
  const label = form === undefined ? base : { de: `${base.de}: ${form.de}`, en: `${base.en}: ${form.en}` };
  return { label, help: attribute?.help ?? spec.dataType.help };
}

function writing(type: ObjectType, fn: string, types: Types): Parameters {
  const old = writeParameters(type, fn, "old");
  const fresh = writeParameters(type, fn, "new");
  const names = new Set([...old.keys(), ...fresh.keys()]);
  return Object.fromEntries(
    [...names].map((name): [string, Row] => {
      const extra = extraParameters(type, fn)[name];
      const ref = extra === undefined ? refOfAttribute(type, name) : refOfParameter(extra, types);
      return [
        name,
        { ...said({ ref }), ...writtenParameter(type, fn, name, old.get(name), fresh.get(name)) },
      ];
    }),
  );
}

function writtenParameter(
  type: ObjectType,
  fn: string,
  name: string,
  old: WriteParameter | undefined,
  fresh: WriteParameter | undefined,
): Row {
  // An additional parameter of a function may have the name of a computed attribute but another meaning, so it comes first.
  const extra = extraParameters(type, fn)[name];
  const own = extra ?? type.attributes.get(name);
  const parameter = fresh ?? old;
  if (own === undefined || parameter === undefined) throw new Error(`${type.name} has no ${name}`);
  const { dataType } = parameter;
  const given = fn === "create" || extra !== undefined ? own.default : null;
  return {
    data_type: dataType.name,
    ...narrowedRow(extra),
    ...madeRow(extra),
    ...texts(own.label, own.help ?? dataType.help),
    ...said({ old: old && side(old, null), new: fresh && side(fresh, given) }),
  };
}

function madeRow({ makes }: Pick<ParameterSpec, "makes"> = {}): Row {
  return makes === undefined ? {} : { makes: { ...makes } };
}

/** A default that the database computes is not known beforehand. */
function side({ isRequired, isNullable }: WriteParameter, given: AttributeSpec["default"]): Json {
  const data_default = given === undefined || isSqlDefault(given) ? null : given;
  return { isRequired, is_nullable: isNullable, data_default };
}

function texts(label: Localised, detail: Localised): Record<string, Json> {
  return {
    description_global_scope: label.de,
    description_sys_scope: label.de,
    description_obj_type_scope: label.de,
    description_detail: detail.de,
    language_dict: { description_global_scope: label, description_detail: detail },
  };
}
