import type { CancelSignal } from "#contract/wire/outcome";
import type pg from "pg";
import { CANCELLED } from "../sql/sqlstate.ts";
import { onConnection, refuseIfCancelled } from "./cancel.ts";
import type { TransactionOptions, Tx } from "./database.ts";
import { createSender, type Sender } from "./sender.ts";
import { statement, type StatementNames } from "./statement-names.ts";

/** The statements of a transaction took too long in total. The error has the code of a single slow statement. */
class TimeIsOver extends Error {
  readonly code = CANCELLED;
  constructor() {
    super("The time of the transaction is over.");
  }
}

/** Options with the time at which all statements must be done. */
export interface Run extends TransactionOptions {
  readonly ends: number;
  readonly names: StatementNames;
}

/** Runs a transaction once, on one connection. */
export async function once<T>(
  pool: pg.Pool,
  config: pg.ClientConfig,
  options: Run,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const time = new AbortController();
  return onConnection(pool, config, [options.signal, time.signal], async (held) => {
    const timer = setTimeout(() => {
      time.abort();
    }, options.ends - performance.now());
    const sender = createSender(held.client);
    try {
      return await run(sender, options, work, time.signal);
    } catch (fault) {
      sender.close(fault);
      await held.client.query("rollback").catch(() => {
        held.isBroken = true;
      });
      throw fault;
    } finally {
      sender.close(new Error("The transaction is over."));
      clearTimeout(timer);
    }
  });
}

function refuseIfOver(time: CancelSignal): void {
  if (time.aborted) throw new TimeIsOver();
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
  time: CancelSignal,
): Promise<T> {
  const timeout = String(Math.max(1, Math.floor(options.ends - performance.now())));
  const begin = { text: `${BEGIN[levelOf(options)]}; set local statement_timeout = ${timeout}` };
  if (options.readsFirst === true) sender.defer(begin);
  else await sender.query(begin);
  const result = await work(txOn(sender, time, options.names));
  refuseIfCancelled(options.signal);
  refuseIfOver(time);
  if (sender.isUnchecked()) await sender.settled();
  // A rollback checks nothing, so the checks of a commit run here.
  if (options.dryRun === true) sender.defer({ text: "set constraints all immediate" });
  await sender.query({ text: options.dryRun === true ? "rollback" : "commit" });
  return result;
}

function txOn(sender: Sender, time: CancelSignal, names: StatementNames): Tx {
  let depth = 0;
  const tx: Tx = {
    async query<R extends object>(sql: string, params?: readonly unknown[], name?: string | true) {
      refuseIfOver(time);
      // Only the SQL of the caller decides the shape of rows.
      return (await sender.query(statement(names, sql, params, name))) as R[];
    },
    defer(sql, params, name, rows) {
      refuseIfOver(time);
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
    // A failure of the last statements must undo the work too, so their answers are awaited here.
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
