import { FUDGE } from "../../dns-wire/tsig.ts";

/** Digests of requests for transfers. A repeated digest belongs to a request that somebody else has replayed. */
export interface Replays {
  isNew(mac: Buffer, now: number): boolean;
}

const MOST = 10_000;

export function createReplays(): Replays {
  const until = new Map<string, number>();
  return {
    isNew(mac, now) {
      const name = mac.toString("base64");
      if (until.has(name)) return false;
      for (const [old, end] of until) {
        // Entries are in the order of their time.
        if (end > now && until.size < MOST) break;
        until.delete(old);
      }
      until.set(name, now + 2 * FUDGE);
      return true;
    },
  };
}
