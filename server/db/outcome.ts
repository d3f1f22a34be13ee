import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { IN_FUTURE, isUnavailable, toldBy, UNRESOLVED } from "../sql/sqlstate.ts";
import type { Connection } from "./database.ts";

/** A transaction, identified by its `begin`. */
export interface Begun {
  readonly xid: string;
  /** Time of the database server, in whole seconds since 1970. */
  readonly second: string;
}

/** It cannot be found out whether a transaction took effect. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  readonly code = UNRESOLVED;
  constructor(cause: unknown) {
    super("The answer to a commit was lost, and the database cannot tell what became of it.", { cause });
  }
}

type Outcome = "committed" | "undone" | "unknown";

const ASK_EVERY_MS = 100;
/** A database that died is back within seconds, or another one is promoted. */
const ASK_FOR_MS = 30_000;
const CONNECT_MS = 5_000;

/**
 * The result of a transaction whose commit was sent and not answered. It is asked for on separate connections, because all connections of the pool
 * may wait for the same answer. "unknown" if the database does not answer in time, or if it was started or promoted since in a way that may have
 * reused the number.
 */
export async function outcomeOf(config: Connection, begun: Begun): Promise<Outcome> {
  const ends = performance.now() + ASK_FOR_MS;
  for (;;) {
    const found = await ask(config, begun);
    if (found !== "later") return found;
    if (performance.now() > ends) return "unknown";
    await pause(ASK_EVERY_MS);
  }
}

async function ask(config: Connection, { xid, second }: Begun): Promise<Outcome | "later"> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    application_name: "netportal",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ said: Outcome | "later" }>(ASK, [xid, second]);
    return rows[0]?.said ?? "unknown";
  } catch (error) {
    const code = toldBy(error, "code");
    if (code === IN_FUTURE) return "undone";
    // Any other refusal is final (the checkpoint may be unreadable); a database that is away may come back.
    return error instanceof pg.DatabaseError && !isUnavailable(code) ? "unknown" : "later";
  } finally {
    // A server that is gone does not answer the request to close either.
    void client.end().catch(() => undefined);
  }
}

/**
 * SQL: the outcome of transaction `$1`, which began in second `$2`. A number that was not written to disk before a crash, or not sent to the standby,
 * is used again afterwards. So "committed" is valid if no crash or promotion happened since the begin (the last checkpoint is older, and of this
 * timeline), or if the checkpoint that ended the recovery knew the number.
 */
const ASK = `select case when pg_is_in_recovery() then 'later'
  else case pg_xact_status($1::xid8)
    when 'aborted' then 'undone'
    when 'in progress' then 'later'
    when 'committed'
      then (
        select case when c.timeline_id
          <> ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
          then 'unknown'
          when extract(epoch from c.checkpoint_time) < $2::bigint then 'committed'
          when c.redo_lsn <> c.checkpoint_lsn then 'unknown'
          when $1::text::numeric
            < split_part(c.next_xid, ':', 1)::numeric * 4294967296 + split_part(c.next_xid, ':', 2)::numeric
            then 'committed'
          when extract(epoch from c.checkpoint_time) = $2::bigint then 'unknown'
          else 'undone'
        end
        from pg_control_checkpoint() c)
    else 'unknown'
  end
end as said`;
