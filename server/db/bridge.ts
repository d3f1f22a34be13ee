import { isUnanswered } from "./connect-fault.ts";

/** Tries again what found no database, as long as the database has been away for only a moment. The attempt must have done nothing when it fails so. */
export type Bridge = <T>(attempt: () => Promise<T>) => Promise<T>;

/** In ms. A standby takes over within this time (docs/operating.md). */
const BRIDGED_MS = 10_000;
const AGAIN_AFTER_MS = 100;

/** All that use one database share a bridge: once it has been away for `limit` ms, nobody waits any more until it is there again. */
export function createBridge(isAway: (error: unknown) => boolean = isUnanswered, limit = BRIDGED_MS): Bridge {
  let over: number | null = null;
  return async (attempt) => {
    let mine: number | null = null;
    for (;;) {
      try {
        const found = await attempt();
        over = null;
        return found;
      } catch (error) {
        if (!isAway(error)) throw error;
        over ??= performance.now() + limit;
        // Where others get through now and then, this one does not wait longer for it.
        mine ??= over;
        if (performance.now() > mine) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
  };
}
