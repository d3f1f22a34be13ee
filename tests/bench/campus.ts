import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { passwordHash } from "../../server/access/password.ts";
import { newToken, tokenHash } from "../../server/access/token.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Database, SocketConnection } from "../../server/db/database.ts";
import { isEmpty, loadDemo } from "../../server/demo/load.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { openDatabase } from "../../server/db/open.ts";
import { createPool } from "../../server/db/pool.ts";
import { describe } from "../../server/wapi/describe/metadata.ts";
import { widen } from "./ground.ts";
import { FLOOR_USER } from "./profile.ts";

export type Size = "S" | "M" | "L";

/** A PostgreSQL with the demo campus, used by both product and floor. */
export interface Campus {
  readonly url: string;
  /** Connections of the bench, made with the driver of the product. */
  readonly db: Database;
  stop(): Promise<void>;
}

/** Opens the campus of a size, and creates it first if it is missing. It stays in the folder of temporary files for later runs. */
export async function openCampus(
  size: Size,
  isFresh: boolean,
  note: (text: string) => void,
  { name = size, isProfiled = false }: { readonly name?: string; readonly isProfiled?: boolean } = {},
): Promise<Campus> {
  const folder = join(tmpdir(), `netportal-bench-${name}`);
  if (isFresh) rmSync(folder, { recursive: true, force: true });
  await countStatements(folder, isProfiled, note);
  const server = await startEmbedded(folder, note);
  const { host, user, database } = server.connection;
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
  try {
    await fill(url, size, note);
    const db = createPool(isProfiled ? await ofFloor(server.connection) : server.connection);
    await widen(db, "otto");
    // Remains of an earlier run would be cleaned by the product during the first rows.
    await db.query("vacuum (skip_locked, analyze)", []);
    return {
      url,
      db,
      async stop() {
        await db.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function fill(url: string, size: Size, note: (text: string) => void): Promise<void> {
  const catalogue = await loadCatalogue();
  const db = await openDatabase({ url, catalogue, metadata: describe(catalogue), onProgress: note });
  try {
    if (!(await isEmpty(db))) return;
    const start = performance.now();
    await loadDemo(db, size, { catalogue, passwordHash, tokenHash, newToken, onProgress: note });
    note(`demo campus ${size}: ${String(Math.round((performance.now() - start) / 1000))} s`);
  } finally {
    await db.close();
  }
}

/** PostgreSQL counts its statements from the next start on, or no longer. */
async function countStatements(
  folder: string,
  isCounted: boolean,
  note: (text: string) => void,
): Promise<void> {
  const server = await startEmbedded(folder, note);
  const db = createPool(server.connection);
  try {
    const [found] = await db.query<{ library: string }>(
      "select setting as library from pg_settings where name = 'shared_preload_libraries'",
      [],
    );
    if ((found?.library !== "") === isCounted) return;
    const library = isCounted ? "'pg_stat_statements'" : "default";
    await db.query(`alter system set shared_preload_libraries = ${library}`, []);
  } finally {
    await db.close();
    await server.stop();
  }
}

/** The bench and the floor get an account of their own, so that their statements are known. */
async function ofFloor(connection: SocketConnection): Promise<SocketConnection> {
  const db = createPool(connection);
  try {
    await db.query("drop extension if exists pg_stat_statements", []);
    await db.query("create extension pg_stat_statements schema public", []);
    await db.query("alter system set pg_stat_statements.track_planning = on", []);
    await db.query("select pg_reload_conf()", []);
    const [role] = await db.query("select from pg_roles where rolname = $1", [FLOOR_USER]);
    if (role === undefined) await db.query(`create role ${FLOOR_USER} superuser login`, []);
  } finally {
    await db.close();
  }
  return { ...connection, user: FLOOR_USER };
}
