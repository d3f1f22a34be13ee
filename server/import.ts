import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readFqdn } from "#contract/values/fqdn";
import { toAscii } from "./catalogue/to-ascii.ts";
import { connect, type Client, type ClientSettings, type OnProgress } from "./import/client.ts";
import { countedBy } from "./import/counted-by.ts";
import { planDns } from "./import/dns.ts";
import { findRejected, sentenceOf } from "./import/find-rejected.ts";
import { toWire, type ImportDraft, type Rejected } from "./import/steps.ts";
import { planPlaces } from "./import/places.ts";
import { speak, type TextKey } from "./import/texts.ts";
import { languageOfTerminal } from "./terminal.ts";

const language = languageOfTerminal(process.env);
const say = speak(language);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Imports a file into a running server: plan, test, report, apply. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      zone: { type: "string" },
      url: { type: "string", default: "http://127.0.0.1:8080" },
      user: { type: "string", default: "ada" },
      password: { type: "string", default: process.env["NETPORTAL_PASSWORD"] ?? "demo" },
    },
  });
  const [kind, file, ...more] = positionals;
  if (file === undefined || more.length > 0 || (kind !== "places" && kind !== "dns"))
    throw new Error(say("usage"));
  const text = readFileSync(file, "utf8");
  const zone = kind === "dns" ? zoneOf(values.zone) : null;
  const client = await connect({ url: values.url, credentials: credentialsOf(values), language, say });
  try {
    const plan = await (zone === null ? planPlaces(text, client, say) : planZone(text, zone, client));
    return await testAndApply(plan, client);
  } finally {
    await client.signOut();
  }
}

function credentialsOf(values: { user: string; password: string }): ClientSettings["credentials"] {
  const token = process.env["NETPORTAL_TOKEN"] ?? "";
  return token === "" ? { user: values.user, password: values.password } : { token };
}

function zoneOf(text: string | undefined): string {
  if (text === undefined) throw new Error(say("usage"));
  const zone = readFqdn(text, toAscii);
  if (!zone.ok || zone.value === ".") throw new Error(say("badZone", { zone: text }));
  return zone.value;
}

function planZone(text: string, zone: string, client: Client): Promise<ImportDraft> {
  const onRead = (count: number): void => {
    progress(say("reading", { count }));
    progress(say("comparing"));
  };
  return planDns({ text, zone, client, toAscii, say, onRead });
}

async function testAndApply(plan: ImportDraft, client: Client): Promise<number> {
  progress(say("planned", { count: plan.steps.length }));
  if (plan.steps.length > 0) progress(say("testing"));
  const tested = await findRejected(plan.steps, {
    test: (steps) => client.run(steps, true, counter("testingOf")),
    onProgress: (done, of) => {
      progress(say("tested", { done, of }));
    },
  });
  report([...plan.rejected, ...tested.rejected]);
  if (tested.steps.length === 0) console.log(say("nothing"));
  else if (!(await apply(tested.steps, client))) return 1;
  console.log(
    say("summary", {
      created: tested.steps.length,
      present: plan.present,
      rejected: plan.rejected.length + tested.rejected.length,
    }),
  );
  return 0;
}

async function apply(steps: ImportDraft["steps"], client: Client): Promise<boolean> {
  progress(say("applying", { count: steps.length }));
  const outcome = await client.run(toWire(steps), false, counter("applyingOf"));
  if (!outcome.ok) throw new Error(sentenceOf(outcome.fault));
  if (outcome.rolledBack) console.error(say("rolledBack"));
  return !outcome.rolledBack;
}

function report(rejected: readonly Rejected[]): void {
  for (const { line, reason, value } of rejected.toSorted((a, b) => a.line - b.line))
    console.log(say("rejectedRow", { line, reason, value }));
}

function counter(key: TextKey): OnProgress {
  return countedBy((done, of) => progress(say(key, { done, of })));
}

function progress(text: string): void {
  console.error(text);
}
