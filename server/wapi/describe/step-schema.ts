import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { demandsOf, sidesSchema } from "./json-schema.ts";
import {
  GRAMMAR,
  isStep,
  JOIN_MEMBERS,
  membersOf,
  NOREF_MEMBERS,
  REF_IDX_MEMBERS,
  REF_MEMBERS,
  type Grammar,
} from "../step.ts";

/** JSON Schema of the body of `wapi/transaction/execute` (wire contract 3.2, 5.6). */
export function transactionSchema(catalogue: Catalogue, grammar = GRAMMAR): Json {
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
    // Functions have a dot in their names, so they cannot collide with members that many functions have.
    $defs: {
      ...linksOf(grammar),
      ...Object.fromEntries(functions.map(({ type, fn, name }) => [name, stepSchema(type, fn, name)])),
    },
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
      ...Object.fromEntries(
        Object.keys(linksOf(GRAMMAR))
          .filter((member) => taken.includes(member))
          .map((member) => [member, { $ref: `#/$defs/${member}` }]),
      ),
    },
    required: ["name"],
    additionalProperties: false,
    ...requirements(sides),
    ...oneWay(taken),
  };
}

/** Earlier step or own parameter → name. */
const NAMES: Json = { type: "object", additionalProperties: { type: "string" } };
/** Earlier step → name of a reference, or null for none. */
const NAMES_OR_NULL: Json = { type: "object", additionalProperties: { type: ["string", "null"] } };
const STEP: Json = { anyOf: [{ type: "string" }, { type: "integer", minimum: 0 }] };
const IDX: Json = {
  anyOf: [
    { type: "string", minLength: 1, maxLength: LIMITS.idxLength },
    { type: "integer", minimum: 0 },
  ],
};
const KEYS: Json = { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true };
const NOREF: Json = {
  type: "object",
  properties: { or: KEYS, and: KEYS },
  minProperties: 1,
  additionalProperties: false,
};
/** Rows of the earlier step: positions, a slice, or null for all. */
const RANGE: Json = {
  anyOf: [
    { type: "null" },
    { type: "array", items: { type: "integer", minimum: 0 } },
    { type: "string", pattern: "^\\[-?[0-9]*:-?[0-9]*\\]$" },
  ],
};

function refsSchema({ rangeMember }: Grammar): Json {
  return {
    type: "array",
    items: {
      type: "object",
      properties: {
        idx: STEP,
        params: NAMES,
        join_type: { enum: ["cross", "zip"] },
        ...(rangeMember === null ? {} : { [rangeMember]: RANGE }),
      },
      required: ["idx"],
      additionalProperties: false,
    },
  };
}

/** Members that refer to other steps and types. */
function linksOf(grammar: Grammar): Readonly<Record<string, Json>> {
  const each = (members: object, schema: (of: string) => Json): readonly [string, Json][] =>
    Object.entries(members).map(([member, of]) => [member, schema(String(of))]);
  return Object.fromEntries([
    ...each(JOIN_MEMBERS, (kind) => (kind === "anti" ? NAMES : NAMES_OR_NULL)),
    ...each(NOREF_MEMBERS, () => NOREF),
    ...each(REF_MEMBERS, () => refsSchema(grammar)),
    ...each(REF_IDX_MEMBERS, () => STEP),
  ]);
}

/** Rows of one step give all parameters of a side, or entries name them. */
function oneWay(taken: readonly string[]): Readonly<Record<string, Json>> {
  const members = Object.entries(REF_IDX_MEMBERS).filter(([member]) => taken.includes(member));
  if (members.length === 0) return {};
  const others = members.map(([member, side]): [string, Json] => [
    member,
    { properties: { [`${side}_ref_params`]: { maxItems: 0 } } },
  ]);
  return { dependentSchemas: Object.fromEntries(others) };
}

/** Any list of steps, with their common members and without those of each function. */
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
      ...linksOf(GRAMMAR),
    },
    required: ["name"],
    additionalProperties: false,
    ...oneWay(Object.keys(REF_IDX_MEMBERS)),
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
    const byRows = [refs, `${side}_ref_idx`].map((member) => ({ required: [member] }));
    return [{ anyOf: [...byRows, { required: [side], properties: { [side]: demands } }] }];
  });
  return allOf.length === 0 ? {} : { allOf };
}
