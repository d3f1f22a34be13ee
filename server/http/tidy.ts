import type { CancelSignal } from "#contract/wire/outcome";
import { startBackground, type Background } from "../background.ts";
import type { Database } from "../db/database.ts";
import { quoted } from "../sql/bind.ts";
import type { Log } from "../log.ts";

const EVERY_MS = 5_000;

/**
 * Tables in which many rows were rolled back or replaced, and that this role may clean. PostgreSQL itself checks once a minute, and cleans when a
 * fifth of a table is obsolete. So consecutive large tests would each take new space.
 */
const LITTERED = `select s.schemaname as schema, s.relname as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 5000 and s.n_dead_tup > s.n_live_tup / 10 and pg_has_role(c.relowner, 'usage')`;

/** Pages that a vacuum removes from an index can be reused when a later transaction has begun and a second vacuum finds them. */
const TURN = "select pg_current_xact_id()";

/** Returns the space of obsolete rows to the disk and to later rows, until the signal aborts. Tables that another process cleans are skipped. */
export async function tidy(database: Database, signal: CancelSignal): Promise<void> {
  const db = database.until(signal);
  const tables = await db.query<{ schema: string; name: string }>(LITTERED);
  if (tables.length === 0) return;
  const names = tables.map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`).join(", ");
  await db.query(`vacuum (skip_locked) ${names}`);
  await db.query(TURN);
  await db.query(`vacuum (skip_locked) ${names}`);
}

/** Checks every few seconds, but not on a replica, which gets everything from its primary. Stopping does not wait for a large table. */
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
