import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createBridge, type Bridge } from "./bridge.ts";
import { BridgedPool } from "./bridged-pool.ts";
import { onConnection } from "./cancel.ts";
import { openCopy } from "./copy.ts";
import { isUnordered } from "../sql/sqlstate.ts";
import {
  FOR_EACH_HALF,
  FOR_EACH_RESERVED,
  type Connection,
  type Database,
  type PoolState,
  type Query,
} from "./database.ts";
import { outcomeOf, OutcomeUnknown } from "./outcome.ts";
import { readBoth } from "./both.ts";
import { createListening } from "./listening.ts";
import { createPresence } from "./presence.ts";
import { prepareSession } from "./session.ts";
import { createStatementNames, statement, type StatementNames } from "./statement-names.ts";
import { once, type End } from "./transaction.ts";
import { createYielding, Yielded } from "./yielding.ts";

const COPIES = 10;
/** Time in ms for a statement on a reserved connection. */
const RESERVED_TIME = 20_000;
/** Time in ms for a lock that a call may hold. */
const RESERVED_LOCK_TIME = 1_000;
/** Seconds until a connection and its prepared statements are replaced. */
const LIFETIME = 3600;
/** Time in ms for which an idle connection for second halves stays open, because it has prepared the frequent statements. */
const HALF_IDLE_MS = 600_000;
const REPEATS = 3;
/** Pause before the first repetition of a transaction that yielded; each further pause is longer. */
const PAUSE_MS = 1_500;
/** int8, date, timestamp, timestamptz, interval and arrays of times stay the text that PostgreSQL sent. */
const UNTOUCHED = new Set([20, 1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187]);

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (UNTOUCHED.has(oid)) return (text: string) => text;
    const parser: unknown = pg.types.getTypeParser(oid, format);
    return parser;
  },
};

/** Opens the pool; it connects with the first query. `queryTime` limits statements outside transactions, in ms. */
export function createPool(
  connection: Connection,
  max = 20,
  queryTime?: number,
  longAnswers = COPIES,
): Database {
  const config = { ...connection, application_name: "netportal", types };
  const names = createStatementNames(LIFETIME * 1000, () => performance.now());
  const bridge = createBridge();
  const { pool, copies, reserve, second } = poolsOf({
    connection,
    config,
    bridge,
    max,
    queryTime,
    longAnswers,
  });
  const resultOf = <T>(end: End<T>): T | Promise<T> =>
    end.kind === "answered" ? end.result : resultOfOpen(connection, end);
  const halves = { first: pool, second, config, resultOf };
  const presence = createPresence(config);
  const yielding = createYielding(config);
  let closing: Promise<unknown> | null = null;
  return {
    isReplica: false,
    connection,
    query: queryOn(pool, names),
    reserved: { query: queryOn(reserve, names) },
    until: (signal) => ({
      query: <R extends object>(sql: string, params?: readonly unknown[], name?: string | true) =>
        onConnection(pool, config, [signal], ({ client }) => queryOn(client, names)<R>(sql, params, name)),
    }),
    copy: (options) => openCopy(copies, config, options),
    presence: () => bridge(() => presence.number()),
    listen: (channel, onNotice) => createListening(config, channel, onNotice),
    pools: () => statesOf({ calls: pool, reserved: reserve, long_answers: copies, halves: second }),
    async transaction(options, work) {
      const ends = performance.now() + options.statementTimeout;
      return resultOf(await repeated(() => once(pool, config, { ...options, ends, names, yielding }, work)));
    },
    readBoth(options, one, other) {
      const ends = performance.now() + options.statementTimeout;
      return repeated(() => readBoth(halves, { ...options, ends, names, yielding }, one, other));
    },
    async close() {
      await (closing ??= Promise.all([
        pool.end(),
        reserve.end(),
        copies.end(),
        second.end(),
        presence.end(),
        yielding.close(),
      ]));
    },
  };
}

interface PoolsConfig {
  readonly connection: Connection;
  readonly config: pg.PoolConfig;
  readonly bridge: Bridge;
  readonly max: number;
  readonly queryTime: number | undefined;
  readonly longAnswers: number;
}

