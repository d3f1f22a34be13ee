import { isList, isObject, objectIn, textIn, type Json, type Params } from "#contract/wire/json";
import { cellForm, type CellForm, type CellSource } from "#contract/table/cell";
import type { ImportJob } from "./job.ts";

/** Metadata of a type. */
export interface TypeFacts {
  readonly name: string;
  readonly key: readonly string[];
  /** Parameters of its create. */
  readonly parameters: ReadonlyMap<string, ParameterFacts>;
  readonly hasCreate: boolean;
  readonly references: ReadonlyMap<string, string>;
}

export interface ParameterFacts {
  readonly form: CellForm;
  /** Names in each language. */
  readonly labels: readonly string[];
}

export async function typeFacts(job: ImportJob, name: string): Promise<TypeFacts> {
  const { client, say } = job;
  const [row] = await client.list("wapi.object_type", { fq_name: name });
  if (row === undefined) throw new Error(say("noSuchType", { type: name }));
  const [create] = await client.list("wapi.function", { fq_name: `${name}.create` });
  const attributes = membersOf(row["attributes"]);
  const parameters = membersOf(create?.["parameters"]).filter(([, one]) => isObject(objectIn(one)?.["new"]));
  const source = create === undefined ? attributes : parameters;
  const byName = new Map(attributes);
  const keys = row["key_attribute_list"];
  const references = membersOf(row["referencing_by_attribute"]);
  const targetOf = (one: Json): string =>
    isObject(one) ? `${textIn(one["object_fq_name"])} ${textIn(one["attribute"])}` : "";
  return {
    name,
    key: isList(keys) ? keys.map(textIn) : [],
    parameters: new Map(
      source.map(([key, one]) => [key, parameterFacts(objectIn(one), objectIn(byName.get(key)), job)]),
    ),
    hasCreate: create !== undefined,
    references: new Map(references.map(([key, one]) => [key, targetOf(one)])),
  };
}

/** An attribute gives the known values of its parameter, unless the parameter has its own. */
function parameterFacts(
  parameter: Params | null,
  attribute: Params | null,
  { valueSpec }: ImportJob,
): ParameterFacts {
  const own = parameter ?? {};
  const known = (objectIn(own["value_language_dict"]) === null ? attribute : parameter) ?? {};
  const { description_global_scope: labels } = objectIn(own["language_dict"]) ?? {};
  const { is_nullable: isNullable } = objectIn(own["new"]) ?? {};
  return {
    labels: membersOf(labels).map(([, label]) => textIn(label)),
    form: cellForm({
      type: cellTypeOf(textIn(own["data_type"]), valueSpec),
      isNullable: isNullable === true,
      value_language_dict: dictIn(known["value_language_dict"]),
      has_other_values: known["has_other_values"] === true,
    }),
  };
}

function cellTypeOf(name: string, valueSpec: ImportJob["valueSpec"]): CellSource["type"] {
  const element = /^(.+)_array$/.exec(name)?.[1];
  if (element !== undefined) return { name, json_name: "array", element: cellTypeOf(element, valueSpec) };
  return { name, json_name: valueSpec(name)?.jsonName ?? "string" };
}

/** Labels by value and language. */
function dictIn(value: Json | undefined): NonNullable<CellSource["value_language_dict"]> {
  return Object.fromEntries(
    membersOf(value).map(([name, labels]) => [
      name,
      Object.fromEntries(membersOf(labels).map(([language, label]) => [language, textIn(label)])),
    ]),
  );
}

function membersOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(objectIn(value) ?? {});
}
