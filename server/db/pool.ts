import type { CancelSignal } from "#contract/wire/outcome";
import pg from "pg";
import { Cancelled, cancelOnAbort, refuseIfCancelled } from "./cancel.ts";
import { openCopy } from "./copy.ts";
import { CANCELLED, isUnordered } from "../sql/sqlstate.ts";
import type { Connection, Database, Query, TransactionOptions, Tx } from "./database.ts";
import { createPresence } from "./presence.ts";
import { createStatementNames, type StatementNames } from "./statement-names.ts";

const COPIES = 10;
/** Seconds until a connection is replaced, with the statements that it prepared. */
const LIFETIME = 3600;
/** Lists are short, so compiling a statement would take longer than running it. A URL with its own `options` overrides this. */
const SESSION = "-c jit=off";
const REPEATS = 3;
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
  const config = { options: SESSION, ...connection, application_name: "netportal", types };
  const limits = queryTime === undefined ? {} : { statement_timeout: queryTime };
  const names = createStatementNames(LIFETIME * 1000, () => performance.now());
  const pool = new pg.Pool({
    ...config,
    ...limits,
    max,
    pipeline: true,
    connectionTimeoutMillis: 30_000,
    maxLifetimeSeconds: LIFETIME,
  });
  // The next query replaces an idle connection that breaks; without this listener it would end the process.
  pool.on("error", () => undefined);
  // Long answers have their own connections, so that slow readers never block short calls.
  const copies = new pg.Pool({ ...config, ...limits, max: longAnswers, connectionTimeoutMillis: 30_000 });
  copies.on("error", () => undefined);
  const presence = createPresence(config);
  let closing: Promise<unknown> | null = null;
  return {
    isReplica: false,
    connection,
    query: queryOn(pool, names),
    until: (signal) => ({ query: queryUntil(pool, config, signal, names) }),
    copy: (options) => openCopy(copies, config, options),
    presence: () => presence.number(),
    async transaction(options, work) {
      const ends = performance.now() + options.statementTimeout;
      for (let repeats = 0; ; repeats++) {
        try {
          return await once(pool, config, { ...options, ends, names }, work);
        } catch (fault) {
          if (repeats === REPEATS || !isUnordered(sqlStateOf(fault) ?? "")) throw fault;
        }
      }
    },
    async close() {
      await (closing ??= Promise.all([pool.end(), copies.end(), presence.end()]));
    },
  };
}

/** SQLSTATE of a refusal by PostgreSQL. */
export function sqlStateOf(fault: unknown): string | null {
  return fault instanceof pg.DatabaseError ? (fault.code ?? null) : null;
}

/** All statements of a transaction took too long together; it has the code of a single slow statement. */
class TimeIsOver extends Error {
  readonly code = CANCELLED;
  constructor() {
    super("The time of the transaction is over.");
  }
}

/** Options with the time at which all statements must be done. */
interface Run extends TransactionOptions {
  readonly ends: number;
  readonly names: StatementNames;
}

function refuseIfOver(time: CancelSignal): void {
  if (time.aborted) throw new TimeIsOver();
}

/** A signal that aborts at that time of `performance.now()`. */
function timeUntil(ends: number): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, ends - performance.now());
  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer);
    },
  };
}

function queryOn(target: pg.Pool | pg.PoolClient, names: StatementNames): Query["query"] {
  return async <R extends object>(sql: string, params?: readonly unknown[], given?: string | true) => {
    const name = given === true ? names.of(sql) : given;
    if (typeof given === "string") names.given(given, sql);
    // Only the SQL of the caller decides the shape of rows.
    const result: pg.QueryResult<R> = await target.query({
      text: sql,
      ...(params === undefined ? {} : { values: [...params] }),
      ...(name === undefined ? {} : { name }),
    });
    return result.rows;
  };
}

/** A query outside transactions, on its own connection, that the signal ends. */
function queryUntil(
  pool: pg.Pool,
  config: pg.ClientConfig,
  signal: CancelSignal,
  names: StatementNames,
): Query["query"] {
  return async <R extends object>(sql: string, params?: readonly unknown[], name?: string | true) => {
    refuseIfCancelled(signal);
    const client = await pool.connect();
    // The running query reports a broken connection.
    const ignore = (): void => undefined;
    client.on("error", ignore);
    const cancelling = cancelOnAbort(client, config, signal);
    let broken: Error | undefined;
    try {
      refuseIfCancelled(signal);
      return await queryOn(client, names)<R>(sql, params, name);
    } catch (fault) {
      if (!(fault instanceof pg.DatabaseError || fault instanceof Cancelled)) broken = asError(fault);
      refuseIfCancelled(signal);
      throw fault;
    } finally {
      await cancelling.settled();
      client.off("error", ignore);
      client.release(broken);
    }
  };
}

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}

async function once<T>(
  pool: pg.Pool,
  config: pg.ClientConfig,
  options: Run,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  refuseIfCancelled(options.signal);
  const client = await pool.connect();
  // The running query reports a broken connection.
  const ignore = (): void => undefined;
  client.on("error", ignore);
  const time = timeUntil(options.ends);
  const cancelling = [options.signal, time.signal].map((signal) => cancelOnAbort(client, config, signal));
  let broken: Error | undefined;
  try {
    refuseIfCancelled(options.signal);
    return await run(client, options, work, time.signal);
  } catch (fault) {
    await client.query("rollback").catch((reason: unknown) => {
      broken = asError(reason);
    });
    refuseIfCancelled(options.signal);
    throw fault;
  } finally {
    time.stop();
    await Promise.all(cancelling.map((one) => one.settled()));
    client.off("error", ignore);
    client.release(broken);
  }
}

async function run<T>(
  client: pg.PoolClient,
  options: Run,
  work: (tx: Tx) => Promise<T>,
  time: CancelSignal,
): Promise<T> {
  const timeout = String(Math.max(1, Math.floor(options.ends - performance.now())));
  await client.query(`${BEGIN[options.mode]}; set local statement_timeout = ${timeout}`);
  const result = await work(txOn(client, { depth: 0 }, time, options.names));
  refuseIfCancelled(options.signal);
  refuseIfOver(time);
  if (options.dryRun) {
    // A rollback checks nothing, so the checks of a commit run here.
    await client.query("set constraints all immediate");
    await client.query("rollback");
  } else {
    await client.query("commit");
  }
  return result;
}

const BEGIN = {
  "read only": "begin isolation level repeatable read read only",
  "read write": "begin isolation level read committed read write",
} as const;

function txOn(
  client: pg.PoolClient,
  state: { depth: number },
  time: CancelSignal,
  names: StatementNames,
): Tx {
  const query = queryOn(client, names);
  const tx: Tx = {
    query: (sql, params, name) => {
      refuseIfOver(time);
      return query(sql, params, name);
    },
    async nested(work) {
      const name = `level_${String(++state.depth)}`;
      try {
        await client.query(`savepoint ${name}`);
        const result = await work(tx);
        await client.query(`release savepoint ${name}`);
        return result;
      } catch (fault) {
        await client.query(`rollback to savepoint ${name}; release savepoint ${name}`);
        throw fault;
      } finally {
        state.depth--;
      }
    },
  };
  return tx;
}
