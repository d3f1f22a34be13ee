import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../server/db/database.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";
import { missingFor, startKeaBeside, startRadiusBeside } from "../../examples/try/dhcp-radius.ts";
import { scratchFolder } from "./scratch.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Debian packages that the tests of services need and that this machine lacks. */
export const MISSING: readonly string[] = [
  ...missingFor("kea"),
  ...missingFor("kea6"),
  ...missingFor("radius"),
];

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
  const folder = scratchFolder("services");
  const server = await startEmbedded(folder, () => undefined, undefined, { fsync: "off", ...settings });
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

export const RADIUS_SECRET = "testing123";
/** Addresses of network devices with a `nas_type`; those at 127.0.0.1 have none. */
export const NETWORK_DEVICES = { cisco: "127.0.0.2", aruba: "127.0.0.3" } as const;

/** Real servers, configured as docs/services.md says. */
export interface Services {
  readonly folder: string;
  readonly dhcpPort: number;
  readonly dhcp6Port: number;
  readonly agentPort: number;
  readonly radiusPort: number;
  /** Kills Kea and starts it again on its file. */
  restartKea(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Kea, its control agent and FreeRADIUS on loopback; their database is the copy at this host. */
export async function startServices(
  copyHost: string,
  dhcpClientPort: number,
  dhcp6ClientPort: number,
): Promise<Services> {
  const folder = mkdtempSync(join(tmpdir(), "netportal-live-"));
  const [dhcpPort, dhcp6Port, radiusPort, agentPort] = [
    await freeUdp(),
    await freeUdp(),
    await freeUdp(),
    await freeTcp(),
  ];
  const views = { host: copyHost, database: "netportal" };
  const kea = startKeaBeside({
    folder,
    views,
    agentPort,
    dhcpPort,
    relayPort: dhcpClientPort,
    v6: { dhcpPort: dhcp6Port, relayPort: dhcp6ClientPort },
  });
  const radius = startRadiusBeside({ folder, views, port: radiusPort });
  for (const [kind, address] of Object.entries(NETWORK_DEVICES))
    appendFileSync(
      join(folder, "raddb", "clients.conf"),
      `client ${kind} {\n\tipaddr = ${address}\n\tsecret = ${RADIUS_SECRET}\n\tnas_type = ${kind}\n}\n`,
    );
  await radius.restart();
  return {
    folder,
    dhcpPort,
    dhcp6Port,
    agentPort,
    radiusPort,
    restartKea: () => kea.restart(),
    async stop() {
      await Promise.all([kea.end(), radius.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
