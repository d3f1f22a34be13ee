import { refuse } from "../../faults.ts";

/** The refusal of a member of a step. */
export function malformed(member: string, reason: string): Error {
  return refuse("malformed_step", { member, reason });
}
