import { LIMITS } from "#contract/limits";
import { refuse } from "../faults.ts";

/** What a call has to keep until it has its whole answer (wire contract 1.9). */
export interface Kept {
  /** Bytes that the call may still keep. */
  left(): number;
  /** Counts bytes. Waits for a place if the call keeps more than a little, and refuses what is too much for one call. */
  take(bytes: number): Promise<void>;
}

/** For work of the server itself, which is small. */
export const UNCOUNTED: Kept = { left: () => LIMITS.keptBytes, take: () => Promise.resolve() };

export function tooMuchKept(): Error {
  return refuse("too_much_kept", { limit: LIMITS.keptBytes });
}
