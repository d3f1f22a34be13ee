import { isUnanswered } from "./connect-fault.ts";

/** Repeats an attempt that reached no database, if the database has been away only for a short time. A failed attempt must have changed nothing. */
export type Bridge = <T>(attempt: () => Promise<T>) => Promise<T>;

/** In ms. A standby takes over within this time (docs/operating.md). */
const BRIDGED_MS = 10_000;
const AGAIN_AFTER_MS = 100;

/** All users of one database share a bridge: once it has been away for `limit` ms, nobody waits until it is back. */
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
        // If others get through now and then, this attempt still waits no longer.
        mine ??= over;
        if (performance.now() > mine) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
  };
}
