import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { execute, visitOf, type Visit } from "../support/rights-oracle/court.ts";
import { str } from "../support/rights-oracle/facts.ts";
import { given, visitWith, type Gift } from "../support/rights-oracle/granting.ts";
import { callersOf, openCourt, type OpenCourt } from "../support/rights-oracle/open.ts";
import { verdict } from "../support/rights-oracle/oracle.ts";
import { createRandom, type Random } from "../support/rights-oracle/random.ts";
import { probesOf, type Probe } from "../support/rights-oracle/writing.ts";
import { extent, seed } from "../support/extent.ts";

const SEED = seed(815);
const REFUSALS = extent(60);

let court: OpenCourt;
beforeAll(async () => {
  court = await openCourt(await loadCatalogue(), SEED);
}, 120_000);
afterAll(() => court.http.close());

/** Details of a refusal (wire contract 4.3). */
interface Refused {
  readonly visit: Visit;
  readonly probe: Probe;
  readonly permissions: readonly string[];
  readonly roles: readonly string[];
  readonly assignments: readonly Row[] | null;
}

const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value.map((one: Json) => one) : [];
const rowsOf = (value: Json | undefined): readonly Row[] =>
  listOf(value).filter((one): one is Row => typeof one === "object" && one !== null && !Array.isArray(one));
const textsOf = (value: Json | undefined): readonly string[] =>
  listOf(value).filter((one) => typeof one === "string");
const rowIn = (row: Row | undefined, name: string): Row => rowsOf([row?.[name] ?? null])[0] ?? {};

/** Refused steps of all kinds of accounts, with the rights that the server names for each. */
async function refusals(random: Random, count: number): Promise<readonly Refused[]> {
  const callers = callersOf(court, random).filter(({ su }) => su === null);
  const said = { disagree: () => undefined, count: () => undefined };
  const found: Refused[] = [];
  const perType = new Map<string, number>();
  while (found.length < count) {
    const caller = random.one(callers);
    if (caller === undefined) throw new Error("nobody calls");
    const visit = visitOf(court, caller, said);
    const refused = probesOf(visit, random).filter(({ expected }) => expected === "-20010/1");
    const [probe] = [...refused].toSorted(
      (a, b) => (perType.get(functionOf(a)) ?? 0) - (perType.get(functionOf(b)) ?? 0) || random.below(3) - 1,
    );
    if (probe === undefined) continue;
    perType.set(functionOf(probe), (perType.get(functionOf(probe)) ?? 0) + 1);
    const answer = await execute(visit, [probe.step], { dryRun: true });
    if (!("fault" in answer)) throw new Error(`${JSON.stringify(probe.step)} is not refused`);
    const { details } = answer;
    found.push({
      visit,
      probe,
      permissions: textsOf(details["required_permission_list"]),
      roles: textsOf(details["required_role_list"]),
      assignments:
        details["required_assignment_list"] === null ? null : rowsOf(details["required_assignment_list"]),
    });
  }
  return found;
}

const functionOf = ({ asked: { type, fn, sets } }: Probe): string => `${type} ${fn} ${sets.join(" ")}`;

/** Whether the step still lacks a right after the account has been given these things. */
async function isRefused({ visit, probe }: Refused, gifts: readonly Gift[]): Promise<boolean> {
  const answer = await given(court, visit, gifts, () => execute(visit, [probe.step], { dryRun: true }));
  return "fault" in answer && answer.fault.startsWith("-20010/");
}

/** The link that an entry of the refusal describes. */
function giftOf(link: Row): Gift {
  const key = rowIn(link, "key");
  if (str(link, "object_fq_name") === "org.unit") return { unit: str(key, "fq_name") };
  if (str(link, "object_fq_name") === "cntl.group") return { group: str(key, "name") };
  return key["ou"] === undefined ? { group: str(key, "group_name") } : { unit: str(key, "ou") };
}

const linksOf = (entry: Row): readonly Row[] => rowsOf(entry["link_list"]);

describe("[PERM-24] the rights that a refusal names (wire contract 4.3)", () => {
  let all: readonly Refused[];
  beforeAll(async () => {
    all = await refusals(createRandom(SEED), REFUSALS);
  }, 120_000);
  const told = (one: Refused): string => `${one.visit.name} ${JSON.stringify(one.probe.step)}`;

  it("include permissions, any of which suffices, and roles, any of which suffices", async () => {
    const wrong: string[] = [];
    for (const one of all.filter(({ visit }) => visit.who.kind !== "svc")) {
      if (one.permissions.length === 0) wrong.push(`nothing: ${told(one)}`);
      // A step that also creates a name and lacks both rights lists two permissions.
      if (
        await isRefused(
          one,
          one.permissions.map((permission) => ({ permission })),
        )
      )
        wrong.push(`${one.permissions.join(" ")}: ${told(one)}`);
      const [good] = one.roles;
      if (good !== undefined && (await isRefused(one, [{ role: good }]))) wrong.push(`${good}: ${told(one)}`);
      const other = court.facts
        .all("cntl.role")
        .map((row) => str(row, "name"))
        .find((name) => !one.roles.includes(name));
      if (other !== undefined && !(await isRefused(one, [{ role: other }])))
        wrong.push(`also ${other}: ${told(one)}`);
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  it("include assignments that suffice together, by any one link for each, and that are all needed", async () => {
    const wrong: string[] = [];
    const met = { by: 0, without: 0 };
    for (const one of all) {
      const open = (one.assignments ?? []).filter((entry) => entry["is_met"] !== true);
      if (one.assignments === null || open.some((entry) => linksOf(entry).length === 0)) continue;
      if (open.length === 0) wrong.push(`all is met: ${told(one)}`);
      const first = open.map((entry) => linksOf(entry).slice(0, 1).map(giftOf));
      for (const [at, entry] of open.entries()) {
        for (const link of linksOf(entry).slice(0, 4)) {
          const gifts = [...first.filter((_, other) => other !== at).flat(), giftOf(link)];
          met.by++;
          if (await isRefused(one, gifts)) wrong.push(`${JSON.stringify(gifts)}: ${told(one)}`);
        }
        const others = first.filter((_, other) => other !== at).flat();
        // One link may satisfy two entries; the oracle knows when.
        const { who, facts } = visitWith(court, one.visit, others);
        if (verdict(who, one.probe.asked, facts) === "yes") continue;
        met.without++;
        if (!(await isRefused(one, others))) wrong.push(`not all of ${JSON.stringify(first)}: ${told(one)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(met.by).toBeGreaterThan(20);
    expect(met.without).toBeGreaterThan(10);
  }, 240_000);

  it("include no assignment if none would help", async () => {
    const wrong: string[] = [];
    const everything: readonly Gift[] = [
      ...court.facts.all("cntl.group").map((row) => ({ group: str(row, "name") })),
      ...court.facts.all("org.unit").map((row) => ({ unit: str(row, "fq_name") })),
    ];
    // Every account that owns a name may create names outside of all zones.
    const none = all.filter(
      ({ assignments, probe }) => assignments === null && probe.asked.row["type"] !== "extern",
    );
    for (const one of none) if (!(await isRefused(one, everything))) wrong.push(told(one));
    expect(none.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  }, 240_000);
});
