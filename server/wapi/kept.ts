import { LIMITS } from "#contract/limits";
import { refuse } from "../faults.ts";

/** Memory that a call has to keep until it has its whole answer (wire contract 1.9). */
export interface Kept {
  /** Bytes that the call may still keep. */
  left(): number;
  /**
   * Counts bytes. Waits for a place if the call keeps more than a small amount, and refuses more than one call may keep. A call that holds locks does
   * not wait: it throws `NoPlace`.
   */
  take(bytes: number): Promise<void>;
  /** Called when the call is executed again: forgets its counted bytes and keeps its place. */
  again(): void;
}

/**
 * A call with locks has no place for the bytes that it keeps. It is rolled back, waits for a place and is executed again, so that nobody waits for a
 * place with locks.
 */
export class NoPlace extends Error {
  override readonly name = "NoPlace";
  /** Resolves when the call has its place. */
  readonly place: () => Promise<void>;
  constructor(place: () => Promise<void>) {
    super("The call has no place yet for what it keeps.");
    this.place = place;
  }
}

/** For work of the server itself, which needs little memory. */
export const UNCOUNTED: Kept = {
  left: () => LIMITS.keptBytes,
  take: () => Promise.resolve(),
  again: () => undefined,
};

export function tooMuchKept(): Error {
  return refuse("too_much_kept", { limit: LIMITS.keptBytes });
}
