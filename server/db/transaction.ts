import type pg from "pg";
import { textSql } from "../sql/bind.ts";
import { CANCELLED } from "../sql/sqlstate.ts";
import { onConnection, refuseIfCancelled } from "./cancel.ts";
import type { TransactionOptions, Tx } from "./database.ts";
import type { Begun } from "./outcome.ts";
import { createSender, type Sender } from "./sender.ts";
import { statement, type StatementNames } from "./statement-names.ts";
import { URGENT, Yielded, type Yielding } from "./yielding.ts";

/** The statements of a transaction took too long in total. The error has the same code as that of a single slow statement. */
class TimeIsOver extends Error {
  readonly code = CANCELLED;
  constructor() {
    super("The time of the transaction is over.");
  }
}

/** Options with the time at which all statements must be done. */
export interface Run extends TransactionOptions {
  readonly ends: number;
  /** Name of the snapshot of another transaction, which this one reads. */
  readonly snapshot?: Promise<string>;
  readonly names: StatementNames;
  readonly yielding: Yielding;
}

/** The end of a transaction. `open`: its commit was sent, and the connection broke before the answer. */
export type End<T> =
  | { readonly kind: "answered"; readonly result: T }
  | { readonly kind: "open"; readonly result: T; readonly begun: Begun | null; readonly cause: unknown };

/** Time for which a cancelled statement may stay unanswered before its connection is given up. */
const SILENT_MS = 10_000;

/** Runs a transaction once, on one connection. */
export async function once<T>(
  pool: pg.Pool,
  config: pg.ClientConfig,
  options: Run,
  work: (tx: Tx) => Promise<T>,
): Promise<End<T>> {
  const stop = new AbortController();
  return onConnection(pool, config, [options.signal, stop.signal], async (held) => {
    const left = options.ends - performance.now();
    const timers = [
      setTimeout(() => {
        stop.abort(new TimeIsOver());
      }, left),
      setTimeout(() => {
        held.client.connection.stream.destroy(new TimeIsOver());
      }, left + SILENT_MS),
    ];
    const { yieldsTo } = options;
    const end = (): void => {
      stop.abort(new Yielded());
    };
    const { owner = null } = options;
    const unwatch = yieldsTo && options.yielding.watch(held.client, { owner, yieldsTo, end });
    const sender = createSender(held.client);
    const sent: Sent<T> = { begun: null, commit: null };
    try {
      return { kind: "answered", result: await run(sender, options, work, stop.signal, sent) };
    } catch (fault) {
      sender.close(fault);
      await held.client.query("rollback").catch(() => {
        held.isBroken = true;
      });
      // A connection that still answers has refused the commit.
      if (held.isBroken && sent.commit !== null)
        return { kind: "open", ...sent.commit, begun: sent.begun, cause: fault };
      throw stop.signal.reason instanceof Yielded ? stop.signal.reason : fault;
    } finally {
      unwatch?.();
      sender.close(new Error("The transaction is over."));
      timers.forEach(clearTimeout);
    }
  });
}

interface Sent<T> {
  /** Null until `begin` is answered. */
  begun: Begun | null;
  /** The number of sent statements at the commit; null before it. */
  commit: { readonly result: T } | null;
}

function refuseIfOver(stop: AbortSignal): void {
  stop.throwIfAborted();
}

const BEGIN = {
  "read only": "begin isolation level repeatable read read only",
  "read write": "begin isolation level read committed read write",
  "one moment": "begin isolation level repeatable read read write",
} as const;

function levelOf({ mode, seesOneMoment = false }: TransactionOptions): keyof typeof BEGIN {
  return mode === "read write" && seesOneMoment ? "one moment" : mode;
}

