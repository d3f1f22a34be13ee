import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isRoot, UNPRIVILEGED } from "../../server/db/embedded/binaries.ts";
import { adapted, blockWith } from "../../examples/try/guide.ts";
import type { NameServer } from "../../examples/try/name-server.ts";
import { startHaproxy, type ProxyPorts } from "./haproxy.ts";
import { killPostmaster, postmasterOf } from "./killable.ts";
import { freePort } from "./name-servers.ts";
import { scratchFolder } from "./scratch.ts";

const PROGRAMS = [
  "/usr/bin/patroni",
  "/usr/bin/etcd",
  "/usr/sbin/haproxy",
  "/usr/lib/postgresql/15/bin/postgres",
];
const missing = PROGRAMS.filter((path) => !existsSync(path));
export const PATRONI_IS_THERE = missing.length === 0;
if (!PATRONI_IS_THERE) console.warn(`SKIPPED: Patroni, because ${missing.join(", ")} is missing`);

const MACHINES = ["db1", "db2", "arbiter"] as const;
type Machine = (typeof MACHINES)[number];
type Data = Exclude<Machine, "arbiter">;
const PASSWORD = "secret-of-patroni";

/** The failover of docs/operating.md on this machine: three etcd, two PostgreSQL under Patroni, and HAProxy. */
export interface PatroniCluster {
  /** Leads to the primary, through HAProxy. */
  readonly url: string;
  /** Leads to one of the processes, through HAProxy. */
  readonly web: string;
  readonly processPorts: readonly number[];
  query<R extends object>(sql: string): Promise<R[]>;
  /** Kills PostgreSQL of the primary alone, or all of its machine: etcd, Patroni and PostgreSQL. Answers the ms until the other one could be written to. */
  kill(what: "postmaster" | "machine"): Promise<number>;
  /** Starts what was killed and waits until there is a synchronous standby again. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

interface Ports {
  readonly client: number;
  readonly peer: number;
  readonly rest: number;
  readonly postgres: number;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export async function patroniCluster(): Promise<PatroniCluster> {
  const folder = scratchFolder("patroni");
  own(folder);
  const ports = Object.fromEntries(
    await Promise.all(MACHINES.map(async (name) => [name, await portsOf()] as const)),
    // Each machine has its ports.
  ) as Readonly<Record<Machine, Ports>>;
  const running = new Map<string, ChildProcess>();
  const run = (
    name: string,
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) => {
    const child = running.get(name);
    if (child !== undefined && child.exitCode === null && child.signalCode === null) return;
    running.set(name, start({ folder, name, program, args, env }));
  };
  const startMachine = (name: Machine): void => {
    run(`etcd-${name}`, "/usr/bin/etcd", [], etcdOf(folder, name, ports));
    if (name === "arbiter") return;
    const file = join(folder, `${name}.yml`);
    writeFileSync(file, patroniOf(folder, name, ports), { mode: 0o600 });
    own(file);
    run(`patroni-${name}`, "/usr/bin/patroni", [file]);
  };
  const members = async (): Promise<readonly Member[]> => {
    for (const name of ["db1", "db2"] as const) {
      const answer = await fetch(`http://127.0.0.1:${String(ports[name].rest)}/cluster`).catch(() => null);
      // Parse boundary: the answer of Patroni.
      if (answer?.ok === true) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const whole = async (): Promise<boolean> => {
    const found = await members();
    return ["leader", "sync_standby"].every((role) =>
      found.some((one) => one.role === role && one.state === "running"),
    );
  };
  const leader = async (): Promise<Data> =>
    (await members()).find(({ role }) => role === "leader")?.name === "db2" ? "db2" : "db1";
  MACHINES.forEach(startMachine);
  await until(whole, 120_000, () => `Patroni made no cluster: ${folder}`);
  const proxyPorts: ProxyPorts = {
    database: await freePort(),
    web: await freePort(),
    postgres: [ports.db1.postgres, ports.db2.postgres],
    roles: [ports.db1.rest, ports.db2.rest],
    processes: [await freePort(), await freePort(), await freePort()],
  };
  const proxy: NameServer = await startHaproxy(folder, proxyPorts);
  const ask = async <R extends object>(
    sql: string,
    database: string,
    port = proxyPorts.database,
  ): Promise<R[]> => {
    const client = new pg.Client({
      host: "127.0.0.1",
      port,
      user: "postgres",
      password: PASSWORD,
      database,
      ssl: false,
    }).on("error", () => undefined);
    try {
      await client.connect();
      return (await client.query<R>(sql)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const leads = "select from pg_is_in_recovery() as waits where not waits";
  // HAProxy takes both for the primary until it has asked them.
  const isPrimary = (port?: number) =>
    ask(leads, "postgres", port).then(
      (rows) => rows.length > 0,
      () => false,
    );
  await until(
    () => isPrimary(),
    30_000,
    () => proxy.output(),
  );
  await sleep(2_000);
  await ask(`create role netportal login password '${PASSWORD}'`, "postgres");
  await ask("create database netportal owner netportal encoding 'UTF8' template template0", "postgres");
  return {
    url: `postgresql://netportal:${PASSWORD}@127.0.0.1:${String(proxyPorts.database)}/netportal`,
    web: `http://127.0.0.1:${String(proxyPorts.web)}`,
    processPorts: proxyPorts.processes,
    query: (sql) => ask(sql, "netportal"),
    async kill(what) {
      const name = await leader();
      if (what === "machine") {
        running.get(`patroni-${name}`)?.kill("SIGKILL");
        running.get(`etcd-${name}`)?.kill("SIGKILL");
      }
      killPostmaster(dataOf(folder, name));
      const killed = performance.now();
      const other = ports[name === "db1" ? "db2" : "db1"].postgres;
      await until(
        () => isPrimary(other),
        60_000,
        () => `nobody was promoted: ${folder}`,
        20,
      );
      return performance.now() - killed;
    },
    async mend() {
      MACHINES.forEach(startMachine);
      await until(whole, 120_000, () => `no synchronous standby: ${folder}`);
    },
    async stop() {
      await proxy.end("SIGKILL");
      for (const child of [...running.values()].toReversed()) await ended(child, "SIGKILL");
      for (const name of ["db1", "db2"] as const)
        if (existsSync(`/proc/${String(postmasterOf(dataOf(folder, name)))}`))
          killPostmaster(dataOf(folder, name));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function portsOf(): Promise<Ports> {
  return {
    client: await freePort(),
    peer: await freePort(),
    rest: await freePort(),
    postgres: await freePort(),
  };
}

function etcdOf(
  folder: string,
  name: Machine,
  ports: Readonly<Record<Machine, Ports>>,
): Readonly<Record<string, string>> {
  const { client, peer } = ports[name];
  const cluster = MACHINES.map((one) => `${one}=http://127.0.0.1:${String(ports[one].peer)}`).join(",");
  const text = adapted(blockWith("ETCD_INITIAL_CLUSTER=", "operating.md"), {
    "ETCD_NAME=db1": `ETCD_NAME=${name}`,
    "http://0.0.0.0:2380": `http://127.0.0.1:${String(peer)}`,
    "http://0.0.0.0:2379": `http://127.0.0.1:${String(client)}`,
    "ETCD_INITIAL_ADVERTISE_PEER_URLS=http://db1.example.org:2380": `ETCD_INITIAL_ADVERTISE_PEER_URLS=http://127.0.0.1:${String(peer)}`,
    "ETCD_ADVERTISE_CLIENT_URLS=http://db1.example.org:2379": `ETCD_ADVERTISE_CLIENT_URLS=http://127.0.0.1:${String(client)}`,
    "db1=http://db1.example.org:2380,db2=http://db2.example.org:2380,arbiter=http://arbiter.example.org:2380":
      cluster,
  });
  const lines = text.trim().split("\n").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const); // prettier-ignore
  return {
    ...Object.fromEntries(lines),
    ETCD_DATA_DIR: join(folder, `etcd-${name}`),
    ETCD_LOG_LEVEL: "error",
  };
}

function patroniOf(folder: string, name: Data, ports: Readonly<Record<Machine, Ports>>): string {
  const { rest, postgres } = ports[name];
  const sockets = join(folder, `sockets-${name}`);
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  own(sockets);
  return adapted(blockWith("scope: netportal", "operating.md"), {
    "name: db1": `name: ${name}`,
    "db1.example.org:2379,db2.example.org:2379,arbiter.example.org:2379": MACHINES.map(
      (one) => `127.0.0.1:${String(ports[one].client)}`,
    ).join(","),
    '"0.0.0.0:8008"': `"127.0.0.1:${String(rest)}"`,
    "db1.example.org:8008": `127.0.0.1:${String(rest)}`,
    '"0.0.0.0:5432"': `"127.0.0.1:${String(postgres)}"`,
    "db1.example.org:5432": `127.0.0.1:${String(postgres)}`,
    "/var/lib/postgresql/patroni": dataOf(folder, name),
    "192.0.2.0/24": "127.0.0.1/32",
    '"…"': `"${PASSWORD}"`,
    "\n  pg_hba:": `\n  pgpass: ${join(folder, `pgpass-${name}`)}\n  parameters: { unix_socket_directories: "${sockets}" }\n  pg_hba:`,
  });
}

const dataOf = (folder: string, name: Data): string => join(folder, `data-${name}`);

interface Started {
  readonly folder: string;
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function start({ folder, name, program, args, env }: Started): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), "a");
  return spawn(program, args, {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", HOME: folder, LC_ALL: "C.UTF-8", TZ: "UTC", ...env },
    stdio: ["ignore", log, log],
    ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
  });
}

function own(path: string): void {
  if (isRoot) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
}

async function ended(child: ChildProcess, signal: "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

async function until(
  isSo: () => Promise<boolean>,
  within: number,
  told: () => string,
  every = 200,
): Promise<void> {
  const end = Date.now() + within;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(told());
    await sleep(every);
  }
}
