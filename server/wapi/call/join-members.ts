import { isList, objectIn, type Json, type Params } from "#contract/wire/json";
import type { StepNames } from "#contract/step-names";
import type { Catalogue, ObjectType, Reference } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { referencesTo } from "../../sql/join.ts";
import { JOIN_MEMBERS, NOREF_MEMBERS, type ParsedJoin, type Referred } from "../step.ts";
import { malformed } from "./malformed.ts";

/** Joins of a step to earlier steps (wire contract 3.4). */
export function joinsOf(step: Params, position: number, names: StepNames): readonly ParsedJoin[] {
  return Object.entries(JOIN_MEMBERS).flatMap(([member, kind]) =>
    Object.entries(objectIn(step[member]) ?? {}).map(([name, reference]): ParsedJoin => {
      if (reference === null && kind === "anti") throw malformed(member, "null names no reference here");
      if (reference !== null && typeof reference !== "string")
        throw malformed(member, "the reference is not a text");
      const earlier = names.find(name, position);
      if (earlier === null) throw malformed(member, `no earlier step is named ${name}`);
      return { kind, position: earlier, reference };
    }),
  );
}

const LISTS = ["or", "and"] as const;

/** Joins to objects that refer to the rows (wire contract 3.4). */
export function referredOf(step: Params, type: ObjectType, catalogue: Catalogue): readonly Referred[] {
  return Object.entries(NOREF_MEMBERS).flatMap(([member, kind]) => {
    if (step[member] === undefined) return [];
    const given = objectIn(step[member]) ?? {};
    const unknown = Object.keys(given).find((name) => !LISTS.some((list) => list === name));
    if (unknown !== undefined) throw malformed(member, `unknown member ${unknown}`);
    const [or = [], and = []] = LISTS.map((list) => keysIn(given[list], `${member}.${list}`));
    if (or.length + and.length === 0) throw malformed(member, "neither or nor and");
    const known = referencesTo(type, catalogue);
    return [
      { kind, or: or.map((one) => keyOf(one, type, known)), and: and.map((one) => keyOf(one, type, known)) },
    ];
  });
}

function keysIn(list: Json | undefined, member: string): readonly string[] {
  if (list === undefined) return [];
  if (!isList(list) || list.length === 0) throw malformed(member, "not a list of at least one foreign key");
  const keys = list.filter((one) => typeof one === "string");
  if (keys.length < list.length) throw malformed(member, "a foreign key is not a text");
  if (new Set(keys).size < keys.length) throw malformed(member, "a foreign key is named twice");
  return keys;
}

function keyOf(name: string, type: ObjectType, known: ReadonlyMap<string, Reference>): Reference {
  const reference = known.get(name);
  if (reference !== undefined) return reference;
  throw refuse("unknown_reference", {
    reference: name,
    object_fq_name: type.name,
    ref_object_fq_name: null,
    known_list: [...known.keys()].sort(),
  }).because("leadsNotHere");
}
