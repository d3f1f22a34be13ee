import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { passwordHash } from "../../server/access/password.ts";
import { newToken, tokenHash } from "../../server/access/token.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Database } from "../../server/db/database.ts";
import { isEmpty, loadDemo } from "../../server/db/demo/load.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { openDatabase } from "../../server/db/open.ts";
import { createPool } from "../../server/db/pool.ts";
import { describe } from "../../server/wapi/describe.ts";
import { widen } from "./ground.ts";

export type Size = "S" | "M" | "L";

/** A PostgreSQL with the demo campus, for product and floor alike. */
export interface Campus {
  readonly url: string;
  /** Connections of the bench, by the driver of the product. */
  readonly db: Database;
  stop(): Promise<void>;
}

/** Opens the campus of a size, made first where it is missing; it is kept under its name in the folder of temporary files. */
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
