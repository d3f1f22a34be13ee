import { LIMITS } from "#contract/limits";
import { isObject, objectIn, type Json, type Params } from "#contract/wire/json";
import { idxOf, type StepNames } from "#contract/step-names";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import {
  GRAMMAR,
  isStep,
  JOIN_MEMBERS,
  membersOf,
  NOREF_MEMBERS,
  REF_IDX_MEMBERS,
  REF_MEMBERS,
  type Grammar,
  type ParsedStep,
} from "../step.ts";
import { joinsOf, referredOf } from "./join-members.ts";
import { malformed } from "./malformed.ts";
import { refsOf } from "./ref-members.ts";

const LIST_MEMBERS = Object.keys(REF_MEMBERS);
const OBJECT_MEMBERS = ["old", "new", ...Object.keys(JOIN_MEMBERS), ...Object.keys(NOREF_MEMBERS)];
const NAMING = new Set(["name", "idx"]);
const MEMBERS = new Set([...NAMING, ...OBJECT_MEMBERS, ...LIST_MEMBERS, ...Object.keys(REF_IDX_MEMBERS)]);

/** The context for reading all steps of a call. */
export interface Reading {
  readonly names: StepNames;
  readonly catalogue: Catalogue;
  readonly grammar?: Grammar;
}

/** Reads one step (wire contract 3.2, 3.3). */
export function parseStep(step: Json, position: number, reading: Reading): ParsedStep {
  const { names, catalogue, grammar = GRAMMAR } = reading;
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
    referred: referredOf(step, type, catalogue),
    refs: refsOf(step, position, names, grammar),
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
  if (LIST_MEMBERS.includes(member) && !Array.isArray(value)) throw malformed(member, "not a list");
  if (OBJECT_MEMBERS.includes(member) && !isObject(value)) throw malformed(member, "not an object");
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function objectOf(step: Params, member: string): Params {
  return objectIn(step[member]) ?? {};
}
