import { LIMITS } from "#contract/limits";
import { refuse } from "../faults.ts";

const MINUTE = 60_000;
const ADDRESSES_AT_MOST = 100_000;

export interface Attempts {
  /**
   * Counts a failure in advance, or refuses when the address has failed too often in the last minute (wire contract 1.8). In advance,
   * because guesses that run side by side would otherwise all pass.
   */
  begin(address: string): void;
  /** The attempt begun last was none. */
  takeBack(address: string): void;
}

/** Counts the failures of each address within the last minute. Each process counts for itself. */
export function createAttempts(now: () => number, limit: number = LIMITS.failedLoginsPerMinute): Attempts {
  const failures = new Map<string, readonly number[]>();

  function recent(address: string): readonly number[] {
    const since = now() - MINUTE;
    return (failures.get(address) ?? []).filter((time) => time > since);
  }

  return {
    begin(address) {
      const times = recent(address);
      const oldest = times[times.length - limit];
      if (oldest !== undefined)
        throw refuse("too_many_requests", { retry_after_s: Math.ceil((oldest + MINUTE - now()) / 1000) });
      failures.delete(address);
      failures.set(address, [...times, now()]);
      const first = failures.size > ADDRESSES_AT_MOST ? failures.keys().next().value : undefined;
      if (first !== undefined) failures.delete(first);
    },
    takeBack(address) {
      failures.set(address, recent(address).slice(0, -1));
    },
  };
}
