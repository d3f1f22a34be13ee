import { planCsv } from "#imports/csv/plan";
import { findRejected } from "#imports/shared/find-rejected";
import { toWire, type ImportStep } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";
import type { Step } from "#contract/wire/step";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { connect } from "../../server/client.ts";
import type { Bench } from "./bench.ts";
import { figureOf, quantile, type Figure } from "./figure.ts";
import { groundOf } from "./ground.ts";
import { timed } from "./load.ts";

const ROWS = 2_000;
/** Interval of faulty rows. */
const WRONG_EVERY = 20;

/** Faults of some rows of a table. `name` is the name of the row, and `next` that of the row below it. */
const WAYS: Readonly<Record<string, (name: string, next: string, zone: string) => string>> = {
  "addresses that are none": (name) => `${name},domain,A,10.0.0.999`,
  "targets that do not exist": (name, _next, zone) =>
    `${name},alias,CNAME,nowhere-${String(Date.now())}.${zone}`,
  "aliases beside other data": (_name, next, zone) => `${next},domain,CNAME,${zone}`,
};

/** P26: a table of 2,000 rows is read, and all its faults are reported with their lines. The floor is the dry run of the rows that are right. */
export async function csvFaults({ base, db, size, ada, rounds, note }: Bench): Promise<readonly Figure[]> {
  const [ground] = (await groundOf(db, "otto", 1)) ?? [];
  if (ground === undefined) {
    note(`P26: otto owns too little at size ${size}; --fresh makes the campus anew`);
    return [];
  }
  const say = speak("en");
  const client = await connect({ url: base, credentials: { token: ada }, language: "en" });
  const figures: Figure[] = [];
  for (const [way, wrong] of Object.entries(WAYS)) {
    const text = tableOf(ground.zone, wrong);
    const [times, floors, told]: [number[], number[], Set<string>] = [[], [], new Set()];
    for (let round = 0; round < rounds; round++) {
      let right: readonly ImportStep[] = [];
      const report = async (): Promise<void> => {
        const plan = await planCsv("dns.record", [{ text }], { client, toAscii, say, valueSpec });
        const test = (steps: readonly Step[]) => client.run(steps, true);
        const tested = await findRejected(plan.steps, { test, onProgress: () => undefined, say });
        const lines = [...plan.rejected, ...tested.rejected].map(({ line }) => line);
        told.add(`${String(new Set(lines).size)} ${way}`);
        right = tested.steps;
      };
      times.push(await timed(report));
      floors.push(await timed(() => client.run(toWire(right), true)));
    }
    const what = `faults of a table of ${String(ROWS)} records: ${[...told].join(" or ")}`;
    figures.push(figureOf({ id: "P26", size, what, unit: "ms", times, floor: quantile(floors, 0.5) }));
  }
  return figures;
}

/** Records of new names, of which some are wrong. */
function tableOf(zone: string, wrong: (name: string, next: string, zone: string) => string): string {
  const stamp = `bench-p26${Date.now().toString(36)}`;
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const name = (of: number): string => `${stamp}-${String(of)}.${zone}`;
    return at % WRONG_EVERY > 0
      ? `${name(at)},domain,TXT,row ${String(at)}`
      : wrong(name(at), name(at + 1), zone);
  });
  return ["fqdn,fqdn_type,type,data", ...rows].join("\n");
}
