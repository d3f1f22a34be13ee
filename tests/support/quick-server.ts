import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";

/** An embedded PostgreSQL for tests. It never waits for the disk, because nobody needs its data after a crash. */
export async function startQuickServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "netportal-tests-"));
  const embedded = await startEmbedded(folder, () => undefined);
  const { host, user, database } = embedded.connection;
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const admin = createPool({ connectionString: url }, 1);
  await admin.query("alter system set fsync = off");
  await admin.query("select pg_reload_conf()");
  await admin.close();
  return {
    url,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
