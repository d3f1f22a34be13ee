import { randomUUID } from "node:crypto";
import { atMostEvery } from "../background.ts";
import type { Database, Listening } from "../db/database.ts";

const CHANNEL = "netportal_applied";
/** Time in ms between two signs, so that at most 50 are given in a second. */
const PAUSE_MS = 20;

/** Tells readers of committed changes that they may look. They find changes without it too, only later. */
export interface Wake {
  /** Something was committed by this process. Other processes are told by a notification outside its transaction, because one inside delays all commits. */
  committed(): void;
  /** Calls back soon after a commit of any process, until the returned function is called. */
  onCommit(look: () => void): () => void;
  stop(): Promise<void>;
}

export function createWake(db: Pick<Database, "isReplica" | "listen" | "reserved">): Wake {
  const looks = new Set<() => void>();
  const own = randomUUID();
  let listening: Listening | null = null;

  function look(): void {
    for (const one of looks) one();
  }

  const sign = atMostEvery(PAUSE_MS, () => {
    look();
    // A lost notification delays other processes until their next look.
    db.reserved.query("select pg_notify($1, $2)", [CHANNEL, own], "applied").catch(() => undefined);
  });
  return {
    committed: sign.call,
    onCommit(one) {
      looks.add(one);
      // A standby takes no notifications.
      if (!db.isReplica)
        listening ??= db.listen(CHANNEL, (payload) => {
          if (payload !== own) look();
        });
      return () => {
        looks.delete(one);
        if (looks.size > 0) return;
        void listening?.stop();
        listening = null;
      };
    },
    async stop() {
      sign.cancel();
      looks.clear();
      await listening?.stop();
      listening = null;
    },
  };
}
