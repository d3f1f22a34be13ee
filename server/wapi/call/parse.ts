import { LIMITS } from "#contract/limits";
import { isList, isObject, objectIn, type Json, type Params } from "#contract/wire/json";
import { idxOf, type StepNames } from "#contract/step-names";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import {
  isStep,
  JOIN_MEMBERS,
  membersOf,
  REF_MEMBERS,
  type ParsedJoin,
  type ParsedRef,
  type ParsedStep,
} from "../step.ts";

const LIST_MEMBERS = Object.keys(REF_MEMBERS);
const NAMING = new Set(["name", "idx"]);
const MEMBERS = new Set([...NAMING, "old", "new", ...Object.keys(JOIN_MEMBERS), ...LIST_MEMBERS]);

function malformed(member: string, reason: string): Error {
  return refuse("malformed_step", { member, reason });
}

/** Reads one step (wire contract 3.2, 3.3). */
export function parseStep(step: Json, position: number, names: StepNames, catalogue: Catalogue): ParsedStep {
  if (!isObject(step)) throw malformed("step", "not an object");
  const { type, fn } = functionOf(step["name"], catalogue);
  refuseIdx(step, position, names);
  refuseMembers(step, fn, membersOf(type, fn));
  return {
    type,
    fn,
    key: names.keyOf(position),
    position,
    old: objectOf(step, "old"),
    new: objectOf(step, "new"),
    joins: joinsOf(step, position, names),
    refs: refsOf(step, position, names),
  };
}

function functionOf(name: Json | undefined, catalogue: Catalogue): { type: ObjectType; fn: string } {
  if (typeof name !== "string") throw malformed("name", name === undefined ? "missing" : "not a text");
  if (!isStep(name)) throw malformed("name", "no step of a transaction");
  const end = name.lastIndexOf(".");
  const type = catalogue.types.get(name.slice(0, Math.max(end, 0)));
  const fn = name.slice(end + 1);
  if (type === undefined || !type.operations.has(fn)) throw refuse("unknown_function", { name });
  return { type, fn };
}

function refuseIdx(step: Params, position: number, names: StepNames): void {
  if (!("idx" in step)) return;
  const idx = idxOf(step);
  if (idx === null) throw malformed("idx", "neither a text nor a whole number");
  if (idx.length < 1 || idx.length > LIMITS.idxLength)
    throw malformed("idx", `not of 1 to ${String(LIMITS.idxLength)} characters`);
  if (names.isRepeated(position)) throw malformed("idx", "another step has this idx");
}

function refuseMembers(step: Params, fn: string, taken: readonly string[]): void {
  for (const [member, value] of Object.entries(step)) {
    if (!MEMBERS.has(member)) throw malformed(member, "unknown member");
    if (value === null) throw malformed(member, "null");
    if (NAMING.has(member) || isEmpty(value)) continue;
    refuseForm(member, value);
    if (!taken.includes(member)) throw malformed(member, `not taken by ${fn}`);
  }
}

function refuseForm(member: string, value: Json): void {
  const isList = LIST_MEMBERS.includes(member);
  if (isList ? !Array.isArray(value) : !isObject(value))
    throw malformed(member, isList ? "not a list" : "not an object");
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function objectOf(step: Params, member: string): Params {
  return objectIn(step[member]) ?? {};
}

function joinsOf(step: Params, position: number, names: StepNames): readonly ParsedJoin[] {
  return Object.entries(JOIN_MEMBERS).flatMap(([member, kind]) =>
    Object.entries(objectOf(step, member)).map(([name, reference]): ParsedJoin => {
      if (typeof reference !== "string") throw malformed(member, "the reference is not a text");
      const earlier = names.find(name, position);
      if (earlier === null) throw malformed(member, `no earlier step is named ${name}`);
      return { kind, position: earlier, reference };
    }),
  );
}

const ENTRY_MEMBERS = new Set(["idx", "params", "join_type"]);

function refsOf(step: Params, position: number, names: StepNames): readonly ParsedRef[] {
  return Object.entries(REF_MEMBERS).flatMap(([member, scope]) => {
    const list = step[member];
    if (!isList(list)) return [];
    return list.map((entry): ParsedRef => {
      const bad = (reason: string): Error => malformed(member, reason);
      if (!isObject(entry)) throw bad("an entry is not an object");
      const unknown = Object.keys(entry).find((name) => !ENTRY_MEMBERS.has(name));
      if (unknown !== undefined) throw bad(`unknown member ${unknown}`);
      const name = idxOf(entry);
      if (name === null) throw bad("idx is neither a text nor a whole number");
      const earlier = names.find(name, position);
      if (earlier === null) throw bad(`no earlier step is named ${name}`);
      const joinType = entry["join_type"] ?? "zip";
      if (entry["join_type"] === null || (joinType !== "cross" && joinType !== "zip"))
        throw bad("join_type is neither cross nor zip");
      return { scope, position: earlier, joinType, params: paramsOf(entry["params"], bad) };
    });
  });
}

function paramsOf(params: Json | undefined, bad: (reason: string) => Error): ParsedRef["params"] {
  if (params === undefined) return [];
  if (!isObject(params)) throw bad("params is not an object");
  return Object.entries(params).map(([own, attribute]) => {
    if (typeof attribute !== "string") throw bad(`the attribute for ${own} is not a text`);
    return [own, attribute] as const;
  });
}
