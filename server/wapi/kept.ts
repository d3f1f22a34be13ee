import { LIMITS } from "#contract/limits";
import { refuse } from "../faults.ts";

/** What a call has to keep until it has its whole answer (wire contract 1.9). */
export interface Kept {
  /** Bytes that the call may still keep. */
  left(): number;
  /**
   * Counts bytes. Waits for a place if the call keeps more than a little, and refuses what is too much for one call. A call that holds locks does not wait:
   * it throws `NoPlace`.
   */
  take(bytes: number): Promise<void>;
  /** The call is done once more, so what it kept is forgotten; its place remains. */
  again(): void;
}

/** A call that holds locks has no place for what it keeps. It is undone, waits for a place, and is done again, so that nobody waits with locks for a place. */
export class NoPlace extends Error {
  override readonly name = "NoPlace";
  /** Resolves when the call has its place. */
  readonly place: () => Promise<void>;
  constructor(place: () => Promise<void>) {
    super("The call has no place yet for what it keeps.");
    this.place = place;
  }
}

/** For work of the server itself, which is small. */
export const UNCOUNTED: Kept = {
  left: () => LIMITS.keptBytes,
  take: () => Promise.resolve(),
  again: () => undefined,
};

export function tooMuchKept(): Error {
  return refuse("too_much_kept", { limit: LIMITS.keptBytes });
}
