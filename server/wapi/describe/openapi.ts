import { API_VERSION } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { EXECUTOR_PARAMETERS, METADATA_MEMBERS, METADATA_PARAMETERS } from "../step.ts";
import SCHEMAS from "./openapi.json" with { type: "json" };
import {
  closed,
  demandsOf,
  filterSchemas,
  rowSchema,
  sidesSchema,
  valueSchema,
  type Schema,
} from "./json-schema.ts";
import { STEPS } from "./step-schema.ts";

/** OpenAPI 3.1 of all single calls, made from the catalogue (wire contract 5.6). `numeric` is the value of the version list. */
export function openApi(catalogue: Catalogue, numeric: string): Json {
  const types = [...catalogue.types.values()];
  const calls = types
    .flatMap((type) => [...type.operations].map((fn) => ({ type, fn })))
    .map(({ type, fn }) => [`/${type.system}/${type.object}/${fn}`, pathOf(type, fn)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    openapi: "3.1.0",
    info: { title: "NETDB-API", version: numeric },
    servers: [{ url: `/api/${API_VERSION}` }],
    tags: [...new Set(types.map(({ system }) => system))].sort().map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths: Object.fromEntries(calls),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { ...schemasOf(types), fault: SCHEMAS.fault },
    },
  };
}

/** The list of steps. The schema of the executor's body describes the step of each function (wire contract 3). */
const EXECUTE: Json = {
  post: {
    tags: ["wapi"],
    operationId: "wapi.transaction.execute",
    summary: "Transaction: execute",
    externalDocs: { url: `/api/${API_VERSION}/transaction_json_schema.json` },
    parameters: Object.entries(EXECUTOR_PARAMETERS).map(([name, type]) => ({
      name,
      in: "query",
      required: false,
      schema: valueSchema(type),
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/wapi.transaction.execute.request" } },
      },
    },
    responses: { "200": SCHEMAS.executed, default: SCHEMAS.faulted },
  },
};

const CALL_PARAMETER: Json = {
  name: "call_id",
  in: "query",
  required: true,
  schema: { ...valueSchema(EXECUTOR_PARAMETERS.call_id), minLength: 1 },
};

function schemasOf(types: readonly ObjectType[]): Readonly<Record<string, Json>> {
  const schemas = types.flatMap((type): [string, Json][] => [
    [type.name, rowSchema(type)],
    ...[...type.operations].map((fn): [string, Json] => [
      `${type.name}.${fn}.request`,
      fn === "execute" ? STEPS : requestSchema(type, fn),
    ]),
  ]);
  return Object.fromEntries(schemas);
}

function requestSchema(type: ObjectType, fn: string): Json {
  const sides = sidesSchema(type, fn);
  const isDemanded = (side: Schema): boolean => Object.keys(demandsOf(side)).length > 0;
  const required = Object.entries(sides).flatMap(([name, side]) => (isDemanded(side) ? [name] : []));
  return closed(sides, required);
}

/** Functions of GET; a list can also be requested with a body. */
const READING = new Set(["list", "metadata", "progress"]);

function pathOf(type: ObjectType, fn: string): Json {
  if (fn === "execute") return EXECUTE;
  const call = {
    tags: [type.system],
    operationId: `${type.name}.${fn}`,
    summary: `${type.spec.label.en}: ${fn}`,
    responses: {
      "200": {
        description: "One result list",
        content: { "application/json": { schema: answerSchema(type, fn) } },
      },
      default: SCHEMAS.faulted,
    },
  };
  if (!READING.has(fn)) return { post: { ...call, requestBody: bodyOf(type, fn) } };
  const get = { ...call, parameters: queryOf(type, fn) };
  return fn !== "list"
    ? { get }
    : { get, post: { ...call, operationId: `${type.name}.${fn}.post`, requestBody: bodyOf(type, fn) } };
}

function answerSchema(type: ObjectType, fn: string): Json {
  const rows = { type: "array", items: answeredRow(type, fn) };
  return { type: "array", prefixItems: [rows], minItems: 1, maxItems: 1 };
}

function answeredRow(type: ObjectType, fn: string): Json {
  if (fn === "progress") return SCHEMAS.progress;
  return fn === "metadata" ? METADATA_ROW : rowOf(type.name);
}

function rowOf(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** A function in metadata of one language. The row has its other members, or they are derived from it. */
const SHORT_FUNCTION: Json = {
  type: "object",
  properties: { name: { type: "string" }, parameters: { type: "object" } },
  required: ["name", "parameters"],
};

/** A row of `wapi.object_type.metadata` (wire contract 5.1). */
const METADATA_ROW: Json = {
  type: "object",
  properties: {
    object_fq_name: valueSchema(METADATA_PARAMETERS.object_fq_name),
    definition: rowOf("wapi.object_type"),
    functions: { type: "array", items: { anyOf: [rowOf("wapi.function"), SHORT_FUNCTION] } },
    references: { type: "array", items: rowOf("wapi.reference") },
  } satisfies Record<(typeof METADATA_MEMBERS)[number], Json>,
  required: METADATA_MEMBERS,
};

function bodyOf(type: ObjectType, fn: string): Json {
  return {
    required: true,
    content: { "application/json": { schema: { $ref: `#/components/schemas/${type.name}.${fn}.request` } } },
  };
}

/** Parameters in the query string. They cannot be null, and a list or object is one parameter with JSON (wire contract 2.2). */
function queryOf(type: ObjectType, fn: string): Json {
  if (fn === "progress") return [CALL_PARAMETER];
  return filterSchemas(type, fn === "metadata" ? fn : "list", true).map(
    ({ name, schema, isRequired, isStructured }) => ({
      name,
      in: "query",
      required: isRequired,
      ...(isStructured ? { content: { "application/json": { schema } } } : { schema }),
    }),
  );
}
