import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { sidesSchema } from "./json-schema.ts";

/** JSON Schema of the body of `wapi/transaction/execute` (wire contract 3.2, 5.6). */
export function transactionSchema(catalogue: Catalogue): Json {
  const functions = [...catalogue.types.values()].flatMap((type) =>
    [...type.operations]
      .filter((fn) => fn !== "progress")
      .map((fn) => ({ type, fn, name: `${type.name}.${fn}` })),
  );
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Steps of a transaction",
    type: "array",
    maxItems: LIMITS.steps,
    items: { oneOf: functions.map(({ name }) => ({ $ref: `#/$defs/${name}` })) },
    $defs: Object.fromEntries(functions.map(({ type, fn, name }) => [name, stepSchema(type, fn, name)])),
  };
}

function stepSchema(type: ObjectType, fn: string, name: string): Json {
  const joins = { type: "object", additionalProperties: { type: "string" } };
  const isReading = fn === "list" || fn === "metadata";
  return {
    type: "object",
    properties: {
      name: { const: name },
      idx: {
        anyOf: [
          { type: "string", minLength: 1, maxLength: LIMITS.idxLength },
          { type: "integer", minimum: 0 },
        ],
      },
      ...sidesSchema(type, fn),
      ...(isReading ? { inner_join_ref: joins, union_join_ref: joins, anti_join_ref: joins } : {}),
    },
    required: ["name"],
    additionalProperties: false,
  };
}
