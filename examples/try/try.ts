import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { textIn, type Row } from "#contract/wire/json";
import { createLog } from "../../server/log.ts";
import { createWriter } from "../../server/log/writer.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";
import { connect, type Client } from "../../server/client.ts";
import { sentenceOf } from "#contract/wire/fault-sentence";
import { makeViews } from "../../server/services/copy/copy-views.ts";
import { missingFor, startKeaBeside, startRadiusBeside, type ViewsAt } from "./dhcp-radius.ts";
import { openDhcp6Clients } from "./dhcp6-client.ts";
import { dhcp6Commands, dhcpCommands, nameCommands, radiusCommands } from "./hints.ts";
import {
  isInstalled,
  NAME_SERVERS,
  SECOND_HOST,
  startNameServer,
  type NameServerKind,
} from "./name-server.ts";
import { deviceWithIpv6, stepsOf, triedOf, TRY_HOST, type Tried, type TriedKea } from "./wire-up.ts";
import { ROOT } from "../../server/open.ts";
import { start } from "../../server/start.ts";
import { inTerminal, languageOfTerminal } from "../../server/terminal.ts";

const KINDS = ["bind", "knot"] as const satisfies readonly NameServerKind[];
const LIVE_MS = 60_000;

interface Ended {
  end(): Promise<unknown>;
}

/** Ports of a try: the hidden primary, the name servers, then those of DHCP and RADIUS. */
function portsFrom(base: number) {
  return {
    primary: base,
    names: base + 1,
    agent: base + 3,
    dhcp: base + 4,
    relay: base + 5,
    radius: base + 6,
    dhcp6: base + 7,
    relay6: base + 8,
  };
}

