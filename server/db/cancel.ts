import pg from "pg";

/** Cancels the statement that runs on the client; a server that is gone took the statement with it. */
export async function cancelBackend(client: pg.PoolClient, config: pg.ClientConfig): Promise<void> {
  const pid = "processID" in client ? client.processID : null;
  // Not from the pool: it may be used up by the very statements that are to end.
  const messenger = new pg.Client(config);
  try {
    await messenger.connect();
    await messenger.query("select pg_cancel_backend($1)", [pid]);
  } catch {
    // The server is gone, and the statement with it.
  } finally {
    await messenger.end();
  }
}
