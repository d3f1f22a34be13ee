/** `npm run services`: tells what servers do not serve as they should, and tries the name servers of this machine (docs/services.md). */
import { writeFileSync } from "node:fs";
import { OVERTAKE } from "./domain/output/publish.sql.ts";
import { openProduct, placeIn } from "./open.ts";
import { checkOutput, MOST_TOLD, unservedOf, type Finding, type Unanswered } from "./output/check.ts";
import { planOf } from "./output/drift-plan.ts";
import { COPY_USAGE, runCopy } from "./services-copy.ts";
import { solicit, tryServices } from "./services-try.ts";
import { inTerminal, runCommand } from "./terminal.ts";

const USAGE = `usage: npm run services -- check [--plan FILE] | overtake | try | solicit MAC LINK PORT RELAY-PORT
${COPY_USAGE}`;

const REASONS: ReadonlyMap<string, { readonly de: string; readonly en: string }> = new Map([
  ["unpublished", { de: "gewollt und veröffentlicht unterscheiden sich", en: "wanted and published differ" }],
  [
    "differs",
    { de: "der Server hat anderes als veröffentlicht", en: "the server has something else than published" },
  ],
  [
    "not_live",
    {
      de: "der DHCP- oder RADIUS-Server hat nicht, was angewendet wurde",
      en: "the DHCP or RADIUS server does not have what was applied",
    },
  ],
  [
    "ahead",
    {
      de: "der Server hat einen späteren Stand als die Datenbank: sie wurde zurückgesetzt, oder er vergibt eigene Seriennummern",
      en: "the server has a later version than the database: that was restored, or the server makes serials of its own",
    },
  ],
  ["behind", { de: "der Server hat noch einen alten Stand", en: "the server still has an old version" }],
  ["no_answer", { de: "der Server gibt die Zone nicht her", en: "the server does not give the zone" }],
]);

async function check(env: NodeJS.ProcessEnv, plan: string | null): Promise<number> {
  const { db, catalogue } = await openProduct(placeIn(env));
  try {
    const { found, drifts } = await checkOutput(db);
    tell(found);
    if (plan !== null) writeFileSync(plan, await planOf(db, drifts, new Date()));
    const unserved = await unservedOf(db, catalogue);
    for (const one of unserved) tellGroup(one);
    const isServed = found.length + unserved.length === 0;
    if (isServed) console.log(inTerminal({ de: "Alles wird ausgegeben.", en: "Everything is served." }));
    return isServed ? 0 : 1;
  } finally {
    await db.close();
  }
}

/** Lets servers with later versions than the database fetch what it has, by greater serials. */
async function overtake(env: NodeJS.ProcessEnv): Promise<number> {
  const { db } = await openProduct(placeIn(env));
  try {
    const zones = await db.query<{ key: string }>(OVERTAKE);
    for (const { key } of zones) console.log(key);
    const none = { de: "Kein Server hat einen späteren Stand.", en: "No server has a later version." };
    if (zones.length === 0) console.log(inTerminal(none));
    return 0;
  } finally {
    await db.close();
  }
}

function tell(found: readonly Finding[]): void {
  for (const [reason, text] of REASONS) {
    const those = found.filter((one) => one.reason === reason);
    const objects = those.map(({ object, detail }) => [object, detail].filter(Boolean).join(" "));
    if (objects.length > 0) tellGroup({ text, count: objects.length, objects });
  }
}

function tellGroup({ text, count, objects }: Unanswered): void {
  console.log(`${inTerminal(text)} (${String(count)})`);
  for (const object of objects.slice(0, MOST_TOLD)) console.log(`  ${object}`);
  if (count > MOST_TOLD) console.log("  …");
}

/** The file of `--plan`, or null. */
function planIn(options: readonly string[]): string | null {
  const [option, file] = options;
  if (option === undefined) return null;
  if (option !== "--plan" || file === undefined || options.length > 2) throw new Error(USAGE);
  return file;
}

async function solicitAs([mac, link, port, relayPort, ...others]: readonly string[]): Promise<number> {
  if (mac === undefined || link === undefined || relayPort === undefined || others.length > 0)
    throw new Error(USAGE);
  return await solicit(mac, link, { port: Number(port), relayPort: Number(relayPort) });
}

/** Commands without options. */
const ALONE: ReadonlyMap<string, (env: NodeJS.ProcessEnv) => Promise<number>> = new Map([
  ["overtake", overtake],
  ["try", tryServices],
]);

async function main(args: readonly string[]): Promise<number> {
  const [command, ...more] = args;
  if (command === "copy" || command === "views") return await runCopy(args);
  if (command === "check") return await check(process.env, planIn(more));
  const alone = more.length === 0 ? ALONE.get(command ?? "") : undefined;
  if (alone !== undefined) return await alone(process.env);
  if (command === "solicit") return await solicitAs(more);
  throw new Error(USAGE);
}

await runCommand(main);
