import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../server/db/database.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";
import { startProcess, type ServerProcess } from "./server-process.ts";
import { scratchFolder } from "./scratch.ts";

/** A PostgreSQL that only this test uses and may kill, and servers on it. */
export interface Killable {
  readonly db: Database;
  startServer(): Promise<ServerProcess>;
  /** Kills PostgreSQL, which the product then restarts. Returns the id of the killed process. */
  killPostgres(): number;
  /** Process id of PostgreSQL; 0 while it does not run. */
  postmaster(): number;
  close(): Promise<void>;
}

export async function killable(connections: number): Promise<Killable> {
  const folder = scratchFolder("killable");
  const postgres = await startEmbedded(folder, () => undefined);
  const db = createPool(postgres.connection, connections);
  const { host, user, database } = postgres.connection;
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const postmaster = (): number => postmasterOf(join(folder, "postgres"));
  return {
    db,
    postmaster,
    startServer: () => startProcess({ DATABASE_URL: url }),
    killPostgres: () => killPostmaster(join(folder, "postgres")),
    async close() {
      await db.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kills the PostgreSQL of a data folder and returns its process id. */
export function killPostmaster(data: string): number {
  const pid = postmasterOf(data);
  // `kill` with 0 would end this whole process group.
  if (pid === 0) throw new Error(`no PostgreSQL runs on ${data}`);
  process.kill(pid, "SIGKILL");
  return pid;
}

/** Process id of the PostgreSQL of a data folder; 0 if none runs. */
export function postmasterOf(data: string): number {
  const file = join(data, "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
}
