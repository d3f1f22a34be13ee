import type { CancelSignal } from "#contract/wire/outcome";
import pg from "pg";
import { backendOf } from "./session.ts";

/** The caller gave up and does not wait for the result. */
export class Cancelled extends Error {
  constructor() {
    super("The call was cancelled.");
  }
}

export function refuseIfCancelled(signal: CancelSignal | undefined): void {
  if (signal?.aborted === true) throw new Cancelled();
}

/** A connection of the pool while a piece of work uses it. */
export interface Held {
  readonly client: pg.PoolClient;
  /** True if no other work may use the connection afterwards. */
  isBroken: boolean;
}

/** Does work on a connection of its own. The signals cancel its running statement. The first signal is that of the caller. */
export async function onConnection<T>(
  pool: pg.Pool,
  config: pg.ClientConfig,
  signals: readonly (CancelSignal | undefined)[],
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const [caller] = signals;
  refuseIfCancelled(caller);
  const client = await pool.connect();
  const held: Held = { client, isBroken: false };
  // The running query reports a broken connection.
  const ignore = (): void => undefined;
  client.on("error", ignore);
  const cancelling = signals.map((signal) => cancelOnAbort(client, config, signal));
  try {
    refuseIfCancelled(caller);
    return await work(held);
  } catch (fault) {
    refuseIfCancelled(caller);
    throw fault;
  } finally {
    await Promise.all(cancelling.map((one) => one.settled()));
    client.off("error", ignore);
    client.release(held.isBroken);
  }
}

/**
 * Cancels the running statement when the signal aborts. The returned `settled` waits for the cancel request, so that it cannot hit a later statement.
 */
function cancelOnAbort(client: pg.PoolClient, config: pg.ClientConfig, signal: CancelSignal | undefined) {
  let cancelling: Promise<void> = Promise.resolve();
  const cancel = (): void => {
    cancelling = cancelBackend(client, config);
  };
  signal?.addEventListener("abort", cancel);
  return {
    settled() {
      signal?.removeEventListener("abort", cancel);
      return cancelling;
    },
  };
}

/** Cancels the running statement. A server that is gone has already ended it. */
export async function cancelBackend(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
  const pid = backendOf(client);
  // A connection outside the pool, because the statements to cancel may use all of the pool.
  const messenger = new pg.Client(config);
  // The running query reports a broken connection too; without this listener the process would end.
  messenger.on("error", () => undefined);
  try {
    await messenger.connect();
    await messenger.query("select pg_cancel_backend($1)", [pid]);
  } catch {
    // The server is gone, and so is the statement.
  } finally {
    await messenger.end();
  }
}
