import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findBinaries, isRoot, UNPRIVILEGED } from "../../server/db/embedded/binaries.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { portOf, setServer, startHaproxy, startRole, type ProxyPorts } from "./haproxy.ts";
import { killPostmaster } from "./killable.ts";
import { freePort } from "./name-servers.ts";
import { startProcess } from "./server-process.ts";
import { scratchFolder } from "./scratch.ts";

/** Two PostgreSQL behind HAProxy: a primary that waits for its streaming standby with each commit. */
export interface Failover {
  /** Leads to the primary, through HAProxy. */
  readonly url: string;
  /** Leads to one of the processes that answer, through HAProxy. */
  readonly web: string;
  /** Ports on which HAProxy looks for the processes. */
  readonly processPorts: readonly [number, number, number];
  /** Leads to the standby as it is now. */
  readonly standbyUrl: string;
  /** Takes a process out of HAProxy or puts it in again, by its name there. */
  setServer(name: string, state: "drain" | "ready"): Promise<void>;
  query<R extends object>(sql: string): Promise<R[]>;
  /** Kills the primary and promotes the standby; HAProxy finds out by itself. Answers the ms from the kill until the new primary accepts writes. */
  fail(): Promise<number>;
  /** Resolves as soon as HAProxy leads to a primary. */
  led(): Promise<void>;
  /** Makes the killed one the standby of the new primary. */
  rebuild(): Promise<void>;
  stop(): Promise<void>;
}

const USER = "netportal";
const NAMES = ["one", "two"] as const;
type Name = (typeof NAMES)[number];
/** Folder and port of the socket of a PostgreSQL. */
interface Place {
  readonly host: string;
  readonly port: number;
}
const POLL_MS = 20;

/** Makes the demo campus once, and a standby from a copy of it. */
export async function failover(): Promise<Failover> {
  const folder = scratchFolder("failover");
  const made = join(folder, "made");
  const embedded = await startEmbedded(made, () => undefined);
  const { host } = embedded.connection;
  await (await startProcess({ DATABASE_URL: urlOf({ host, port: 5432 }) })).end("SIGTERM");
  await embedded.stop();
  const data = (name: Name): string => join(folder, name);
  const sockets = (name: Name): string => join(folder, `sockets-${name}`);
  renameSync(join(made, "postgres"), data("one"));
  for (const name of NAMES) {
    mkdirSync(sockets(name), { mode: 0o700 });
    own(sockets(name));
  }
  own(folder);
  appendFileSync(join(data("one"), "pg_hba.conf"), "host all all 127.0.0.1/32 trust\n");
  const port: Readonly<Record<Name, number>> = { one: await freePort(), two: await freePort() };
  const place = (name: Name): Place => ({ host: sockets(name), port: port[name] });
  const children = new Map<Name, ChildProcess>();
  let [primary, standby]: [Name, Name] = ["one", "two"];

  async function run(name: Name): Promise<void> {
    children.set(name, startPostgres(data(name), place(name)));
    await until(() => ask(place(name), "select").then(() => true));
  }

  /** Copies the primary while it runs (PostgreSQL documentation, 26.3.3). */
  async function attach(): Promise<void> {
    rmSync(data(standby), { recursive: true, force: true });
    const client = clientOf(place(primary));
    await client.connect();
    await client.query("select pg_backup_start('standby', true)");
    cpSync(data(primary), data(standby), { recursive: true, preserveTimestamps: true });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await client.end();
    chmodSync(data(standby), 0o700);
    rmSync(join(data(standby), "postmaster.pid"), { force: true });
    writeFileSync(join(data(standby), "backup_label"), rows[0]?.labelfile ?? "");
    writeFileSync(join(data(standby), "standby.signal"), "");
    const { host, port: at } = place(primary);
    const from = `primary_conninfo = 'host=${host} port=${String(at)} user=${USER} application_name=standby'`;
    writeFileSync(join(data(standby), "postgresql.auto.conf"), `${from}\n`);
    await ownAll(data(standby));
    await run(standby);
    await ask(place(primary), "alter system set synchronous_standby_names = 'standby'");
    await ask(place(primary), "select pg_reload_conf()");
    const state = "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'";
    await until(async () => (await ask(place(primary), state)).length > 0);
  }

  await run(primary);
  await attach();
  const leads = "select from pg_is_in_recovery() as waits where not waits";
  const tellRole = (name: Name) => startRole(async () => (await ask(place(name), leads)).length > 0);
  const roles = [await tellRole("one"), await tellRole("two")] as const;
  const ports: ProxyPorts = {
    database: await freePort(),
    web: await freePort(),
    postgres: [port.one, port.two],
    roles: [portOf(roles[0]), portOf(roles[1])],
    processes: [await freePort(), await freePort(), await freePort()],
  };
  const proxy = await startHaproxy(folder, ports);
  const proxied = { host: "127.0.0.1", port: ports.database };
  return {
    url: `postgresql://${USER}@127.0.0.1:${String(ports.database)}/netportal`,
    web: `http://127.0.0.1:${String(ports.web)}`,
    processPorts: ports.processes,
    get standbyUrl() {
      return urlOf(place(standby));
    },
    setServer: (name, state) => setServer(folder, name, state),
    query: <R extends object>(sql: string) => ask<R>(place(primary), sql),
    async fail() {
      const killed = performance.now();
      const pid = killPostmaster(data(primary));
      [primary, standby] = [standby, primary];
      await ask(place(primary), "select pg_promote()");
      // No standby is left to wait for.
      await ask(place(primary), "alter system reset synchronous_standby_names");
      await ask(place(primary), "select pg_reload_conf()");
      const took = performance.now() - killed;
      await until(() => Promise.resolve(!existsSync(`/proc/${String(pid)}`)));
      return took;
    },
    led: () => until(async () => (await ask(proxied, leads)).length > 0),
    rebuild: attach,
    async stop() {
      await proxy.end("SIGKILL");
      for (const role of roles) role.close();
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

function urlOf({ host, port }: Place): string {
  return `postgresql://${USER}@localhost:${String(port)}/netportal?host=${encodeURIComponent(host)}`;
}

function clientOf(place: Place): pg.Client {
  return new pg.Client({ ...place, user: USER, database: "netportal", ssl: false }).on(
    "error",
    () => undefined,
  );
}

async function ask<R extends object>(place: Place, sql: string): Promise<R[]> {
  const client = clientOf(place);
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

function startPostgres(data: string, { host, port }: Place): ChildProcess {
  const log = openSync(`${data}.log`, "a");
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    max_connections: "120",
    shared_buffers: "64MB",
    wal_level: "replica",
    wal_keep_size: "512MB",
    // As in docs/operating.md.
    wal_retrieve_retry_interval: "500ms",
    fsync: "off",
    jit: "off",
    logging_collector: "off",
  };
  const all = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(findBinaries().postgres, ["-D", data, "-k", host, ...all], {
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
