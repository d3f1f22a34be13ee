import type { Database } from "../../db/database.ts";

/** Servers whose questions had a wrong time, so that they can transfer nothing (BADTIME of RFC 8945). */
export interface Clocks {
  /** `ahead`: seconds. */
  noteWrong(server: string, ahead: number): Promise<void>;
  noteRight(server: string): Promise<void>;
}

/** A server is recorded again after this time in ms. */
const AGAIN = 10_000;

const WRONG = `insert into output.wrong_clock (server, ahead)
  select id, $2
  from output.server
  where id = $1::bigint
  on conflict (server) do update set ahead = excluded.ahead, noted = clock_timestamp()`;
const RIGHT = "delete from output.wrong_clock where server = $1::bigint";

/** `now`: ms of a steady clock. */
export function createClocks(db: Database, now: () => number): Clocks {
  const noted = new Map<string, number>();
  return {
    async noteWrong(server, ahead) {
      if (db.isReplica || now() - (noted.get(server) ?? -AGAIN) < AGAIN) return;
      noted.set(server, now());
      await db.query(WRONG, [server, ahead], "dns-clock");
    },
    async noteRight(server) {
      if (!noted.delete(server)) return;
      await db.query(RIGHT, [server], "dns-clock-right");
    },
  };
}
