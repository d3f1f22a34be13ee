import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findBinaries, isRoot, UNPRIVILEGED } from "../../server/db/embedded/binaries.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { killPostmaster } from "./killable.ts";
import { startProcess } from "./server-process.ts";

/** Two PostgreSQL: a primary that waits for its streaming standby with each commit. */
export interface Failover {
  /** Leads to the primary, like a proxy: a link that the failover moves. */
  readonly url: string;
  /** Leads to the standby as it is now. */
  readonly standbyUrl: string;
  query<R extends object>(sql: string): Promise<R[]>;
  /** Kills the primary, promotes the standby and moves the address to it. */
  fail(): Promise<void>;
  /** Makes the killed one the standby of the new primary. */
  rebuild(): Promise<void>;
  stop(): Promise<void>;
}

const USER = "netportal";
const NAMES = ["one", "two"] as const;
type Name = (typeof NAMES)[number];
const POLL_MS = 20;

/** Makes the demo campus once, and a standby from a copy of it. */
export async function failover(): Promise<Failover> {
  const folder = mkdtempSync(join("/tmp", "netportal-failover-"));
  const made = join(folder, "made");
  const embedded = await startEmbedded(made, () => undefined);
  const { host } = embedded.connection;
  await (await startProcess({ DATABASE_URL: urlOf(host) })).end("SIGTERM");
  await embedded.stop();
  const data = (name: Name): string => join(folder, name);
  const sockets = (name: Name): string => join(folder, `sockets-${name}`);
  renameSync(join(made, "postgres"), data("one"));
  for (const name of NAMES) {
    mkdirSync(sockets(name), { mode: 0o700 });
    own(sockets(name));
  }
  own(folder);
  const children = new Map<Name, ChildProcess>();
  let [primary, standby]: [Name, Name] = ["one", "two"];

  async function run(name: Name): Promise<void> {
    children.set(name, startPostgres(data(name), sockets(name)));
    await until(() => ask(sockets(name), "select").then(() => true));
  }

  function point(): void {
    const next = join(folder, "next");
    symlinkSync(sockets(primary), next);
    renameSync(next, join(folder, "primary"));
  }

  /** Copies the primary while it runs (PostgreSQL documentation, 26.3.3). */
  async function attach(): Promise<void> {
    rmSync(data(standby), { recursive: true, force: true });
    const client = clientOf(sockets(primary));
    await client.connect();
    await client.query("select pg_backup_start('standby', true)");
    cpSync(data(primary), data(standby), { recursive: true, preserveTimestamps: true });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await client.end();
    chmodSync(data(standby), 0o700);
    rmSync(join(data(standby), "postmaster.pid"), { force: true });
    writeFileSync(join(data(standby), "backup_label"), rows[0]?.labelfile ?? "");
    writeFileSync(join(data(standby), "standby.signal"), "");
    const from = `primary_conninfo = 'host=${sockets(primary)} user=${USER} application_name=standby'`;
    writeFileSync(join(data(standby), "postgresql.auto.conf"), `${from}\n`);
    await ownAll(data(standby));
    await run(standby);
    await ask(sockets(primary), "alter system set synchronous_standby_names = 'standby'");
    await ask(sockets(primary), "select pg_reload_conf()");
    const state = "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'";
    await until(async () => (await ask(sockets(primary), state)).length > 0);
  }

  await run(primary);
  point();
  await attach();
  return {
    url: urlOf(join(folder, "primary")),
    get standbyUrl() {
      return urlOf(sockets(standby));
    },
    query: <R extends object>(sql: string) => ask<R>(join(folder, "primary"), sql),
    async fail() {
      const pid = killPostmaster(data(primary));
      [primary, standby] = [standby, primary];
      await ask(sockets(primary), "select pg_promote()");
      // Nobody is left to wait for.
      await ask(sockets(primary), "alter system reset synchronous_standby_names");
      await ask(sockets(primary), "select pg_reload_conf()");
      point();
      await until(() => Promise.resolve(!existsSync(`/proc/${String(pid)}`)));
    },
    rebuild: attach,
    async stop() {
      for (const name of NAMES) {
        const child = children.get(name);
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) continue;
        child.kill("SIGQUIT");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function urlOf(host: string): string {
  return `postgresql://${USER}@localhost/netportal?host=${encodeURIComponent(host)}`;
}

function clientOf(host: string): pg.Client {
  return new pg.Client({ host, port: 5432, user: USER, database: "netportal", ssl: false }).on(
    "error",
    () => undefined,
  );
}

async function ask<R extends object>(host: string, sql: string): Promise<R[]> {
  const client = clientOf(host);
  try {
    await client.connect();
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const ends = Date.now() + 60_000;
  for (;;) {
    const found = await holds().catch((fault: unknown) => fault);
    if (found === true) return;
    if (Date.now() > ends) throw new Error("waited for a minute", { cause: found });
    await sleep(POLL_MS);
  }
}

function startPostgres(data: string, sockets: string): ChildProcess {
  const log = openSync(`${data}.log`, "a");
  const settings = {
    listen_addresses: "",
    max_connections: "120",
    shared_buffers: "64MB",
    wal_level: "replica",
    wal_keep_size: "512MB",
    fsync: "off",
    jit: "off",
    logging_collector: "off",
  };
  const all = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(findBinaries().postgres, ["-D", data, "-k", sockets, ...all], {
    cwd: tmpdir(),
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", log, log],
    ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
  });
}

function own(path: string): void {
  if (isRoot) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
}

async function ownAll(folder: string): Promise<void> {
  if (!isRoot) return;
  const child = spawn("chown", ["-R", `${String(UNPRIVILEGED)}:${String(UNPRIVILEGED)}`, folder]);
  await once(child, "exit");
}
