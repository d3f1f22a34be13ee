import pg from "pg";

const backends = new WeakMap<pg.ClientBase, number>();

/**
 * Settings of a new connection. They are sent as statements, because PgBouncer refuses startup parameters. The process id is read too, because a
 * pooler reports an id of its own. `withoutJit`: lists are short, so compiling a statement would take longer than running it. `queryTime`: limit in
 * ms for each statement. `lockTime`: limit in ms for each wait for a lock.
 */
export async function prepareSession(
  client: pg.ClientBase,
  withoutJit: boolean,
  queryTime?: number,
  lockTime?: number,
): Promise<void> {
  const found = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid ${withoutJit ? ", set_config('jit', 'off', false)" : ""} ${queryTime === undefined ? "" : `, set_config('statement_timeout', '${String(queryTime)}', false)`} ${lockTime === undefined ? "" : `, set_config('lock_timeout', '${String(lockTime)}', false)`}`,
  );
  const [row] = found.rows;
  if (row !== undefined) backends.set(client, row.pid);
}

/** Process id of the server behind a prepared connection. */
export function backendOf(client: pg.ClientBase): number | null {
  return backends.get(client) ?? null;
}

/** Time in ms for the first connections of a start. */
const CONNECT_MS = 10_000;

/**
 * Refuses a pooler that gives a connection to another client between statements, because locks, settings and prepared statements would belong to
 * somebody else. A second client holds its connection in a transaction, and the first client must still have its own then.
 */
export async function refuseSharedSessions(config: pg.ClientConfig): Promise<void> {
  const timed = { connectionTimeoutMillis: CONNECT_MS, ...config };
  const [one, other] = [new pg.Client(timed), new pg.Client(timed)];
  for (const client of [one, other]) client.on("error", () => undefined);
  try {
    await one.connect();
    const before = await pidOf(one);
    if ("processID" in one && one.processID === before) return;
    await other.connect();
    // With `pool_mode = statement` the transaction itself is refused.
    const isKept = await other.query("begin").then(
      () => pidOf(other),
      () => null,
    );
    if (isKept === null || (await pidOf(one)) !== before) throw new SharedSessions();
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

/** A pooler in front of the database does not keep connections for one client. */
export class SharedSessions extends Error {
  constructor() {
    super(
      "The pooler at DATABASE_URL gives connections to other clients between statements or transactions. Set pool_mode = session in PgBouncer for this database, or name PostgreSQL itself (docs/operating.md).",
    );
  }
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
