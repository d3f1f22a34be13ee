import { FUDGE } from "./tsig.ts";

/** Digests of transfers that were asked for. Nobody asks twice with the same digest but who repeats what somebody else sent. */
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
