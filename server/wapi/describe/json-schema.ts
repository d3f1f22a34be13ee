import { isList, type Json } from "#contract/wire/json";
import { elementOf, type DataType } from "../../catalogue/data-types.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { listParameters } from "../list/plan.ts";
import { CALL_ID, METADATA_PARAMETERS, METADATA_QUERY } from "../step.ts";
import { said } from "./row.ts";
import { isWritingFunction, namesRow, writeParameters } from "../write/plan.ts";

export type Schema = Readonly<Record<string, Json>>;

/** JSON Schema of a value of the data type, in its form on the wire. */
export function valueSchema(type: DataType, isNullable = false): Schema {
  const schema = bareSchema(type);
  return isNullable ? nullable(schema) : schema;
}

function nullable(schema: Schema): Schema {
  const { type: of, enum: values } = schema;
  if (of === undefined) return schema;
  return { ...schema, type: [of, "null"], ...(isList(values) ? { enum: [...values, null] } : {}) };
}

function bareSchema(type: DataType): Schema {
  if (type.element !== null) return { type: "array", items: bareSchema(elementOf(type)) };
  switch (type.jsonName) {
    case "boolean":
    case "object":
      return { type: type.jsonName };
    case "number":
      return said({
        type: type.value.hasFraction === true ? "number" : "integer",
        minimum: type.min,
        maximum: type.max,
        enum: type.narrowing?.values?.map(Number),
      });
    case "string": {
      // Metadata have the pattern of a data type, but that of an attribute only here.
      const { pattern, values } = type.narrowing ?? {};
      return said({ type: "string", maxLength: type.textLength, pattern, enum: values });
    }
    default:
      return {};
  }
}

/** Row of an object type. */
export function rowSchema(type: ObjectType): Schema {
  const attributes = [...type.attributes.values()];
  const properties = attributes.map(({ name, dataType, nullable, label }): [string, Json] => [
    name,
    { ...valueSchema(dataType, nullable === true), title: label.en },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: attributes.map(({ name }) => name),
  };
}

/** Members `old` and `new` of a step of this function; lists may also be JSON text. */
export function sidesSchema(type: ObjectType, fn: string): Readonly<Record<"old" | "new", Schema>> {
  if (fn === "list" || fn === "metadata") return { old: filtersSchema(type, fn), new: NOTHING };
  if (fn === "progress") return { old: CALL, new: NOTHING };
  if (fn === "bulk_update")
    return { old: filtersSchema(type, "list"), new: parametersSchema(type, fn, "new") };
  if (!isWritingFunction(type, fn)) return { old: NOTHING, new: NOTHING };
  return { old: parametersSchema(type, fn, "old"), new: parametersSchema(type, fn, "new") };
}

const NOTHING: Schema = { type: "object", maxProperties: 0 };
const CALL: Schema = closed({ call_id: { ...valueSchema(CALL_ID), minLength: 1 } }, ["call_id"]);

/** Bounds of pages (wire contract 2.5). */
const LOWEST: Readonly<Record<string, Schema>> = { limit: { minimum: 1 }, offset: { minimum: 0 } };

/** A filter of a reading function as data type, with its possible spellings in a request. */
export interface FilterSchema {
  readonly name: string;
  /** The value of the filter, without null. */
  readonly schema: Schema;
  /** Null keeps rows without a value (wire contract 2.3). */
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  /** In a query string it is JSON; in a body it may also be text. */
  readonly isStructured: boolean;
}

/** The filters of a step, or with `inQuery` those of a GET. */
export function filterSchemas(
  type: ObjectType,
  fn: "list" | "metadata",
  inQuery = false,
): readonly FilterSchema[] {
  if (fn === "metadata")
    return Object.entries(inQuery ? METADATA_QUERY : METADATA_PARAMETERS).map(([name, own]) => ({
      name,
      schema: valueSchema(own),
      isNullable: true,
      isRequired: false,
      isStructured: false,
    }));
  return [...listParameters(type)].map(([name, parameter]) => ({
    name,
    schema: { ...valueSchema(parameter.dataType), ...LOWEST[parameter.kind] },
    isNullable: parameter.kind === "equal",
    isRequired: parameter.kind === "special" && parameter.spec.required === true,
    isStructured: parameter.dataType.isArray || parameter.dataType.jsonName === "object",
  }));
}

function filtersSchema(type: ObjectType, fn: "list" | "metadata"): Schema {
  const filters = filterSchemas(type, fn);
  const properties = filters.map(({ name, schema, isNullable, isStructured }): [string, Json] => {
    if (isStructured) return [name, { anyOf: [schema, { type: "string" }] }];
    return [name, isNullable ? nullable(schema) : schema];
  });
  const required = filters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return closed(Object.fromEntries(properties), required);
}

function parametersSchema(type: ObjectType, fn: string, side: "old" | "new"): Schema {
  const parameters = [...writeParameters(type, fn, side)];
  const properties = parameters.map(([name, { dataType, isNullable }]): [string, Json] => [
    name,
    valueSchema(dataType, isNullable),
  ]);
  const required = parameters.filter(([, one]) => one.isRequired).map(([name]) => name);
  return {
    ...closed(Object.fromEntries(properties), required),
    ...(side === "old" && namesRow(type, fn) ? { anyOf: namings(type) } : {}),
  };
}

/** A row is named by its `gpk` or by its natural key (wire contract 2.8). */
function namings(type: ObjectType): readonly Json[] {
  const isGpk = type.spec.key.length === 0 || type.spec.key.join() === "gpk";
  return [{ required: ["gpk"] }, ...(isGpk ? [] : [{ required: type.spec.key }])];
}

/** Required members of the side; empty if the side may be omitted. */
export function demandsOf({ required, anyOf }: Schema): Schema {
  return said({ required, anyOf });
}

/** An object with these members and no others. */
export function closed(properties: Schema, required: readonly string[]): Schema {
  return {
    type: "object",
    properties,
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
  };
}
