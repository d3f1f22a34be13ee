import { parseArgs } from "node:util";
import { valueSpec } from "./catalogue/data-types.ts";
import { toAscii } from "./catalogue/to-ascii.ts";
import { connect, countedBy, type Client, type ClientSettings, type OnProgress } from "./client.ts";
import { planCsv } from "#imports/csv/plan";
import { planDhcp, readConfigs } from "#imports/dhcp/plan";
import type { DhcpConfig } from "#imports/dhcp/config";
import type { ConfigFile } from "#imports/shared/including";
import type { ImportJob } from "#imports/shared/job";
import { includedByIscDhcp, readIscDhcp } from "#imports/dhcp/isc-dhcp";
import { planNetbox } from "#imports/netbox/plan";
import { includedByKea, readKea } from "#imports/dhcp/kea";
import { planDns, planZones } from "#imports/dns/plan";
import { findRejected, type TestedSteps } from "#imports/shared/find-rejected";
import { rootsOf } from "#imports/shared/roots";
import { inOrder, placeIn, toWire, type ImportDraft, type Rejected } from "#imports/shared/steps";
import { guessNotes, netboxFiles, readText, sourceFiles, type FileReading } from "./import/files.ts";
import { planPlaces } from "./import/places.ts";
import { readIn, sumOf, type Tally } from "#imports/shared/tally";
import { speak, type Say, type TextKey } from "#imports/shared/texts";
import type { Outcome } from "#contract/wire/outcome";
import { zoneInputs, zoneOf } from "./import/zone-inputs.ts";
import { languageOfTerminal } from "./terminal.ts";
import { sentenceOf } from "#contract/wire/fault-sentence";

const language = languageOfTerminal(process.env);
const say = speak(language);
const reading: FileReading = { say, guesses: new Map() };

interface Given {
  /** The arguments after the kind. */
  readonly args: readonly string[];
  readonly zone: string | undefined;
  readonly bcd: string | undefined;
}

interface Kind {
  /** Minimum and maximum number of arguments. */
  readonly takes: readonly [number, number];
  readonly plan: (given: Given, job: ImportJob) => Promise<ImportDraft>;
}

const OPTIONS = {
  zone: { type: "string" },
  bcd: { type: "string" },
  url: { type: "string", default: "http://127.0.0.1:8080" },
  user: { type: "string", default: "ada" },
  password: { type: "string", default: process.env["NETPORTAL_PASSWORD"] ?? "demo" },
} as const;

const KINDS: Readonly<Record<string, Kind>> = {
  places: { takes: [1, 1], plan: ({ args }, { client }) => planPlaces(textOf(args), client, say) },
  dns: {
    takes: [1, 1],
    plan({ args, zone }, job) {
      if (zone === undefined) throw new Error(say("usage"));
      return planDns({ ...job, text: textOf(args), zone: zoneOf(zone, toAscii, say) });
    },
  },
  zone: {
    takes: [1, Infinity],
    plan: async ({ args }, job) => planZones({ ...job, inputs: await zoneInputs(args, toAscii, reading) }),
  },
  csv: {
    takes: [2, Infinity],
    plan({ args: [type = "", ...paths] }, job) {
      const files = sourceFiles(paths, reading).map(({ name, text }) =>
        paths.length > 1 ? { name, text } : { text },
      );
      return planCsv(type, files, job);
    },
  },
  kea: dhcpKind(readKea, includedByKea),
  "isc-dhcp": dhcpKind(readIscDhcp, includedByIscDhcp),
  netbox: {
    takes: [1, Infinity],
    plan({ args, bcd = null }, job) {
      const files = args.flatMap((path) => netboxFiles(path, reading));
      return planNetbox({ ...job, files, bcd });
    },
  },
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Imports a file into a running server: plan, test, report, apply. */
async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = optionsIn(argv);
  const [name = "", ...args] = positionals;
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined && name !== "") throw new Error(`${say("noKind", { kind: name })}\n${say("usage")}`);
  if (kind === undefined || args.length < kind.takes[0] || args.length > kind.takes[1])
    throw new Error(say("usage"));
  const client = await connect({ url: values.url, credentials: credentialsOf(values), language });
  try {
    const job = { client, toAscii, say, valueSpec };
    const plan = await kind.plan({ args, zone: values.zone, bcd: values.bcd }, job);
    return await testAndApply(plan, client);
  } finally {
    await client.signOut();
  }
}

