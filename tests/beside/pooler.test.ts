import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isRoot, UNPRIVILEGED } from "../../server/db/embedded/binaries.ts";
import { startEmbedded, type EmbeddedServer } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";
import { startProcess } from "../support/server-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const PROGRAM = "pgbouncer";
const IS_THERE = spawnSync(PROGRAM, ["--version"]).status === 0;
if (!IS_THERE) console.warn("SKIPPED: PgBouncer is not installed (Debian: pgbouncer)");

const PORT = 6432;
let folder = "";
let postgres: EmbeddedServer;
let sockets = "";
let bouncer: ChildProcess | null = null;

beforeAll(async () => {
  folder = scratchFolder("pooler");
  postgres = await startEmbedded(join(folder, "data"), () => undefined);
});
afterEach(async () => {
  if (bouncer === null) return;
  bouncer.kill("SIGKILL");
  await once(bouncer, "exit");
  bouncer = null;
  rmSync(sockets, { recursive: true });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts PgBouncer on a socket in front of PostgreSQL, with its own settings except for the mode; returns the address. */
async function pool(mode: string): Promise<string> {
  const { host, user, database } = postgres.connection;
  sockets = mkdtempSync("/tmp/netportal-bouncer-");
  const file = join(sockets, "pgbouncer.ini");
  const settings = [
    "[databases]",
    `${database} = host=${host} port=5432 dbname=${database} user=${user}`,
    "[pgbouncer]",
    "listen_addr =",
    `listen_port = ${String(PORT)}`,
    `unix_socket_dir = ${sockets}`,
    "auth_type = any",
    `pool_mode = ${mode}`,
    "default_pool_size = 50",
  ];
  writeFileSync(file, settings.join("\n"));
  for (const path of [sockets, file]) if (isRoot) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  bouncer = spawn(PROGRAM, ["-q", file], {
    stdio: "ignore",
    ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
  });
  await sleep(500);
  return `postgresql://${user}@localhost:${String(PORT)}/${database}?host=${encodeURIComponent(sockets)}`;
}

describe.skipIf(!IS_THERE)("a pooler between server and database", () => {
  it("works in session mode: lists, a transaction, and the end of a statement that nobody waits for", async () => {
    const url = await pool("session");
    const server = await startProcess({ DATABASE_URL: url });
    try {
      const token = await server.signIn("ada");
      const create = [{ name: "nd.site.create", new: { name: "behind a pooler" } }];
      expect((await server.execute(create, token)).code).toBe("200");
      expect(
        (await server.get("/api/4.2/nd/site/list?name=behind%20a%20pooler", token)).lists[0],
      ).toHaveLength(1);
    } finally {
      expect(await server.end("SIGTERM")).toBe(0);
    }
    const db = createPool({ connectionString: url }, 2, 60_000);
    const gone = new AbortController();
    setTimeout(() => {
      gone.abort();
    }, 200);
    const begin = performance.now();
    await expect(db.until(gone.signal).query("select pg_sleep(30)")).rejects.toThrow("cancelled");
    expect(performance.now() - begin).toBeLessThan(5_000);
    const [row] = await db.query<{ jit: string; statement_timeout: string }>(
      "select current_setting('jit') as jit, current_setting('statement_timeout') as statement_timeout",
    );
    expect(row).toEqual({ jit: "off", statement_timeout: "1min" });
    await db.close();
  }, 120_000);

  it.each(["transaction", "statement"])(
    "is refused at the start with pool_mode = %s, and the refusal says what to write",
    async (mode) => {
      const url = await pool(mode);
      await expect(startProcess({ DATABASE_URL: url })).rejects.toThrow(
        "Set pool_mode = session in PgBouncer",
      );
    },
    60_000,
  );
});
