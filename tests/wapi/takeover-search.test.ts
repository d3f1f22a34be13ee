import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { attemptsOf } from "../support/rights-oracle/attempts.ts";
import {
  attempt,
  mayOnlyByLinks,
  readWorld,
  stolenTokens,
  visitAs,
  type Done,
} from "../support/rights-oracle/attacking.ts";
import { courtOf } from "../support/rights-oracle/court.ts";
import { factsOf, str, type Rows } from "../support/rights-oracle/facts.ts";
import { freeAccounts, gainsOf, momentOf, type Moment } from "../support/rights-oracle/gains.ts";
import { openCourt, type OpenCourt } from "../support/rights-oracle/open.ts";
import { createRandom, type Random } from "../support/rights-oracle/random.ts";
import { readTogether } from "../support/rights-oracle/reading.ts";
import { extent, seed } from "../support/extent.ts";

/** Duration of the search in seconds. */
const SECONDS = extent(4);
const SEED = seed(2026);
const TURNS_IN_A_WORLD = 60;

const catalogue = await loadCatalogue();

interface Tally {
  turns: number;
  steps: number;
  /** Number of successful steps, by function. */
  readonly done: Map<string, number>;
  readonly wrong: string[];
}

async function searchWorld(
  court: OpenCourt,
  random: Random,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const admin = visitAs(court, court.facts, court.own["cntl.mgr"]?.[0] ?? {}, tally.wrong);
  if (admin === null) throw new Error("the world has no administrator");
  let now = momentOf(factsOf({ ...court.served, ...(await readWorld(court, admin)) }));
  for (let turn = 0; turn < TURNS_IN_A_WORLD && !isOver() && tally.wrong.length === 0; turn++) {
    const movers = freeAccounts(now.facts).filter((row) => mayOnlyByLinks(now, row));
    const mover = movers[(turn + random.below(2)) % Math.max(1, movers.length)];
    if (mover === undefined) return;
    const done = await tryOnce(court, now, mover, random, tally);
    if (done.length === 0) continue;
    const rows = await readWorld(court, admin);
    const next = momentOf(factsOf({ ...court.served, ...rows }));
    judge({ before: now, after: next, login: str(mover, "login_name"), done }, tally);
    // The server must show the account exactly what the oracle says about the present world.
    const shown = { ...court, ...courtOf(court.http, rows, court.served) };
    const reader = random.chance(25) ? visitAs(shown, next.facts, mover, tally.wrong) : null;
    if (reader !== null) await readTogether(reader, READ);
    now = next;
  }
}

async function tryOnce(
  court: OpenCourt,
  now: Moment,
  mover: Row,
  random: Random,
  tally: Tally,
): Promise<readonly Done[]> {
  const visit = visitAs(court, now.facts, mover, tally.wrong);
  if (visit === null) return [];
  const who = now.rights(str(mover, "login_name"));
  const attempts = attemptsOf(now.facts, who, random, `t${String(tally.turns)}`);
  const steps = Array.from({ length: Math.min(3, 1 + random.below(4)) }, () => attempts.next());
  const done = await attempt(
    visit,
    steps.map((step) => [step]),
    random.chance(50),
  );
  tally.turns++;
  tally.steps += steps.length;
  for (const { step } of done) tally.done.set(step.name, (tally.done.get(step.name) ?? 0) + 1);
  return done;
}

interface Tried {
  readonly before: Moment;
  readonly after: Moment;
  readonly login: string;
  readonly done: readonly Done[];
}

function judge({ before, after, login, done }: Tried, tally: Tally): void {
  const told = [
    ...stolenTokens(before, login, done),
    ...gainsOf(before, after, [login], [login]).map((gain) => `${gain.login} has ${gain.right}`),
  ];
  const steps = JSON.stringify(done.map(({ step }) => step));
  for (const text of told) tally.wrong.push(`${text}, by ${login} with ${steps}`);
}

const READ = [
  "nd.bcd",
  "nd.ip_subnet",
  "cntl.group",
  "cntl.group_admin",
  "cntl.mgr",
  "cntl.mgr2group",
  "cntl.wapi_auth",
  "cntl.wapi_auth2role",
  "dns.fqdn",
  "dns.record",
  "dns.ip_addr",
  "dhcp.lease",
  "dhcp.pool",
  "dhcp.static_assignment",
  "macauth.client",
];

describe("nobody gains rights of others in up to three steps", () => {
  it("the search finds a takeover if there is one", async () => {
    const court = await openCourt(catalogue, SEED);
    const before = momentOf(court.facts);
    const victims = court.facts.where("cntl.mgr", "is_svc", true);
    const pairs = freeAccounts(court.facts).flatMap((thief) => {
      const { units, accounts, permissions } = before.rights(str(thief, "login_name"));
      const victim = victims.find((row) => !accounts.has(str(row, "login_name")));
      const [unit] = units;
      return victim === undefined || unit === undefined || permissions.has("cntl.rw:mgr")
        ? []
        : [{ login: str(thief, "login_name"), victim, unit }];
    });
    const { login = "", victim, unit = "" } = pairs[0] ?? {};
    const link = { gpk: "mgrou-9999", login_name: str(victim, "login_name"), ou: unit };
    const rows: Rows = {
      ...court.own,
      "cntl.mgr2ou": [...(court.own["cntl.mgr2ou"] ?? []), link],
    };
    const after = momentOf(factsOf({ ...court.served, ...rows }));
    const gains = gainsOf(before, after, [login], []);
    expect(gains).toContainEqual({ login, right: `${str(victim, "gpk")} as its own` });
    expect(gains).toContainEqual({ login, right: `change cntl.mgr ${str(victim, "gpk")}` });
    await court.http.close();
  });

  it(
    `[PERM-22] in random worlds, in one call or several, searched for ${String(SECONDS)} s`,
    async () => {
      const tally: Tally = { turns: 0, steps: 0, done: new Map(), wrong: [] };
      const end = Date.now() + SECONDS * 1000;
      // Even a slow machine has to try enough steps, otherwise the search proves nothing.
      const isOver = (): boolean => Date.now() > end && tally.done.size > 5;
      let worlds = 0;
      for (; !isOver() && tally.wrong.length === 0; worlds++) {
        const court = await openCourt(catalogue, SEED + worlds);
        await searchWorld(court, createRandom(SEED + worlds), tally, isOver);
        await court.http.close();
      }
      const done = [...tally.done].toSorted(([, a], [, b]) => b - a);
      process.stdout.write(
        `${String(worlds)} worlds, ${String(tally.turns)} attempts, ${String(tally.steps)} steps, done: ${done.map(([name, n]) => `${name} ${String(n)}`).join(", ")}\n`,
      );
      expect(tally.wrong.slice(0, 20)).toEqual([]);
      expect(done.length).toBeGreaterThan(5);
    },
    SECONDS * 1000 + 60_000,
  );
});