/** Node reports faults in English and without the usage, so faults are searched before Node parses the options. */
function optionsIn(argv: readonly string[]) {
  const config = { args: [...argv], allowPositionals: true, options: OPTIONS } as const;
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const isGiven = token.value !== undefined && (token.inlineValue || !token.value.startsWith("-"));
    const key = Object.hasOwn(OPTIONS, token.name) ? (isGiven ? null : "noValue") : "noOption";
    if (key !== null) throw new Error(`${say(key, { option: token.rawName })}\n${say("usage")}`);
  }
  return parseArgs(config);
}

function dhcpKind(
  read: (file: ConfigFile, say: Say) => DhcpConfig,
  included: (text: string) => readonly string[],
): Kind {
  return {
    takes: [1, Infinity],
    plan({ args, bcd = null }, job) {
      const config = readConfigs(read, rootsOf(sourceFiles(args, reading), included, say), say);
      return planDhcp({ ...job, config, bcd });
    },
  };
}

function textOf([path = ""]: readonly string[]): string {
  return readText(path, reading);
}

function credentialsOf(values: { user: string; password: string }): ClientSettings["credentials"] {
  const token = process.env["NETPORTAL_TOKEN"] ?? "";
  return token === "" ? { user: values.user, password: values.password } : { token };
}

/**
 * Exit code of the command: 0 if every row is in the database now, 2 if rows were rejected. All steps are applied at once. A refused call changes
 * nothing and names the refused steps, so only a plan with faults is tested first.
 */
async function testAndApply(plan: ImportDraft, client: Client): Promise<number> {
  progress(say("reading", { count: readIn(plan) }));
  progress(say("planned", { count: plan.steps.length }));
  const first = plan.steps.length === 0 ? null : await apply(plan.steps, client);
  const isDone = first?.ok === true;
  const tested = isDone ? { steps: plan.steps, rejected: [] } : await testAgain(plan, first, client);
  const { rejected, tally } = sumOf(plan, tested);
  report("noted", [...guessNotes(reading), ...inOrder(plan.notes ?? [], plan.files)]);
  report("rejectedRow", rejected);
  if (tested.steps.length === 0) console.log(say("nothing"));
  else if (!isKept(isDone ? first : await apply(tested.steps, client))) return 1;
  tellSum(tally, tested.steps.length);
  return rejected.length === 0 ? 0 : 2;
}

function tellSum({ lost, ...tally }: Tally, steps: number): void {
  if (lost > 0) console.error(say("lost", { count: lost }));
  console.log(say("summary", { ...tally, steps }));
}

function testAgain(plan: ImportDraft, first: Outcome | null, client: Client): Promise<TestedSteps> {
  let known = first;
  return findRejected(plan.steps, {
    test: (steps) => {
      const found = known;
      known = null;
      if (found !== null) return Promise.resolve(found);
      progress(say("testing"));
      return client.run(steps, true, counter("testingOf"));
    },
    onProgress: (done, of) => {
      progress(say("tested", { done, of }));
    },
    say,
  });
}

function apply(steps: ImportDraft["steps"], client: Client): Promise<Outcome> {
  progress(say("applying", { count: steps.length }));
  return client.run(toWire(steps), false, counter("applyingOf"));
}

function isKept(outcome: Outcome): boolean {
  if (!outcome.ok) throw new Error(sentenceOf(outcome.fault));
  if (outcome.rolledBack) console.error(say("rolledBack"));
  return !outcome.rolledBack;
}

function report(key: TextKey, rows: readonly Rejected[]): void {
  for (const row of rows) {
    const { reason, value } = row;
    console.log(say(key, { place: placeIn(row, say), reason, value }));
  }
}

function counter(key: TextKey): OnProgress {
  return countedBy((done, of) => progress(say(key, { done, of })));
}

function progress(text: string): void {
  console.error(text);
}