/** Runs until it is stopped: the product with the demo campus, and the installed services beside it. */
export async function tryServices(env: NodeJS.ProcessEnv): Promise<number> {
  const ports = portsFrom(Number(env["NETPORTAL_TRY_PORT"] ?? "15350"));
  const folder = env["NETPORTAL_DATA"] ?? join(ROOT, ".data", "services");
  const tried = KINDS.filter(isThere).map((kind, at) => triedOf(kind, ports.names + at));
  const has = theInstalled();
  if (tried.length === 0 && !has.kea && !has.radius) return 1;
  const stopping = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const running: Ended[] = [];
  try {
    const database = await startEmbedded(folder, console.error);
    running.unshift({ end: () => database.stop() });
    const { host, user, database: name } = database.connection;
    const DATABASE_URL = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`;
    const settings = {
      DATABASE_URL,
      NETPORTAL_DEMO: "1",
      NETPORTAL_DNS_LISTEN: [TRY_HOST, SECOND_HOST]
        .map((host) => `${host}:${String(ports.primary)}`)
        .join(","),
    };
    const product = await start({ env: { ...env, ...settings }, log: createLog(createWriter("text")) });
    running.unshift({ end: () => product.stop() });
    await openViews(DATABASE_URL);
    const views = { host, database: name };
    const primary = { host: TRY_HOST, port: ports.primary };
    for (const { kind, port, key } of tried)
      running.unshift(startNameServer(kind, { folder: join(folder, kind), port, primary, key }));
    if (has.kea) running.unshift(startKea(join(folder, "kea"), views, { ports, has }));
    if (has.radius)
      running.unshift(startRadiusBeside({ folder: join(folder, "radius"), views, port: ports.radius }));
    await tell(env, product.address, { tried, has, ports });
    await stopping;
    return 0;
  } finally {
    for (const one of running) await one.end();
  }
}

type Ports = ReturnType<typeof portsFrom>;

function startKea(folder: string, views: ViewsAt, { ports, has }: Pick<Running, "ports" | "has">): Ended {
  return startKeaBeside({
    folder,
    views,
    agentPort: ports.agent,
    dhcpPort: ports.dhcp,
    relayPort: ports.relay,
    v6: has.kea6 ? { dhcpPort: ports.dhcp6, relayPort: ports.relay6 } : null,
  });
}

/** DHCP and RADIUS of this machine; DHCPv6 has the control agent of DHCPv4. */
function theInstalled(): Running["has"] {
  const kea = isComplete("kea");
  return { kea, kea6: kea && isComplete("kea6"), radius: isComplete("radius") };
}

/** A try needs no copy: the services read their views in the database of the product. */
async function openViews(url: string): Promise<void> {
  const db = createPool({ connectionString: url }, 1);
  try {
    for (const role of ["kea", "radius"]) {
      const found = await db.query("select from pg_roles where rolname = $1", [role]);
      if (found.length === 0) await db.query(`create role ${role} login`);
      await db.query(`alter role ${role} set search_path = ${role}`);
    }
    await makeViews(db, await loadCatalogue());
  } finally {
    await db.close();
  }
}

interface Running {
  readonly tried: readonly Tried[];
  readonly has: { readonly kea: boolean; readonly kea6: boolean; readonly radius: boolean };
  readonly ports: Ports;
}

/** Makes the servers known, waits until they are live, and prints how to ask them. */
async function tell(env: NodeJS.ProcessEnv, url: string, { tried, has, ports }: Running): Promise<void> {
  const language = languageOfTerminal(env);
  const credentials = { user: "ada", password: "demo" };
  const client = await connect({ url, credentials, language });
  await wireUp(client, tried, has.kea ? { agentPort: ports.agent, hasDhcp6: has.kea6 } : null);
  await untilLive(client);
  const commands = [
    ...(await nameCommands(client, tried)),
    ...(has.kea ? await dhcpCommands(client, ports) : []),
    ...(has.kea6 ? await dhcp6Commands(client, ports) : []),
    ...(has.radius ? await radiusCommands(client, ports) : []),
  ];
  await client.signOut();
  for (const command of commands) console.log(command);
  console.log(
    inTerminal({
      de: `Portal: ${url} (ada, demo). Ende mit Strg+C.`,
      en: `Portal: ${url} (ada, demo). Ctrl+C ends the try.`,
    }),
  );
}

function isThere(kind: NameServerKind): boolean {
  if (isInstalled(kind)) return true;
  const { program, package: name } = NAME_SERVERS[kind];
  tellMissing(`${program} (Debian: ${name})`);
  return false;
}

function isComplete(kind: "kea" | "kea6" | "radius"): boolean {
  const missing = missingFor(kind);
  if (missing.length > 0) tellMissing(missing.join(", "));
  return missing.length === 0;
}

function tellMissing(what: string): void {
  console.log(
    inTerminal({
      de: `${what}: fehlt oder ist für dieses Konto nicht lesbar`,
      en: `${what}: is missing, or not readable for this user`,
    }),
  );
}

async function wireUp(client: Client, tried: readonly Tried[], kea: TriedKea | null): Promise<void> {
  const apexes = await client.list("dns.fqdn", { is_zone_apex: true });
  const ns = await client.list("dns.record", { type: "NS" });
  const servers = await client.list("output.server", {});
  const device = kea?.hasDhcp6 === true ? await deviceWithIpv6(client) : [];
  const steps = [...stepsOf({ apexes, servers, ns }, tried, kea), ...device];
  const outcome = await client.run(steps, false);
  if (!outcome.ok) throw new Error(sentenceOf(outcome.fault));
}

/** Waits until every server shows all that it should have, and reports servers that are late. */
async function untilLive(client: Client): Promise<void> {
  const servers = (await client.list("output.server", {})).map((row) => textIn(row["name"]));
  const until = performance.now() + LIVE_MS;
  let late: readonly Row[] = [];
  do {
    await pause(500);
    const rows = await client.list("output.delivery", {});
    const known = new Set(rows.map(({ server }) => textIn(server)));
    late = rows.filter((row) => row["is_live"] !== true);
    if (late.length === 0 && servers.every((name) => known.has(name))) return;
  } while (performance.now() < until);
  for (const { server, unit, error } of late)
    console.log(`${textIn(server)} ${textIn(unit)}: ${textIn(error)}`);
}

/** Asks a DHCPv6 server on loopback for the address of a device, as a relay on its link does (`perfdhcp` cannot name another link than its own). */
export async function solicit(
  mac: string,
  link: string,
  { port, relayPort }: { readonly port: number; readonly relayPort: number },
): Promise<number> {
  const clients = await openDhcp6Clients(port, relayPort);
  try {
    const answer = await clients.solicit(mac, link);
    const none = { de: "keine Adresse", en: "no address" };
    const silence = { de: "keine Antwort", en: "no answer" };
    console.log(
      answer === null ? inTerminal(silence) : `ADVERTISE ${answer.address ?? inTerminal(none)} (${mac})`,
    );
    return answer?.address == null ? 1 : 0;
  } finally {
    clients.close();
  }
}
