/** `npm run services`: reports data that servers do not serve correctly, and starts name servers on this machine for a trial (docs/services.md). */
import { OVERTAKE } from "./services/publish/publish.ts";
import { openProduct, placeIn } from "./open.ts";
import { CHECK_USAGE, runCheck } from "./services/commands/check.ts";
import { COPY_USAGE, runCopy } from "./services/commands/copy.ts";
import { inTerminal, runCommand } from "./terminal.ts";

const USAGE = `usage: npm run services -- ${CHECK_USAGE} | overtake | try | solicit MAC LINK PORT RELAY-PORT
${COPY_USAGE}`;

/** Raises serials, so that servers with later versions transfer the data of the database. */
async function overtake(env: NodeJS.ProcessEnv): Promise<number> {
  const { db } = await openProduct(placeIn(env), { beside: "as it is" });
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

async function solicitAs([mac, link, port, relayPort, ...others]: readonly string[]): Promise<number> {
  if (mac === undefined || link === undefined || relayPort === undefined || others.length > 0)
    throw new Error(USAGE);
  const { solicit } = await import("../examples/try/try.ts");
  return await solicit(mac, link, { port: Number(port), relayPort: Number(relayPort) });
}

/** The trial is an example that no other command loads. */
async function tryServices(env: NodeJS.ProcessEnv): Promise<number> {
  const example = await import("../examples/try/try.ts");
  return await example.tryServices(env);
}

/** Commands without options. */
const ALONE: ReadonlyMap<string, (env: NodeJS.ProcessEnv) => Promise<number>> = new Map([
  ["overtake", overtake],
  ["try", tryServices],
]);

async function main(args: readonly string[]): Promise<number> {
  const [command, ...more] = args;
  if (command === "copy" || command === "views") return await runCopy(args);
  if (command === "check") return await runCheck(process.env, more, USAGE);
  const alone = more.length === 0 ? ALONE.get(command ?? "") : undefined;
  if (alone !== undefined) return await alone(process.env);
  if (command === "solicit") return await solicitAs(more);
  throw new Error(USAGE);
}

await runCommand(main);
