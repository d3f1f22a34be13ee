import { refuse } from "../../faults.ts";

/**
 * Maximum number of calls of this process that wait long for the same lock. Other connections stay free for calls that do not need the lock (wire
 * contract 1.8).
 */
const MOST = 8;
const LONG_MS = 5_000;
const RETRY_AFTER_S = 1;

/** How many calls of this process wait for which lock. */
export interface LockPlaces {
  /** Does work that waits for these locks. Refuses it if too many calls already wait long for one of them. */
  wait<T>(locks: readonly string[], work: () => Promise<T>): Promise<T>;
}

export function createLockPlaces(now: () => number = () => performance.now()): LockPlaces {
  /** Begin of each wait, by lock; the first one is the oldest. */
  const waiting = new Map<string, Map<symbol, number>>();
  const placesOf = (lock: string): Map<symbol, number> => {
    const places = waiting.get(lock) ?? new Map<symbol, number>();
    waiting.set(lock, places);
    return places;
  };
  return {
    async wait(locks, work) {
      const since = now();
      const all = locks.map(placesOf);
      for (const places of all) {
        const [oldest = since] = places.values();
        if (places.size >= MOST && since - oldest > LONG_MS)
          throw refuse("too_many_requests", { retry_after_s: RETRY_AFTER_S });
      }
      const own = Symbol("call");
      for (const places of all) places.set(own, since);
      try {
        return await work();
      } finally {
        for (const places of all) places.delete(own);
      }
    },
  };
}
