import { isList, isObject, type Json, type Params } from "#contract/wire/json";
import { idxOf, type StepNames } from "#contract/step-names";
import { REF_IDX_MEMBERS, REF_MEMBERS, type Grammar, type ParsedRef, type RowRange } from "../step.ts";
import { malformed } from "./malformed.ts";

/** Entries by which rows of earlier steps give parameters, in the order in which they make executions (wire contract 3.5). */
export function refsOf(
  step: Params,
  position: number,
  names: StepNames,
  grammar: Grammar,
): readonly ParsedRef[] {
  const ofIdx = new Map(
    Object.entries(REF_IDX_MEMBERS).flatMap(([member, scope]) => {
      const entry = byEqualNames(step, member, (name) => earlierStep(name, member, position, names));
      return entry === null ? [] : [[scope, { ...entry, scope }] as const];
    }),
  );
  return Object.entries(REF_MEMBERS).flatMap(([member, scope]): readonly ParsedRef[] => {
    const list = step[member];
    const whole = ofIdx.get(scope);
    if (!isList(list) || list.length === 0) return whole === undefined ? [] : [whole];
    if (whole !== undefined) throw malformed(`${scope}_ref_idx`, `not together with ${member}`);
    return list.map((entry) => ({
      scope,
      ...entryOf(entry, member, grammar, (name) => earlierStep(name, member, position, names)),
    }));
  });
}

/** `old_ref_idx` and `new_ref_idx`: an earlier step. An empty object or list is no value. */
function byEqualNames(
  step: Params,
  member: string,
  earlier: (name: string) => number,
): Omit<ParsedRef, "scope"> | null {
  const given = step[member];
  if (given === undefined || isList(given) || isObject(given)) return null;
  const name = idxOf({ idx: given });
  if (name === null) throw malformed(member, "neither a text nor a whole number");
  return { position: earlier(name), joinType: "zip", range: null, params: [], byEqualNames: true };
}

function earlierStep(name: string, member: string, position: number, names: StepNames): number {
  const earlier = names.find(name, position);
  if (earlier === null) throw malformed(member, `no earlier step is named ${name}`);
  return earlier;
}

const ENTRY_MEMBERS = new Set(["idx", "params", "join_type"]);

function entryOf(
  entry: Json,
  member: string,
  { rangeMember }: Grammar,
  earlier: (name: string) => number,
): Omit<ParsedRef, "scope"> {
  const bad = (reason: string): Error => malformed(member, reason);
  if (!isObject(entry)) throw bad("an entry is not an object");
  const unknown = Object.keys(entry).find((name) => !ENTRY_MEMBERS.has(name) && name !== rangeMember);
  if (unknown !== undefined) throw bad(`unknown member ${unknown}`);
  const name = idxOf(entry);
  if (name === null) throw bad("idx is neither a text nor a whole number");
  const joinType = entry["join_type"] ?? "zip";
  const position = earlier(name);
  if (entry["join_type"] === null || (joinType !== "cross" && joinType !== "zip"))
    throw bad("join_type is neither cross nor zip");
  const range = rangeMember === null ? null : rangeOf(entry[rangeMember], rangeMember, bad);
  return { position, joinType, range, params: paramsOf(entry["params"], bad) };
}

const SLICE = /^\[(-?[0-9]*):(-?[0-9]*)\]$/;

/** Positions, a slice `[lo:hi]`, or null for all rows. */
function rangeOf(given: Json | undefined, member: string, bad: (reason: string) => Error): RowRange | null {
  if (given === undefined || given === null) return null;
  if (isList(given)) {
    const positions = given.filter((one) => typeof one === "number" && Number.isInteger(one) && one >= 0);
    if (positions.length < given.length) throw bad(`${member} has a position that is no whole number from 0`);
    return { positions: positions.map(Number) };
  }
  const [, from, to] = (typeof given === "string" ? SLICE.exec(given) : null) ?? [];
  if (from === undefined || to === undefined) throw bad(`${member} is neither positions nor [lo:hi]`);
  return { from: endOf(from), to: endOf(to) };
}

/** A sign without digits is not an end of a slice. */
function endOf(text: string): number | undefined {
  return /[0-9]/.test(text) ? Number(text) : undefined;
}

function paramsOf(params: Json | undefined, bad: (reason: string) => Error): ParsedRef["params"] {
  if (params === undefined) return [];
  if (!isObject(params)) throw bad("params is not an object");
  return Object.entries(params).map(([own, attribute]) => {
    if (typeof attribute !== "string") throw bad(`the attribute for ${own} is not a text`);
    return [own, attribute] as const;
  });
}
