import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createPool } from "../../server/db/pool.ts";
import { emptyDatabase } from "../support/postgres.ts";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await emptyDatabase();
  db = createPool({ connectionString: database.url }, 4);
});
afterAll(async () => {
  await database.drop();
  await db.close();
});

/** Connections that hold the lock of this process. */
async function holders(): Promise<readonly number[]> {
  const rows = await db.query<{ pid: number }>(
    `select l.pid from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.granted`,
  );
  return rows.map(({ pid }) => pid);
}

it("the lock of a process whose connection breaks is taken by one new connection, even if many callers ask at once", async () => {
  let isOver = false;
  const ask = async (): Promise<void> => {
    while (!isOver) {
      await db.presence();
      await turn();
    }
  };
  await db.presence();
  const asking = ask();
  for (let round = 0; round < 20; round++) {
    const [before] = await holders();
    await db.query("select pg_terminate_backend($1)", [before]);
    const [now, ...others] = await vi.waitUntil(async () => {
      const found = await holders();
      return found.length > 0 && !found.includes(before ?? 0) ? found : null;
    });
    expect(now).not.toBe(before);
    expect(others).toEqual([]);
  }
  isOver = true;
  await asking;
}, 30_000);
