import type { Json } from "./json.ts";

/** How far a call is that was sent with a name (wire contract 3.12). */
export interface CallProgress {
  readonly call_id: string;
  readonly state: "running" | "committed" | "rolled_back" | "failed";
  readonly step_count: number;
  readonly step_done: number;
}

/** The row of an answer of `wapi.transaction.progress`; null where the call is not known. */
export function progressIn(answer: Json): CallProgress | null {
  // Parse boundary: the one list of a single call, with one row or none.
  const [[row] = []] = answer as unknown as readonly (readonly CallProgress[])[];
  return row ?? null;
}
