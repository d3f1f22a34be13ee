import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { demandsOf, sidesSchema } from "./json-schema.ts";
import { isStep, JOIN_MEMBERS, membersOf, REF_MEMBERS } from "../step.ts";

/** JSON Schema of the body of `wapi/transaction/execute` (wire contract 3.2, 5.6). */
export function transactionSchema(catalogue: Catalogue): Json {
  const functions = [...catalogue.types.values()].flatMap((type) =>
    [...type.operations]
      .map((fn) => ({ type, fn, name: `${type.name}.${fn}` }))
      .filter(({ name }) => isStep(name)),
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
  const sides = sidesSchema(type, fn);
  const taken = membersOf(type, fn);
  return {
    type: "object",
    properties: {
      name: { const: name },
      idx: IDX,
      old: optional(sides.old),
      new: optional(sides.new),
      ...Object.fromEntries(Object.entries(LINKS).filter(([member]) => taken.includes(member))),
    },
    required: ["name"],
    additionalProperties: false,
    ...requirements(sides),
  };
}

/** Earlier step or own parameter → name. */
const NAMES: Json = { type: "object", additionalProperties: { type: "string" } };
const IDX: Json = {
  anyOf: [
    { type: "string", minLength: 1, maxLength: LIMITS.idxLength },
    { type: "integer", minimum: 0 },
  ],
};
const REFS: Json = {
  type: "array",
  items: {
    type: "object",
    properties: {
      idx: { anyOf: [{ type: "string" }, { type: "integer", minimum: 0 }] },
      params: NAMES,
      join_type: { enum: ["cross", "zip"] },
    },
    required: ["idx"],
    additionalProperties: false,
  },
};
/** Members that lead to earlier steps. */
const LINKS: Readonly<Record<string, Json>> = Object.fromEntries([
  ...Object.keys(JOIN_MEMBERS).map((join) => [join, NAMES] as const),
  ...Object.keys(REF_MEMBERS).map((refs) => [refs, REFS] as const),
]);

/** Any list of steps: their common members, without those of each function. */
export const STEPS: Json = {
  type: "array",
  maxItems: LIMITS.steps,
  items: {
    type: "object",
    properties: {
      name: { type: "string" },
      idx: IDX,
      old: { type: "object" },
      new: { type: "object" },
      ...LINKS,
    },
    required: ["name"],
    additionalProperties: false,
  },
};

function optional(schema: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(
    Object.entries(schema).filter(([member]) => member !== "required" && member !== "anyOf"),
  );
}

/** Required members may come from rows of earlier steps instead. */
function requirements(sides: ReturnType<typeof sidesSchema>): Readonly<Record<string, Json>> {
  const allOf = Object.entries(REF_MEMBERS).flatMap(([refs, side]) => {
    const demands = demandsOf(sides[side]);
    if (Object.keys(demands).length === 0) return [];
    return [{ anyOf: [{ required: [refs] }, { required: [side], properties: { [side]: demands } }] }];
  });
  return allOf.length === 0 ? {} : { allOf };
}
