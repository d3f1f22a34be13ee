import { isList, isObject, type Json, type Params } from "#contract/wire/json";
import type { StepNames } from "#contract/step-names";
import { refuse } from "../faults.ts";

/** One entry of `old_ref_params` or `new_ref_params`, in shape (wire contract 3.5). */
export interface ParsedRef {
  readonly scope: "old" | "new";
  /** The earlier step that parameters are taken from. */
  readonly position: number;
  readonly joinType: "cross" | "zip";
  /** Own parameter and the attribute of the earlier row. */
  readonly params: readonly (readonly [string, string])[];
}

/** Members that hold ref params, by the member they fill, in the order in which their entries make executions. */
export const REF_MEMBERS = { old_ref_params: "old", new_ref_params: "new" } as const;

const ENTRY_MEMBERS = new Set(["idx", "params", "join_type"]);

export function refsOf(step: Params, position: number, names: StepNames): readonly ParsedRef[] {
  return Object.entries(REF_MEMBERS).flatMap(([member, scope]) => {
    const list = step[member];
    if (!isList(list)) return [];
    return list.map((entry): ParsedRef => {
      const bad = (reason: string): Error => refuse("malformed_step", { member, reason });
      if (!isObject(entry)) throw bad("an entry is not an object");
      const unknown = Object.keys(entry).find((name) => !ENTRY_MEMBERS.has(name));
      if (unknown !== undefined) throw bad(`unknown member ${unknown}`);
      const name = nameOf(entry["idx"]);
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

function nameOf(idx: Json | undefined): string | null {
  if (typeof idx === "string") return idx;
  return typeof idx === "number" && Number.isInteger(idx) ? String(idx) : null;
}

function paramsOf(
  params: Json | undefined,
  bad: (reason: string) => Error,
): readonly (readonly [string, string])[] {
  if (params === undefined) return [];
  if (!isObject(params)) throw bad("params is not an object");
  return Object.entries(params).map(([own, attribute]) => {
    if (typeof attribute !== "string") throw bad(`the attribute for ${own} is not a text`);
    return [own, attribute] as const;
  });
}
