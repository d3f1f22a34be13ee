import type { CancelSignal } from "#contract/wire/outcome";
import pg from "pg";

/** The work was given up by its caller: nobody waits for what it would come to. */
export class Cancelled extends Error {
  constructor() {
    super("The call was cancelled.");
  }
}

export function refuseIfCancelled(signal: CancelSignal | undefined): void {
  if (signal?.aborted === true) throw new Cancelled();
}

/** Cancels the statement that runs on the client when the signal says so. `settled` waits, so that no later statement is hit. */
export function cancelOnAbort(
  client: pg.PoolClient,
  config: pg.ClientConfig,
  signal: CancelSignal | undefined,
) {
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

/** Cancels the statement that runs on the client; a server that is gone took the statement with it. */
export async function cancelBackend(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
  const pid = "processID" in client ? client.processID : null;
  // Not from the pool: it may be used up by the very statements that are to end.
  const messenger = new pg.Client(config);
  // A connection that breaks tells it through the running query as well; without a listener it would end the process.
  messenger.on("error", () => undefined);
  try {
    await messenger.connect();
    await messenger.query("select pg_cancel_backend($1)", [pid]);
  } catch {
    // The server is gone, and the statement with it.
  } finally {
    await messenger.end();
  }
}