function poolsOf({ connection, config, bridge, max, queryTime, longAnswers }: PoolsConfig) {
  // An address with `options` of its own decides itself whether statements are compiled.
  const withoutJit = !("connectionString" in connection && /[?&]options=/.test(connection.connectionString));
  // The pool waits for the returned promise, although the type is void.
  const onConnect = (client: pg.ClientBase): unknown => prepareSession(client, withoutJit, queryTime);
  const onReserved = (client: pg.ClientBase): unknown =>
    prepareSession(client, withoutJit, RESERVED_TIME, RESERVED_LOCK_TIME);
  const lasting = { ...config, pipeline: true, maxLifetimeSeconds: LIFETIME };
  const [reserved, halves] = [Math.ceil(max / FOR_EACH_RESERVED), Math.ceil(max / FOR_EACH_HALF)];
  return {
    pool: poolOf({ ...lasting, onConnect, max }, bridge),
    // Long answers have their own connections, so that slow readers never block short calls.
    copies: poolOf({ ...config, onConnect, max: longAnswers }, bridge),
    reserve: poolOf({ ...lasting, onConnect: onReserved, max: reserved }, bridge),
    // Second halves have connections of their own too, so that nobody waits for them.
    second: poolOf({ ...lasting, onConnect, max: halves, idleTimeoutMillis: HALF_IDLE_MS }, bridge),
  };
}

function poolOf(config: pg.PoolConfig, bridge: Bridge): pg.Pool {
  const pool = new BridgedPool({ ...config, connectionTimeoutMillis: 30_000 }, bridge);
  // The next query replaces an idle connection that breaks; without this listener it would end the process.
  pool.on("error", () => undefined);
  return pool;
}

function statesOf(pools: Readonly<Record<PoolState["pool"], pg.Pool>>): readonly PoolState[] {
  return (["calls", "reserved", "long_answers", "halves"] as const).map((pool) => {
    const { totalCount, idleCount, waitingCount } = pools[pool];
    return { pool, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  });
}

/**
 * The result of a transaction whose commit was not answered, if the database says that it took effect; otherwise the error that ended the connection.
 */
async function resultOfOpen<T>(
  connection: Connection,
  { result, begun, cause }: Extract<End<T>, { readonly kind: "open" }>,
): Promise<T> {
  const outcome = begun === null ? "unknown" : await outcomeOf(connection, begun);
  if (outcome === "committed") return result;
  throw outcome === "undone" ? cause : new OutcomeUnknown(cause);
}

/** Repeats the work up to three times if PostgreSQL could not serialise it with other work. */
export async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (fault) {
      const isOrder = fault instanceof Yielded || isUnordered(sqlStateOf(fault) ?? "");
      if (repeats === REPEATS || !isOrder) throw fault;
      // Waiting transactions go first, and a transaction that yields repeatedly holds locks only for a short time.
      if (fault instanceof Yielded) await pause(PAUSE_MS * (repeats + 1));
    }
  }
}

/** SQLSTATE of a refusal by PostgreSQL. */
export function sqlStateOf(fault: unknown): string | null {
  return fault instanceof pg.DatabaseError ? (fault.code ?? null) : null;
}

/** The message of a refusal by PostgreSQL, with its hint. */
export function reasonOf(fault: unknown): string {
  const text = fault instanceof Error ? fault.message : String(fault);
  return fault instanceof pg.DatabaseError && fault.hint !== undefined ? `${text} (${fault.hint})` : text;
}

/** The reason with the row or value that PostgreSQL names. */
export function wholeReasonOf(fault: unknown): string {
  const detail = fault instanceof pg.DatabaseError ? fault.detail : undefined;
  return detail === undefined ? reasonOf(fault) : `${reasonOf(fault)} (${detail.replace(/\.$/, "")})`;
}

function queryOn(target: pg.Pool | pg.PoolClient, names: StatementNames): Query["query"] {
  return async <R extends object>(sql: string, params?: readonly unknown[], name?: string | true) => {
    // Only the SQL of the caller decides the shape of rows.
    const result: pg.QueryResult<R> = await target.query(statement(names, sql, params, name));
    return result.rows;
  };
}
