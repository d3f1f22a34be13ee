import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import { refuse } from "../../faults.ts";
import { NoPlace, tooMuchKept, type Kept } from "../kept.ts";
import { createLines, enterAll } from "./lines.ts";

/** Bytes that a call may keep without waiting for a place. */
const FREE = 1024 * 1024;
/** Number of calls that may keep more at the same time: for one person, and for all. */
const OF_A_PERSON = 1;
const OF_ALL = 4;
/** Longest wait for a place, in ms. */
const WAITS = 10_000;

interface KeptOfCall extends Kept {
  /** The answer is read, and nothing is kept any more. */
  readonly end: () => void;
}

interface Keeper {
  readonly person: string;
  readonly holdsLocks?: boolean;
  readonly signal?: CancelSignal;
}

/** Begins to count what a call keeps. */
export type KeptBytes = (keeper: Keeper) => KeptOfCall;

export function createKeptBytes(waitsAtMost = WAITS): KeptBytes {
  const busy = (): Error => refuse("busy", { retry_after_s: LIMITS.retryAfter });
  const persons = createLines(OF_A_PERSON, waitsAtMost, Infinity, busy);
  const all = createLines(OF_ALL, waitsAtMost, Infinity, busy);
  return ({ person, holdsLocks = false, signal }) => {
    let taken = 0;
    let hasPlace = false;
    const leaves: (() => void)[] = [];
    const end = (): void => {
      for (const leave of leaves.splice(0).reverse()) leave();
    };
    const lines = [
      { line: persons, name: person },
      { line: all, name: "" },
    ];
    const place = async (): Promise<void> => {
      hasPlace = true;
      leaves.push(await enterAll(lines, signal));
    };
    const placeNow = (): boolean => {
      const entered = lines.flatMap(({ line, name }) => line.enterNow(name) ?? []);
      leaves.push(...entered);
      hasPlace = entered.length === lines.length;
      if (!hasPlace) end();
      return hasPlace;
    };
    return {
      left: () => LIMITS.keptBytes - taken,
      async take(bytes) {
        taken += bytes;
        if (taken > LIMITS.keptBytes) throw tooMuchKept();
        if (taken <= FREE || hasPlace) return;
        if (!holdsLocks) await place();
        else if (!placeNow()) throw new NoPlace(place);
      },
      again() {
        taken = 0;
      },
      end,
    };
  };
}
