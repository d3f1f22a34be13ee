import { isList, objectIn, type Json } from "./json.ts";

/** Progress of a call that was sent with a name (wire contract 3.12). */
export interface CallProgress {
  readonly call_id: string;
  readonly state: "running" | "committed" | "rolled_back" | "failed";
  readonly step_count: number;
  readonly step_done: number;
}

const STATES = ["running", "committed", "rolled_back", "failed"] as const satisfies CallProgress["state"][];

/** The progress in an answer of `wapi.transaction.progress`; null if the call is not known. */
export function progressIn(answer: Json): CallProgress | null {
  const [rows] = isList(answer) ? answer : [];
  const [row] = isList(rows) ? rows : [];
  const { call_id, step_count, step_done, ...rest } = objectIn(row) ?? {};
  const state = STATES.find((one) => one === rest["state"]);
  if (typeof call_id !== "string" || state === undefined) return null;
  if (typeof step_count !== "number" || typeof step_done !== "number") return null;
  return { call_id, state, step_count, step_done };
}
