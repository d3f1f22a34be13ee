import { rmSync } from "node:fs";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { scratchFolder } from "./scratch.ts";

/** Nobody needs the data after a crash; several files of tests at a time have databases and server processes of their own. */
const SETTINGS = { fsync: "off", full_page_writes: "off", max_connections: "300" };

/** An embedded PostgreSQL for tests. */
export async function startQuickServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = scratchFolder("tests");
  const embedded = await startEmbedded(folder, () => undefined, undefined, SETTINGS);
  const { host, user, database } = embedded.connection;
  return {
    url: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
