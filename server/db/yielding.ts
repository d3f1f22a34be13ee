import pg from "pg";
import { YIELDED } from "../sql/sqlstate.ts";
import { backendOf } from "./session.ts";

/** Transactions that wait for locks of another one. */
export interface Waiting {
  /** Longest wait in ms. */
  readonly ms: number;
  /** One of the waiting calls must not wait, because it locks an account or ends a token. */
  readonly isUrgent: boolean;
  /** One of the waiting calls belongs to another owner, as far as this process knows. */
  readonly isOfOthers: boolean;
  /** The transaction itself waits, so it does not delay the waiting calls. */
  readonly isBlocked: boolean;
  /** Time in ms since the transaction began. */
  readonly heldFor: number;
}

/** The transaction was rolled back because others waited for its locks. */
export class Yielded extends Error {
  override readonly name = "Yielded";
  readonly code = YIELDED;
  constructor() {
    super("Others waited for what the transaction held.");
  }
}

/** Name of a connection while it runs a transaction to which all others yield. */
export const URGENT = "netportal urgent";

/** A transaction that may have to yield. */
interface Holder {
  readonly owner: string | null;
  readonly yieldsTo: (waiting: Waiting) => boolean;
  readonly end: () => void;
}

/** Younger transactions are not checked, because most end sooner. */
const LOOK_AFTER_MS = 250;
const LOOK_EVERY_MS = 150;
const WAITED_MS = 250;

/** Finds transactions of this process for whose locks others wait, and ends those that yield. */
export interface Yielding {
  /** Watches a transaction; the returned function ends the watch. */
  watch(client: pg.ClientBase, holder: Holder): () => void;
  close(): Promise<void>;
}

export function createYielding(config: pg.ClientConfig): Yielding {
  const holders = new Map<number, Holder & { readonly since: number }>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  const connection = createConnection(config);

  async function look(): Promise<void> {
    const now = performance.now();
    const old = [...holders].flatMap(([pid, { since }]) => (now - since > LOOK_AFTER_MS ? [pid] : []));
    if (old.length === 0) return;
    const client = await connection.get();
    const { rows } = await client.query<WaitingRow>(WAITING, [old, URGENT, WAITED_MS]);
    for (const { pid, waiting, ...found } of rows) {
      const holder = holders.get(pid);
      if (holder === undefined) continue;
      const isOfOthers = waiting.some((other) => holders.get(other)?.owner !== holder.owner);
      const heldFor = now - holder.since;
      if (holder.yieldsTo({ ...found, isOfOthers, heldFor })) holder.end();
    }
  }

  function lookLater(): void {
    timer ??= setTimeout(() => {
      // Without an answer nobody yields, and the next check asks again.
      looking = look()
        .catch(() => undefined)
        .then(() => {
          timer = null;
          if (holders.size > 0) lookLater();
        });
    }, LOOK_EVERY_MS);
  }

  return {
    watch(client, holder) {
      const pid = backendOf(client);
      if (pid === null) return () => undefined;
      holders.set(pid, { ...holder, since: performance.now() });
      lookLater();
      return () => {
        holders.delete(pid);
      };
    },
    async close() {
      holders.clear();
      if (timer !== null) clearTimeout(timer);
      await looking;
      await connection.close();
    },
  };
}

/** A connection of its own, because the waiting transactions may use all others. The next check replaces a broken one. */
function createConnection(config: pg.ClientConfig) {
  let opened: Promise<pg.Client> | null = null;
  function open(): Promise<pg.Client> {
    const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
    const client = new pg.Client({ ...config, keepAlive: true, ...limits });
    const opening = client.connect().then(() => client);
    const broken = (): void => {
      if (opened === opening) opened = null;
    };
    client.on("error", broken).on("end", broken);
    opening.catch(broken);
    return opening;
  }
  return {
    get: (): Promise<pg.Client> => (opened ??= open()),
    async close(): Promise<void> {
      await opened?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

const OF_LOCK = [
  "locktype",
  "database",
  "relation",
  "page",
  "tuple",
  "virtualxid",
  "transactionid",
  "classid",
  "objid",
  "objsubid",
];
const lockOf = (row: string): string => `(${OF_LOCK.map((column) => `${row}.${column}`).join(", ")})`;

interface WaitingRow extends Pick<Waiting, "ms" | "isUrgent" | "isBlocked"> {
  readonly pid: number;
  readonly waiting: readonly number[];
}

/** SQL: which of `$1` hold locks that others have waited for since `$3` ms. Transactions that wait for the same lock before them hold nothing. */
const WAITING = `select b.pid, max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as ms,
  bool_or(a.application_name = $2) as "isUrgent", array_agg(l.pid) as waiting,
  exists (select from pg_locks w where w.pid = b.pid and not w.granted) as "isBlocked"
  from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    cross join lateral unnest(pg_blocking_pids(l.pid)) b(pid)
  where not l.granted
    and l.waitstart < clock_timestamp() - $3 * interval '1 ms'
    and b.pid = any($1::int[])
    and exists (
      select
      from pg_locks g
      where g.pid = b.pid and g.granted and ${lockOf("g")} is not distinct from ${lockOf("l")})
  group by b.pid`;
