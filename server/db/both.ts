import type pg from "pg";
import { isOfOtherMoment, toldBy } from "../sql/sqlstate.ts";
import type { TransactionOptions, Query } from "./database.ts";
import { together } from "./together.ts";
import { once, type End, type Run } from "./transaction.ts";

/** The pools of the two halves. */
export interface Halves {
  readonly first: pg.Pool;
  readonly second: pg.Pool;
  readonly config: pg.ClientConfig;
  /** The result of a transaction, also if the answer to its commit is missing. */
  readonly resultOf: <T>(end: End<T>) => T | Promise<T>;
}

type Reads<T> = (query: Query) => Promise<T>;

/**
 * Two pieces of reading work in the state of one moment. The second one uses a connection of its own if one is open and free, and otherwise runs
 * after the first one.
 */
export async function readBoth<A, B>(
  halves: Halves,
  options: Run,
  one: Reads<A>,
  other: Reads<B>,
): Promise<readonly [A, B]> {
  const { first, second, config, resultOf } = halves;
  const isApart = isFree(halves);
  const moment = Promise.withResolvers<string>();
  // A failure is reported by the transaction that gives the moment.
  moment.promise.catch(() => undefined);
  const stop = stopWith(options);
  const apart = isApart
    ? once(second, config, { ...options, signal: stop.signal, snapshot: moment.promise }, other).then(
        resultOf,
      )
    : null;
  apart?.catch(() => undefined);
  try {
    const end = await once(first, config, options, (tx) => {
      if (apart === null) return together(one(tx), other(tx));
      tx.query<{ name: string }>(EXPORT, [], "export-snapshot").then(
        ([row]) => {
          moment.resolve(row?.name ?? "");
        },
        (fault: unknown) => {
          moment.reject(fault);
        },
      );
      const rest = apart.catch((fault: unknown) => {
        // One address can lead to several servers, and a snapshot is known only to its own server.
        if (isOfOtherMoment(toldBy(fault, "code"))) return other(tx);
        throw fault;
      });
      return together(stopping(one(tx), stop), rest);
    });
    return await resultOf(end);
  } catch (fault) {
    moment.reject(fault);
    stop.abort();
    await apart?.catch(() => undefined);
    throw fault;
  } finally {
    stop.forget();
  }
}

const EXPORT = "select pg_export_snapshot() as name";

/** No call waits for a connection, and half of the connections for calls are free. A connection that is not open yet is opened for later calls. */
function isFree({ first, second }: Halves): boolean {
  const inUse = first.totalCount - first.idleCount;
  const isBusy = first.waitingCount > 0 || second.waitingCount > 0 || inUse > first.options.max / 2;
  if (isBusy) return false;
  if (second.idleCount > 0) return true;
  if (second.totalCount < second.options.max)
    second.connect().then(
      (client) => {
        client.release();
      },
      // Without a second connection everything is read on the first one.
      () => undefined,
    );
  return false;
}

interface Stop {
  readonly signal: AbortSignal;
  abort(): void;
  /** The signal of the caller is ignored from here on. */
  forget(): void;
}

/** Cancels the second half when the caller gives up or the first half fails. */
function stopWith({ signal }: Pick<TransactionOptions, "signal">): Stop {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    abort,
    forget: () => signal?.removeEventListener("abort", abort),
  };
}

async function stopping<T>(work: Promise<T>, stop: Stop): Promise<T> {
  try {
    return await work;
  } catch (fault) {
    stop.abort();
    throw fault;
  }
}
