import { randomBytes, randomInt } from "node:crypto";
import { createServer } from "node:net";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineOf, readable } from "../../server/log.ts";
import { startServices, type Services } from "../../server/services/start-services.ts";
import { fetchZone } from "../../server/dns-wire/exchange.ts";
import { rrBytes, type ReadRr, type Rr } from "../../server/dns-wire/message.ts";
import { nameBytes } from "../../server/dns-wire/name.ts";
import { numberBytes } from "../../server/dns-wire/numbers.ts";
import type { Key } from "../../server/dns-wire/tsig.ts";
import {
  isInstalled,
  NAME_SERVERS,
  SECOND_HOST,
  startNameServer,
  type NameServer,
  type NameServerKind,
  type NameServerSettings,
} from "../../examples/try/name-server.ts";
import { startNsd } from "./nsd.ts";
import { startPowerDns } from "./power-dns.ts";
import { rowsOf, smallWorld, type SmallWorld } from "./small-world.ts";

export type BesideKind = NameServerKind | "nsd" | "powerdns";

/** A real name server beside the world. */
export interface Beside {
  readonly kind: BesideKind;
  readonly address: string;
  readonly port: number;
  readonly key: Key;
  process: NameServer;
  start(): void;
}

export interface ServedWorld extends SmallWorld {
  readonly servers: readonly Beside[];
  readonly primary: { readonly host: string; readonly port: number };
  readonly logged: string[];
  /** Everything wanted is published, and every server shows it. Returns the time in ms. */
  live(within?: number): Promise<number>;
  /** Ends the publisher of this process. */
  stop(): Promise<void>;
  /** Starts the publisher of this process anew. */
  restart(): Promise<void>;
}

/** The installed name servers. Missing ones are reported, because their tests are skipped. */
export const KINDS: readonly NameServerKind[] = (["bind", "knot"] as const).filter((kind) => {
  const there = isInstalled(kind);
  if (!there) console.warn(`SKIPPED: ${kind} is not installed (Debian: ${NAME_SERVERS[kind].package})`);
  return there;
});

export const HOST = "127.0.0.1";

/** A port that is free for TCP and UDP, below those that the system gives to connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const [tcp, udp] = [createServer(), createSocket("udp4")];
    try {
      tcp.listen(port, HOST);
      await once(tcp, "listening");
      udp.bind(port, HOST);
      await once(udp, "listening");
      udp.close();
      return port;
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
    } finally {
      tcp.close();
    }
  }
}

function startKind(kind: BesideKind, settings: NameServerSettings): NameServer {
  if (kind === "nsd") return startNsd(settings);
  return kind === "powerdns" ? startPowerDns(settings) : startNameServer(kind, settings);
}

export function newKey(name: string): Key {
  return { name, algorithm: "hmac-sha256", secret: randomBytes(32).toString("base64") };
}

/** The small world with a name server in its zone, published to every installed name server. */
export async function servedWorld(kinds: readonly BesideKind[] = KINDS): Promise<ServedWorld> {
  const world = await smallWorld();
  const folder = mkdtempSync(join(tmpdir(), "netportal-dns-"));
  const primary = { host: HOST, port: await freePort() };
  const logged: string[] = [];
  const open = (): Promise<Services> =>
    startServices({
      db: world.db,
      catalogue: world.catalogue,
      listen: [primary, { ...primary, host: SECOND_HOST }],
      writes: true,
      log: (text, facts) => logged.push(readable(lineOf(text, facts))),
    });
  let services: Services | null = await open();
  const stop = async (): Promise<void> => {
    await services?.stop();
    services = null;
  };
  const servers = await Promise.all(
    kinds.map(async (kind): Promise<Beside> => {
      const key = newKey(`${kind}.netportal.`);
      const port = await freePort();
      const settings = { folder: join(folder, kind), port, primary, key };
      const start = (): NameServer => startKind(kind, settings);
      const beside: Beside = {
        kind,
        address: HOST,
        port,
        key,
        process: start(),
        start() {
          beside.process = start();
        },
      };
      return beside;
    }),
  );
  const zone = { fqdn: "example.com.", fqdn_type: "domain" };
  rowsOf(
    await world.execute("ada", [
      {
        name: "dns.record.create",
        new: { ...zone, fqdn: "ns.example.com.", type: "A", data: "198.51.100.53" },
      },
      { name: "dns.record.create", new: { ...zone, type: "NS", data: "ns.example.com." } },
      ...servers.map(({ kind, address, port, key }) => ({
        name: "output.server.create",
        new: { name: kind, address, port, key_name: key.name, key_secret: key.secret },
      })),
    ]),
  );
  return {
    ...world,
    servers,
    primary,
    logged,
    live: (within = 20_000) =>
      untilLive(world, within, (late) =>
        servers.filter(({ kind }) => late.includes(`${kind} `)).map((one) => one.process.output()),
      ),
    stop,
    async restart() {
      await stop();
      services = await open();
    },
    async close() {
      await stop();
      await Promise.all(servers.map((one) => one.process.end("SIGKILL")));
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const WAITING = `select (select count(*)::int from output.journal) as journal,
  (select coalesce(string_agg(concat_ws(' ', s.name, d.unit, d.has, d.wanted, d.error), '; '), '') from output.seen d
    join output.server s on s.id = d.server where d.has is distinct from d.wanted or d.error is not null) as late`;

/** The last lines of a log, for the message of a failure. */
const TOLD_LINES = 60;

/** `told` answers the log lines of servers that are late. */
async function untilLive(
  world: SmallWorld,
  within: number,
  told: (late: string) => readonly string[],
): Promise<number> {
  const start = performance.now();
  for (;;) {
    const [row] = await world.db.query<{ journal: number; late: string }>(WAITING);
    const time = performance.now() - start;
    if (row?.journal === 0 && row.late === "") return time;
    if (time > within) {
      const logs = told(row?.late ?? "").map((log) => log.split("\n").slice(-TOLD_LINES).join("\n"));
      throw new Error([`not live: ${JSON.stringify(row)}`, ...logs].join("\n"));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The records of a zone in the views and on a server, both sorted and without the SOA. */
export async function wantedOf(world: SmallWorld, zone: string): Promise<readonly string[]> {
  const rows = await world.db.query<Rr>(
    "select name, type, ttl, rdata from output.wanted_rr where zone = $1",
    [zone],
  );
  return rows.map((row) => rrBytes(row).toString("hex")).toSorted();
}

export async function hadBy(server: Beside, zone: string): Promise<readonly string[]> {
  const records = await fetchZone(server, zone);
  return records
    .filter(({ type }) => type !== 6)
    .map((record) => hexOf(record))
    .toSorted();
}

function hexOf({ name, type, ttl, rdata }: ReadRr): string {
  const fixed = [numberBytes(type, 2), numberBytes(1, 2), numberBytes(ttl, 4), numberBytes(rdata.length, 2)];
  return Buffer.concat([nameBytes(name), ...fixed, rdata]).toString("hex");
}
