import { LIMITS } from "#contract/limits";
import { isObject, type Json, type Params } from "#contract/wire/json";
import { idxOf, type StepNames } from "#contract/step-names";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { refuse } from "../faults.ts";
import { REF_MEMBERS, refsOf, type ParsedRef } from "./parse-refs.ts";
import type { JoinPlan } from "./plan.ts";

/** `list`, `metadata`, `create`, `update`, `delete`, or a function that only the type has. */
export type StepFunction = string;

/** A step in shape: its function exists, its members are those of the function, its references lead to earlier steps. */
export interface ParsedStep {
  readonly type: ObjectType;
  readonly fn: StepFunction;
  readonly key: string;
  readonly position: number;
  readonly old: Params;
  readonly new: Params;
  readonly joins: readonly ParsedJoin[];
  readonly refs: readonly ParsedRef[];
}

export interface ParsedJoin {
  readonly kind: JoinPlan["kind"];
  readonly position: number;
  readonly reference: string;
}

/** Members that join a list to earlier steps, by what they do. */
export const JOIN_MEMBERS = {
  inner_join_ref: "inner",
  union_join_ref: "union",
  anti_join_ref: "anti",
} as const satisfies Record<string, JoinPlan["kind"]>;
const JOINS = Object.keys(JOIN_MEMBERS);
const LIST_MEMBERS = Object.keys(REF_MEMBERS);
const NAMING = new Set(["name", "idx"]);
const MEMBERS = new Set([...NAMING, "old", "new", ...JOINS, ...LIST_MEMBERS]);
const OLD = ["old", "old_ref_params"];
const NEW = ["new", "new_ref_params"];
const TAKES: Readonly<Record<StepFunction, readonly string[]>> = {
  list: [...OLD, ...JOINS],
  metadata: OLD,
  create: NEW,
  update: [...OLD, ...NEW],
  delete: OLD,
  bulk_update: [...OLD, ...NEW, ...JOINS],
};

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

const NO_STEPS = new Set(["wapi.transaction.execute", "wapi.transaction.progress"]);

/** Whether the function can be a step of a transaction; two are about calls themselves. */
export function isStep(name: string): boolean {
  return !NO_STEPS.has(name);
}

function functionOf(name: Json | undefined, catalogue: Catalogue): { type: ObjectType; fn: StepFunction } {
  if (typeof name !== "string") throw malformed("name", name === undefined ? "missing" : "not a text");
  if (!isStep(name)) throw malformed("name", "no step of a transaction");
  const end = name.lastIndexOf(".");
  const type = catalogue.types.get(name.slice(0, Math.max(end, 0)));
  const fn = name.slice(end + 1);
  if (type === undefined || !type.operations.has(fn)) throw refuse("unknown_function", { name });
  return { type, fn };
}

/** Members besides `name` and `idx` that a step of this function takes (wire contract 3.2). */
export function membersOf(type: ObjectType, fn: string): readonly string[] {
  const more = type.spec.functions.more?.[fn];
  if (more === undefined) return TAKES[fn] ?? [];
  return [...(more.row === true ? OLD : []), ...(more.new === undefined ? [] : NEW)];
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
  const value = step[member];
  return isObject(value) ? value : {};
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