async function run<T>(
  sender: Sender,
  options: Run,
  work: (tx: Tx) => Promise<T>,
  stop: AbortSignal,
  sent: Sent<T>,
): Promise<T> {
  const snapshot = options.snapshot === undefined ? null : await options.snapshot;
  const begun = begin(sender, { ...options, moment: snapshot }, sent);
  if (options.readsFirst !== true) await begun;
  const result = await work(txOn(sender, stop, options.names));
  refuseIfCancelled(options.signal);
  refuseIfOver(stop);
  if (sender.isUnchecked()) await sender.settled();
  // A rollback checks nothing, so the checks of a commit are executed here.
  if (options.dryRun === true) sender.defer({ text: "set constraints all immediate" });
  else sent.commit = { result };
  await sender.query({ text: options.dryRun === true ? "rollback" : "commit" });
  return result;
}

/**
 * Sends `begin`. A transaction that may commit gets its number at once, so that its result can be asked for if the answer to its commit is lost. The
 * number needs no round trip here, and at the end it could be lost with that answer.
 */
async function begin(sender: Sender, options: Begin, sent: Pick<Sent<unknown>, "begun">): Promise<void> {
  const text = beginText(options);
  const isNumbered = options.mode === "read write" && options.dryRun !== true;
  if (!isNumbered && options.readsFirst === true) {
    sender.defer({ text });
    return;
  }
  // A failed begin also fails the statements sent with it, so it is not reported separately.
  const answered = sender.query({ text: isNumbered ? `${text}; ${NUMBER}` : text });
  const [row] = await (options.readsFirst === true ? answered.catch(() => []) : answered);
  if (row !== undefined && "xid" in row && "second" in row)
    sent.begun = { xid: String(row.xid), second: String(row.second) };
}

type Begin = Run & { readonly moment: string | null };

function beginText(options: Begin): string {
  const timeout = String(Math.max(1, Math.floor(options.ends - performance.now())));
  const name = options.isUrgent === true ? `; set local application_name = '${URGENT}'` : "";
  const plans = options.plansOnce === true ? "; set local plan_cache_mode = force_generic_plan" : "";
  const moment = options.moment === null ? "" : `; set transaction snapshot ${textSql(options.moment)}`;
  return `${BEGIN[levelOf(options)]}${moment}; set local statement_timeout = ${timeout}${name}${plans}`;
}

const NUMBER = `select pg_current_xact_id()::text as xid, floor(extract(epoch from now()))::text "second"`;

function txOn(sender: Sender, stop: AbortSignal, names: StatementNames): Tx {
  let depth = 0;
  const tx: Tx = {
    async query<R extends object>(sql: string, params?: readonly unknown[], name?: string | true) {
      refuseIfOver(stop);
      // Only the SQL of the caller decides the shape of rows.
      return (await sender.query(statement(names, sql, params, name))) as R[];
    },
    defer(sql, params, name, rows) {
      refuseIfOver(stop);
      sender.defer(statement(names, sql, params, name), rows);
    },
    async nested(work) {
      const name = `level_${String(++depth)}`;
      try {
        return await within(sender, name, () => work(tx));
      } finally {
        depth--;
      }
    },
  };
  return tx;
}

/** Runs the work under a savepoint of that name. */
async function within<T>(sender: Sender, name: string, work: () => Promise<T>): Promise<T> {
  const start = sender.defer({ text: `savepoint ${name}` });
  try {
    const result = await work();
    // A failure of the last statements must also undo the work, so their answers are awaited here.
    if (sender.isOpenSince(start)) await sender.settled();
    if (!sender.takeBack(start, null)) sender.defer({ text: `release savepoint ${name}` });
    return result;
  } catch (fault) {
    if (!sender.takeBack(start, fault)) await undo(sender, name);
    throw fault;
  }
}

async function undo(sender: Sender, name: string): Promise<void> {
  const failure = sender.failure();
  sender.undone();
  try {
    await sender.query({ text: `rollback to savepoint ${name}; release savepoint ${name}` });
  } catch (fault) {
    // A statement before the savepoint failed, so the savepoint does not exist.
    throw failure === null ? fault : failure.fault;
  }
}
