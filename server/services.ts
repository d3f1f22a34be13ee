/** `npm run services`: what is not served as it should be, and a try with the name servers of this machine (docs/services.md). */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { textIn } from "#contract/wire/json";
import { loadCatalogue } from "./catalogue/load.ts";
import { openDatabase } from "./db/open.ts";
import { connect, type Client } from "./import/client.ts";
import { sentenceOf } from "#contract/import/find-rejected";
import { speak } from "#contract/import/texts";
import { checkOutput, unservedOf, type Finding } from "./output/check.ts";
import { isInstalled, NAME_SERVERS, startNameServer, type NameServerKind } from "./output/try/name-server.ts";
import { stepsOf, triedOf, TRY_HOST, type Tried } from "./output/try/wire-up.ts";
import { COPY_USAGE, runCopy } from "./services-copy.ts";
import { ROOT, start } from "./start.ts";
import { inTerminal, languageOfTerminal } from "./terminal.ts";
import { describe } from "./wapi/describe/metadata.ts";

const USAGE = `usage: npm run services -- check | try
${COPY_USAGE}`;
const KINDS = ["bind", "knot"] as const satisfies readonly NameServerKind[];
const MOST_LINES = 20;
const LIVE_MS = 60_000;

const REASONS: ReadonlyMap<string, { readonly de: string; readonly en: string }> = new Map([
  [
    "no_name_server",
    { de: "Zone ohne Nameserver: niemand bekommt sie", en: "zone without name server: nobody is given it" },
  ],
  ["no_address", { de: "Nameserver ohne Adresse", en: "name server without address" }],
  [
    "no_reverse_zone",
    {
      de: "Adresse ohne Rückwärtszone: kein Rückwärtsname",
      en: "address without reverse zone: no reverse name",
    },
  ],
  [
    "below_dname",
    { de: "Eintrag unter einem DNAME: wird nicht ausgegeben", en: "record below a DNAME: is not served" },
  ],
  [
    "wildcard",
    {
      de: "Nameserver eines Platzhalters: wird nicht ausgegeben",
      en: "name server of a wildcard: is not served",
    },
  ],
  ["unpublished", { de: "gewollt und veröffentlicht unterscheiden sich", en: "wanted and published differ" }],
  [
    "differs",
    { de: "der Server hat anderes als veröffentlicht", en: "the server has something else than published" },
  ],
  ["no_answer", { de: "der Server gibt die Zone nicht her", en: "the server does not give the zone" }],
]);

async function check(env: NodeJS.ProcessEnv): Promise<number> {
  const catalogue = await loadCatalogue();
  const url = env["DATABASE_URL"] ?? "";
  const db = await openDatabase({
    ...(url === "" ? { folder: env["NETPORTAL_DATA"] ?? join(ROOT, ".data") } : { url }),
    catalogue,
    metadata: describe(catalogue),
  });
  try {
    const found = await checkOutput(db);
    tell(found);
    const unserved = await unservedOf(db, catalogue);
    for (const sentence of unserved) console.log(inTerminal(sentence));
    const isServed = found.length + unserved.length === 0;
    if (isServed) console.log(inTerminal({ de: "Alles wird ausgegeben.", en: "Everything is served." }));
    return isServed ? 0 : 1;
  } finally {
    await db.close();
  }
}

function tell(found: readonly Finding[]): void {
  for (const [reason, text] of REASONS) {
    const those = found.filter((one) => one.reason === reason);
    if (those.length === 0) continue;
    console.log(`${inTerminal(text)} (${String(those.length)})`);
    for (const { object, detail } of those.slice(0, MOST_LINES))
      console.log(`  ${[object, detail].filter(Boolean).join(" ")}`);
    if (those.length > MOST_LINES) console.log("  …");
  }
}

/** Runs until it is stopped: the product with the demo campus, and the installed name servers beside it. */
async function tryServices(env: NodeJS.ProcessEnv): Promise<number> {
  const base = Number(env["NETPORTAL_TRY_PORT"] ?? "15350");
  const folder = env["NETPORTAL_DATA"] ?? join(ROOT, ".data", "services");
  const tried = KINDS.filter(isThere).map((kind, at) => triedOf(kind, base + 1 + at));
  if (tried.length === 0) return 1;
  const stopping = stopped();
  const settings = {
    NETPORTAL_DATA: folder,
    NETPORTAL_DEMO: "1",
    NETPORTAL_DNS_LISTEN: `${TRY_HOST}:${String(base)}`,
  };
  const started = await start({
    env: { ...env, ...settings },
    log: (text) => {
      console.error(text);
    },
  });
  const primary = { host: TRY_HOST, port: base };
  const servers = tried.map(({ kind, port, key }) =>
    startNameServer(kind, { folder: join(folder, kind), port, primary, key }),
  );
  try {
    const language = languageOfTerminal(env);
    const credentials = { user: "ada", password: "demo" };
    const client = await connect({ url: started.address, credentials, language, say: speak(language) });
    await wireUp(client, tried);
    await tellLive(client, tried);
    await client.signOut();
    console.log(
      inTerminal({
        de: `Portal: ${started.address} (ada, demo). Ende mit Strg+C.`,
        en: `Portal: ${started.address} (ada, demo). Ctrl+C ends the try.`,
      }),
    );
    await stopping;
    return 0;
  } finally {
    await Promise.all(servers.map((server) => server.end()));
    await started.stop();
  }
}

function isThere(kind: NameServerKind): boolean {
  if (isInstalled(kind)) return true;
  const { program, package: name } = NAME_SERVERS[kind];
  console.log(
    inTerminal({ de: `${program} fehlt (Debian: ${name})`, en: `${program} is missing (Debian: ${name})` }),
  );
  return false;
}

async function wireUp(client: Client, tried: readonly Tried[]): Promise<void> {
  const apexes = await client.list("dns.fqdn", { is_zone_apex: true });
  const ns = await client.list("dns.record", { type: "NS" });
  const servers = await client.list("output.server", {});
  const outcome = await client.run(stepsOf({ apexes, servers, ns }, tried), false);
  if (!outcome.ok) throw new Error(sentenceOf(outcome.fault));
}

/** Waits until every server shows every zone, and tells how to ask them. */
async function tellLive(client: Client, tried: readonly Tried[]): Promise<void> {
  const until = performance.now() + LIVE_MS;
  let late = await client.list("output.delivery", {});
  do {
    await pause(500);
    const rows = await client.list("output.delivery", {});
    late = rows.length === 0 ? late : rows.filter((row) => row["is_live"] !== true);
    if (late.length === 0 && rows.length > 0) break;
  } while (performance.now() < until);
  for (const { server, unit, error } of late)
    console.log(`${textIn(server)} ${textIn(unit)}: ${textIn(error)}`);
  const [zone] = await client.list("dns.fqdn", { is_zone_apex: true, fetch_limit: 1 });
  for (const { port } of tried)
    console.log(`dig @${TRY_HOST} -p ${String(port)} ${textIn(zone?.["value"])} SOA`);
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => {
        resolve();
      });
  });
}

async function main(args: readonly string[]): Promise<number> {
  const [command, ...more] = args;
  if (command === "copy" || command === "views") return await runCopy(args);
  if (more.length === 0 && command === "check") return await check(process.env);
  if (more.length === 0 && command === "try") return await tryServices(process.env);
  throw new Error(USAGE);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
