import { writeFileSync } from "node:fs";
import { openProduct, placeIn } from "../../open.ts";
import { checkServices, MOST_TOLD, unservedOf, type Finding, type Unanswered } from "../drift/check.ts";
import { planOf } from "../drift/drift-plan.ts";
import { inTerminal } from "../../terminal.ts";

export const CHECK_USAGE = "check [--plan FILE] [--json | --nagios]";

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

/** Data that are served incorrectly or not at all. */
export interface Report {
  readonly found: readonly Finding[];
  readonly unserved: readonly Unanswered[];
}

interface Printed {
  readonly text: string;
  readonly code: number;
}

/** How the result is printed, by option. */
const FORMS: ReadonlyMap<string, (report: Report) => Printed> = new Map([
  ["--json", asJson],
  ["--nagios", asPlugin],
]);

/** `npm run services -- check`: compares the data of servers with the database and prints the differences. Answers the exit code. */
export async function runCheck(
  env: NodeJS.ProcessEnv,
  options: readonly string[],
  usage: string,
): Promise<number> {
  const { plan, form } = optionsIn(options, usage);
  try {
    const { text, code } = form(await reportOf(env, plan));
    console.log(text);
    return code;
  } catch (error) {
    if (form !== asPlugin) throw error;
    console.log(`NETPORTAL UNKNOWN: ${oneLine(error instanceof Error ? error.message : String(error))}`);
    return PLUGIN_CODE.unknown;
  }
}

async function reportOf(env: NodeJS.ProcessEnv, plan: string | null): Promise<Report> {
  const { db, catalogue } = await openProduct(placeIn(env), { beside: "as it is" });
  try {
    const { found, drifts } = await checkServices(db, catalogue);
    if (plan !== null) writeFileSync(plan, await planOf(db, drifts, new Date()));
    return { found, unserved: await unservedOf(db, catalogue) };
  } finally {
    await db.close();
  }
}

interface Options {
  readonly plan: string | null;
  readonly form: (report: Report) => Printed;
}

function optionsIn(options: readonly string[], usage: string): Options {
  let plan: string | null = null;
  let form: Options["form"] | null = null;
  const left = [...options];
  for (let option = left.shift(); option !== undefined; option = left.shift()) {
    const named = FORMS.get(option);
    if (named !== undefined && form === null) form = named;
    else if (option === "--plan" && plan === null) plan = left.shift() ?? null;
    else throw new Error(usage);
    if (option === "--plan" && plan === null) throw new Error(usage);
  }
  return { plan, form: form ?? asText };
}

/** For people: each reason with its number of objects and the first ones. */
function asText({ found, unserved }: Report): Printed {
  const groups = [...groupsOf(found), ...unserved];
  const isServed = groups.length === 0;
  const text = isServed
    ? inTerminal({ de: "Alles wird ausgegeben.", en: "Everything is served." })
    : groups.map(groupText).join("\n");
  return { text, code: isServed ? 0 : 1 };
}

/** For programs: `is_served`, `found` (reason, object, detail) and `unserved` (text, count, the first objects). */
function asJson({ found, unserved }: Report): Printed {
  const isServed = found.length + unserved.length === 0;
  return { text: JSON.stringify({ is_served: isServed, found, unserved }), code: isServed ? 0 : 1 };
}

/** Exit codes of plugins of Nagios and Icinga (monitoring-plugins guidelines). */
const PLUGIN_CODE = { ok: 0, warning: 1, critical: 2, unknown: 3 } as const;

/** For Nagios and Icinga: critical if a server differs, and a warning if some data cannot be served. */
function asPlugin({ found, unserved }: Report): Printed {
  const objects = unserved.reduce((sum, { count }) => sum + count, 0);
  const state = found.length > 0 ? "critical" : objects > 0 ? "warning" : "ok";
  const head = `NETPORTAL ${state.toUpperCase()}: ${String(found.length)} differences, ${String(objects)} objects without answer`;
  const groups = [...groupsOf(found), ...unserved].map(({ text, count }) => `${text.en} (${String(count)})`);
  const figures = `differences=${String(found.length)};;0 unserved=${String(objects)};0`;
  return {
    text: [`${head} | ${figures}`, ...groups.map((line) => line.replaceAll("|", "/"))].join("\n"),
    code: PLUGIN_CODE[state],
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "/");
}

function groupsOf(found: readonly Finding[]): readonly Unanswered[] {
  return [...REASONS].flatMap(([reason, text]) => {
    const those = found.filter((one) => one.reason === reason);
    const objects = those.map(({ object, detail }) => [object, detail].filter(Boolean).join(" "));
    return objects.length === 0 ? [] : [{ text, count: objects.length, objects }];
  });
}

function groupText({ text, count, objects }: Unanswered): string {
  const first = objects.slice(0, MOST_TOLD).map((object) => `  ${object}`);
  return [`${inTerminal(text)} (${String(count)})`, ...first, ...(count > MOST_TOLD ? ["  …"] : [])].join(
    "\n",
  );
}
