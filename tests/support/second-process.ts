import type { Database } from "../../server/db/database.ts";
import { createPool } from "../../server/db/pool.ts";
import { httpWorld, type HttpWorld } from "./http-server.ts";
import type { TestDatabase } from "./postgres.ts";

/** The product over HTTP a second time, with connections and rights in memory of its own, on the database of another one. `through` wraps its connections. */
export async function secondProcess<D extends Database>(
  first: TestDatabase,
  through: (db: Database) => D,
): Promise<HttpWorld & { readonly db: D }> {
  const db = through(createPool({ connectionString: first.url }, 10));
  const world = await httpWorld({}, () => Promise.resolve({ ...first, db, close: () => db.close() }));
  return { ...world, db };
}
