import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import { refuse } from "../../faults.ts";
import { tooMuchKept, type Kept } from "../kept.ts";
import { createLines } from "./lines.ts";

/** Bytes that a call may keep without a place. */
const FREE = 1024 * 1024;
/** Calls that keep more at once: of one person, and of all. */
const OF_A_PERSON = 1;
const OF_ALL = 4;
/** A call waits for a place no longer than this, because it may hold locks. In ms. */
const WAITS = 10_000;

interface KeptOfCall extends Kept {
  /** The answer is read, and nothing is kept any more. */
  readonly end: () => void;
}

/** Begins to count what a call of this person keeps. */
export type KeptBytes = (person: string, signal?: CancelSignal) => KeptOfCall;

export function createKeptBytes(waitsAtMost = WAITS): KeptBytes {
  const busy = (): Error => refuse("busy", { retry_after_s: LIMITS.retryAfter });
  const persons = createLines(OF_A_PERSON, waitsAtMost, Infinity, busy);
  const all = createLines(OF_ALL, waitsAtMost, Infinity, busy);
  return (person, signal) => {
    let taken = 0;
    let hasPlace = false;
    const leaves: (() => void)[] = [];
    const end = (): void => {
      for (const leave of leaves.splice(0).reverse()) leave();
    };
    return {
      left: () => LIMITS.keptBytes - taken,
      async take(bytes) {
        taken += bytes;
        if (taken > LIMITS.keptBytes) throw tooMuchKept();
        if (taken <= FREE || hasPlace) return;
        hasPlace = true;
        leaves.push(await persons.enter(person, signal), await all.enter("", signal));
      },
      end,
    };
  };
}
