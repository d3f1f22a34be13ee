import type { CancelSignal } from "#contract/wire/outcome";
import { startBackground, type Background } from "../background.ts";
import type { Database } from "../db/database.ts";
import { quoted } from "../sql/bind.ts";
import type { Log } from "../log.ts";

const EVERY_MS = 5_000;

/**
 * Tables of which a large part is rows that were rolled back or replaced, and that this role may clean. PostgreSQL itself looks once a minute and at a fifth
 * of a table, so large tests that follow each other would each take new room.
 */
const LITTERED = `select s.schemaname as schema, s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 5000 and s.n_dead_tup > s.n_live_tup / 10 and pg_has_role(c.relowner, 'usage')`;

/** Pages that a vacuum takes out of an index are used again when a later transaction has begun and a second vacuum finds them. */
const TURN = "select pg_current_xact_id()";

/** Gives the room of rows that are gone back to the disk and to later rows, until the signal aborts. Tables that somebody else cleans are left out. */
export async function tidy(database: Database, signal: CancelSignal): Promise<void> {
  const db = database.until(signal);
  const tables = await db.query<{ schema: string; name: string }>(LITTERED);
  if (tables.length === 0) return;
  const names = tables.map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`).join(", ");
  await db.query(`vacuum (skip_locked) ${names}`);
  await db.query(TURN);
  await db.query(`vacuum (skip_locked) ${names}`);
}

/** Looks every few seconds, but not on a replica, which gets all of it from its primary. An end does not wait for a large table. */
export function startTidying(db: Database, log: Log): Background {
  const ending = new AbortController();
  const background = startBackground({
    name: "tidy",
    async work() {
      await tidy(db, ending.signal);
      return false;
    },
    every: EVERY_MS,
    isIdle: db.isReplica,
    onError: (error) => {
      if (!ending.signal.aborted) log("clean tables", { error });
    },
  });
  return {
    ...background,
    async stop() {
      ending.abort();
      await background.stop();
    },
  };
}
