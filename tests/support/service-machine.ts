import { spawn, type ChildProcess } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../server/db/database.ts";
import { startEmbedded, type EmbeddedServer } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Its files are readable by the group of FreeRADIUS only. */
const RADIUS_FOLDER = "/etc/freeradius/3.0";
const PROGRAMS = ["/usr/sbin/kea-dhcp4", "/usr/sbin/kea-ctrl-agent", "/usr/sbin/freeradius"];

/** What the tests of services need of Debian and cannot have on this machine. */
export const MISSING: readonly string[] = [...PROGRAMS, `${RADIUS_FOLDER}/radiusd.conf`].filter(
  (path) => !isReadable(path),
);

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** A PostgreSQL of its own that can be stopped and started again. */
export interface OwnPostgres {
  readonly db: Database;
  readonly url: string;
  /** Connection string as libpq takes it. */
  readonly libpq: string;
  readonly host: string;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export async function ownPostgres(settings: Readonly<Record<string, string>>): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "netportal-services-"));
  await configure(folder, { fsync: "off", ...settings });
  const server: EmbeddedServer = await startEmbedded(folder, () => undefined);
  const { host, user, database } = server.connection;
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const db = createPool({ connectionString: url }, 3);
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= db.close().then(() => server.stop()));
  return {
    db,
    url,
    libpq: `host=${host} user=${user} dbname=${database}`,
    host,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Settings of the server need a start of their own before they count. */
async function configure(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const server = await startEmbedded(folder, () => undefined);
  const admin = createPool(server.connection, 1);
  for (const [name, value] of Object.entries(settings))
    await admin.query(`alter system set ${name} = '${value}'`);
  await admin.close();
  await server.stop();
}

/** Runs `npm run services -- …` on the central database. */
export async function runServices(
  url: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(ROOT, "server", "services.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: url, LANG: "C", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      output += text.toString();
    });
  await once(child, "close");
  return { code: child.exitCode, output };
}

/** Real servers, configured as docs/services.md says. */
export interface Services {
  readonly folder: string;
  readonly dhcpPort: number;
  readonly agentPort: number;
  readonly radiusPort: number;
  /** Kills Kea and starts it again on its file. */
  restartKea(): Promise<void>;
  stop(): Promise<void>;
}

/** The code block of the guide that contains this text. */
function blockWith(text: string): string {
  const guide = readFileSync(join(ROOT, "docs", "services.md"), "utf8");
  const blocks = [...guide.matchAll(/```[a-z]*\n([^`]*?)```/g)].map(([, code = ""]) => code);
  const [found, ...more] = blocks.filter((code) => code.includes(text));
  if (found === undefined || more.length > 0)
    throw new Error(`docs/services.md: ${text} is in no or several blocks`);
  return found;
}

/** Replaces texts that a test must not use as they are; each has to be there. */
function adapted(text: string, changes: Readonly<Record<string, string>>): string {
  let changed = text;
  for (const [from, to] of Object.entries(changes)) {
    if (!changed.includes(from)) throw new Error(`${from} is not in the configuration`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
}

/** Starts Kea, its control agent and FreeRADIUS on loopback; their database is the copy at this host. */
export async function startServices(copyHost: string, dhcpClientPort: number): Promise<Services> {
  const folder = mkdtempSync(join(tmpdir(), "netportal-live-"));
  const [dhcpPort, radiusPort, agentPort] = [await freeUdp(), await freeUdp(), await freeTcp()];
  writeKea(folder, copyHost, agentPort);
  writeRadius(folder, copyHost, radiusPort);
  const kea = (): ChildProcess =>
    run(folder, "kea-dhcp4", [
      "-c",
      join(folder, "kea4.json"),
      "-p",
      String(dhcpPort),
      "-P",
      String(dhcpClientPort),
    ]);
  let dhcp = kea();
  const others = [
    run(folder, "kea-ctrl-agent", ["-c", join(folder, "agent.json")]),
    run(folder, "freeradius", [
      "-f",
      "-d",
      join(folder, "raddb"),
      "-l",
      join(folder, "radius.log"),
      "-n",
      "radiusd",
    ]),
  ];
  return {
    folder,
    dhcpPort,
    agentPort,
    radiusPort,
    async restartKea() {
      await end(dhcp);
      dhcp = kea();
    },
    async stop() {
      await Promise.all([dhcp, ...others].map(end));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeKea(folder: string, copyHost: string, agentPort: number): void {
  const socket = { "/run/kea/kea4-ctrl-socket": join(folder, "kea4.socket") };
  const dhcp4 = adapted(blockWith('"Dhcp4"'), {
    ...socket,
    '"*"': '"lo/127.0.0.1"',
    '"host": "127.0.0.1"': `"host": "${copyHost}"`,
    "/var/lib/kea/": `${folder}/`,
    "/var/log/kea/": `${folder}/`,
    '"name": "services"': '"name": "netportal"',
  });
  writeFileSync(join(folder, "kea4.json"), dhcp4);
  const agent = adapted(blockWith('"Control-agent"'), { ...socket, "8000": String(agentPort) });
  writeFileSync(join(folder, "agent.json"), agent);
}

function writeRadius(folder: string, copyHost: string, port: number): void {
  const raddb = join(folder, "raddb");
  cpSync(RADIUS_FOLDER, raddb, { recursive: true, verbatimSymlinks: true });
  const [, unused = ""] = /^cd \/etc\/freeradius\/3\.0 && rm -f (.*)$/m.exec(blockWith("rm -f")) ?? [];
  for (const file of unused.split(" ")) rmSync(join(raddb, file));
  const main = adapted(readFileSync(join(raddb, "radiusd.conf"), "utf8"), {
    "raddbdir = /etc/freeradius/3.0": `raddbdir = ${raddb}`,
    "logdir = /var/log/freeradius": `logdir = ${folder}`,
    "run_dir = ${localstatedir}/run/${name}": `run_dir = ${folder}`,
    "\tuser = freerad": "",
    "\tgroup = freerad": "",
  });
  writeFileSync(join(raddb, "radiusd.conf"), main);
  mkdirSync(join(folder, "spool"));
  const sql = adapted(blockWith("sql netportal_sql {"), {
    "host=127.0.0.1": `host=${copyHost}`,
    "dbname=services": "dbname=netportal",
    "/var/spool/netportal": join(folder, "spool"),
  });
  writeFileSync(join(raddb, "mods-enabled", "netportal"), sql);
  const site = adapted(blockWith("server netportal {"), {
    "ipaddr = *": "ipaddr = 127.0.0.1",
    "1812": String(port),
  });
  writeFileSync(join(raddb, "sites-enabled", "netportal"), site);
}

function run(folder: string, program: string, args: readonly string[]): ChildProcess {
  return spawn(`/usr/sbin/${program}`, args, {
    env: { PATH: "/usr/sbin:/usr/bin:/bin", KEA_PIDFILE_DIR: folder, KEA_LOCKFILE_DIR: folder },
    stdio: "ignore",
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function freeUdp(): Promise<number> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  socket.close();
  return port;
}

async function freeTcp(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Asks again and again until the answer is wanted; answers the time in ms. */
export async function until(isSo: () => Promise<boolean>, within = 20_000, pause = 5): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > within) throw new Error(`not so after ${String(within)} ms`);
    await sleep(pause);
  }
  return performance.now() - began;
}
