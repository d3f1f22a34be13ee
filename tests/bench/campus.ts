import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { passwordHash } from "../../server/access/password.ts";
import { newToken, tokenHash } from "../../server/access/token.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Database } from "../../server/db/database.ts";
import { isEmpty, loadDemo } from "../../server/demo/load.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { openDatabase } from "../../server/db/open.ts";
import { createPool } from "../../server/db/pool.ts";
import { describe } from "../../server/wapi/describe/metadata.ts";
import { widen } from "./ground.ts";

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
  name: string = size,
): Promise<Campus> {
  const folder = join(tmpdir(), `netportal-bench-${name}`);
  if (isFresh) rmSync(folder, { recursive: true, force: true });
  const server = await startEmbedded(folder, note);
  const { host, user, database } = server.connection;
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
  try {
    await fill(url, size, note);
    const db = createPool(server.connection);
    await widen(db, "otto");
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
    await db.query("vacuum analyze");
  } finally {
    await db.close();
  }
}
