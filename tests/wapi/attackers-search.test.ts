import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { extent, seed } from "../support/extent.ts";
import { attemptsOf } from "../support/rights-oracle/attempts.ts";
import {
  attempt,
  mayOnlyByLinks,
  readWorld,
  stolenTokens,
  visitAs,
  type Done,
} from "../support/rights-oracle/attacking.ts";
import { courtOf, visitOf, type Visit } from "../support/rights-oracle/court.ts";
import { factsOf, str } from "../support/rights-oracle/facts.ts";
import { freeAccounts, gainsOf, momentOf, TYPES, type Moment } from "../support/rights-oracle/gains.ts";
import { tokenText } from "../support/rights-oracle/load.ts";
import { openCourt, type OpenCourt } from "../support/rights-oracle/open.ts";
import { policyOf, sees } from "../support/rights-oracle/oracle.ts";
import { createRandom, type Random } from "../support/rights-oracle/random.ts";
import { readByGrammar } from "../support/rights-oracle/reading.ts";
import { rightsOf } from "../support/rights-oracle/rights.ts";
import { leaks } from "../support/rights-oracle/told.ts";
import { namingGpk, wayOf } from "../support/rights-oracle/ways.ts";

/** Duration of the search in seconds. */
const SECONDS = extent(12);
const SEED = seed(90125);
const ATTACKS_IN_A_WORLD = 40;

/** Service accounts and subaccounts, alone and with a person; others come by chance. */
const KINDS = ["svc", "sub", "svc + main", "sub + main"] as const;

function hasAll({ byKind, pairs }: Tally): boolean {
  return pairs > 0 && KINDS.every((kind) => byKind.has(kind));
}

const catalogue = await loadCatalogue();

interface Tally {
  attacks: number;
  calls: number;
  steps: number;
  /** Calls that changed something. */
  effective: number;
  /** Lists that were compared with the oracle, and pairs of a hidden and a missing object. */
  lists: number;
  pairs: number;
  readonly byKind: Map<string, number>;
  readonly ways: Map<string, number>;
  readonly wrong: string[];
}

interface Search {
  readonly court: OpenCourt;
  readonly admin: Visit;
  readonly random: Random;
  readonly tally: Tally;
  /** Tokens that were made or renewed, by gpk. */
  readonly renewed: Map<string, Row>;
  now: Moment;
}

/** Accounts that act one after the other; tokens that one of them makes act too. */
interface Team {
  readonly tokens: Row[];
  readonly logins: Set<string>;
}

/** A service account or subaccount by its token, alone or with a person. */
function teamOf({ now, court, random, renewed }: Search): Team | null {
  const free = freeAccounts(now.facts).filter((row) => mayOnlyByLinks(now, row));
  const isPerson = (row: Row): boolean => row["is_svc"] !== true && row["parent_login_name"] === null;
  const services = free.filter((row) => row["is_svc"] === true);
  const subs = free.filter((row) => !isPerson(row) && row["is_svc"] !== true);
  const first = random.one(random.chance(60) && services.length > 0 ? services : subs);
  const second = random.chance(60) ? random.one(free.filter(isPerson)) : undefined;
  const logins = [first, second].flatMap((row) => (row === undefined ? [] : [str(row, "login_name")]));
  const tokens = (court.own["cntl.wapi_auth"] ?? [])
    .filter((row) => logins.includes(str(row, "login_name")))
    .map((row) => renewed.get(str(row, "gpk")) ?? row);
  return first === undefined ? null : { tokens, logins: new Set(logins) };
}

function visitBy({ court, now, tally }: Search, token: Row): Visit {
  const said = { disagree: (text: string) => tally.wrong.push(text), count: () => void tally.lists++ };
  return visitOf({ ...court, facts: now.facts }, { token, su: null, dryRun: false }, said);
}

/** Up to five calls of the team; each of them is judged by the rights of its sender, and all together by those of the team. */
async function attack(search: Search): Promise<void> {
  const { random, tally } = search;
  const team = teamOf(search);
  if (team === null) return;
  const start = search.now;
  const kind = kindOf(start, team);
  const count = 2 + random.below(4);
  let effective = 0;
  for (let n = 0; n < count && tally.wrong.length === 0; n++) {
    const token = team.tokens[(n + random.below(2)) % team.tokens.length];
    if (token === undefined) return;
    const visit = visitBy(search, token);
    const done = await callOf(search, visit);
    const made = done.filter(({ step }) => !step.name.endsWith(".list"));
    if (made.length === 0) continue;
    tally.effective++;
    effective++;
    tally.byKind.set(kind, (tally.byKind.get(kind) ?? 0) + 1);
    await judgeCall(search, visit, done);
    join(search, team, made);
  }
  const logins = [...team.logins];
  // A single call was judged by narrower rights.
  const gains = effective > 1 ? gainsOf(start, search.now, logins, logins) : [];
  for (const { login, right } of gains) tally.wrong.push(`${login} has ${right} by ${logins.join(" and ")}`);
  await ask(search, team);
}

/** For example `svc + main`. */
function kindOf(moment: Moment, { logins }: Team): string {
  return [...logins].map((login) => moment.rights(login).kind).join(" + ");
}

async function callOf(search: Search, visit: Visit): Promise<readonly Done[]> {
  const { now, random, tally } = search;
  const attempts = attemptsOf(now.facts, visit.who, random, `a${String(tally.calls)}`);
  const ways = Array.from({ length: 1 + random.below(3) }, (_, n) =>
    wayOf(attempts.next(), random, `w${String(tally.calls)}${String(n)}`),
  );
  const units = ways.map(({ unit }) => unit);
  const done = await attempt(visit, units, random.chance(60));
  tally.calls++;
  tally.steps += units.flat().length;
  for (const { way, unit } of ways)
    if (done.some(({ step }) => step === unit.at(-1))) tally.ways.set(way, (tally.ways.get(way) ?? 0) + 1);
  return done;
}

async function judgeCall(search: Search, visit: Visit, done: readonly Done[]): Promise<void> {
  const { court, tally } = search;
  const [before, rows] = [search.now, await readWorld(court, search.admin)];
  const after = momentOf(factsOf({ ...court.served, ...rows }));
  search.now = after;
  const { login } = visit.who;
  const who = [visit.who, rightsOf(after.facts, visit.caller)] as const;
  const told = [
    ...stolenTokens(before, login, done),
    ...gainsOf(before, after, [login], [login]).map((gain) => `${gain.login} has ${gain.right}`),
    ...leaks({ before, after, who, done }),
  ];
  const steps = JSON.stringify(done.map(({ step }) => step));
  for (const text of told) tally.wrong.push(`${text}, by ${login} with ${steps}`);
}

/** A token that a step made or renewed acts from now on; its account belongs to the team. */
function join({ renewed }: Search, team: Team, done: readonly Done[]): void {
  for (const { row } of done) {
    if (typeof row["token"] !== "string") continue;
    const token: Row = { ...row, "~user_name": row["login_name"] ?? null };
    renewed.set(str(row, "gpk"), token);
    const at = team.tokens.findIndex(({ gpk }) => gpk === row["gpk"]);
    if (at >= 0) team.tokens.splice(at, 1);
    team.tokens.push(token);
    team.logins.add(str(row, "login_name"));
  }
}

/** The rows that the members of the team can read at the end, and whether any answer reveals a hidden object. */
async function ask(search: Search, team: Team): Promise<void> {
  const { court, now, random, tally } = search;
  const token = random.one(team.tokens);
  const isFree = freeAccounts(now.facts).some((row) => row["login_name"] === token?.["login_name"]);
  const isThere = now.facts.first("cntl.wapi_auth", "gpk", token?.["gpk"]) !== undefined;
  if (token === undefined || !isFree || !isThere || tally.wrong.length > 0) return;
  const visit = visitBy(search, token);
  if (random.chance(25)) {
    const rows = Object.fromEntries(TYPES.map((type) => [type, now.facts.all(type)]));
    const { objects } = courtOf(court.http, { ...court.own, ...rows }, {});
    await readByGrammar({ ...visit, objects }, random);
  }
  for (let left = 2; left > 0; left--) await askForHidden(search, visit);
}

/** The same call for an object that is hidden and for one that does not exist. */
async function askForHidden({ now, random, tally, court }: Search, visit: Visit): Promise<void> {
  const type = random.one(TYPES) ?? "nd.bcd";
  const hidden = random.one(now.facts.all(type).filter((row) => !sees(visit.who, type, row, now.facts)));
  if (hidden === undefined || policyOf(type).read === "meta") return;
  const gpk = str(hidden, "gpk");
  const missing = gpk.replace(/\d+$/, "999999999");
  const unit = namingGpk(type, hidden, random);
  const answers: string[] = [];
  for (const name of [gpk, missing]) {
    const body = JSON.stringify(unit).replaceAll(`"${gpk}"`, `"${name}"`);
    const url = "/api/4.2/wapi/transaction/execute?dry_mode=true";
    const answer = await court.http.post(url, body, tokenText(visit.caller.token));
    if (answer.status === 200 && answer.lists.some((rows) => rows.some((row) => isOwnDeed(visit, row))))
      return;
    answers.push(`${String(answer.status)} ${answer.text.replaceAll(name, "GPK")}`);
  }
  tally.pairs++;
  if (answers[0] !== answers[1])
    tally.wrong.push(
      `${visit.name}: ${JSON.stringify(unit)} tells that ${gpk} exists: ${answers.join("\n")}`,
    );
}

/** A log entry of an action of the account itself, which shows it objects that are hidden now. */
function isOwnDeed({ who }: Visit, row: Row): boolean {
  return [row["actor_login_name"], row["login_name"]].some(
    (name) => name === who.actor || name === who.login,
  );
}

async function inWorld(number: number, tally: Tally, isOver: () => boolean): Promise<void> {
  const court = await openCourt(catalogue, number);
  const admin = visitAs(court, court.facts, court.own["cntl.mgr"]?.[0] ?? {}, tally.wrong);
  if (admin === null) throw new Error("the world has no administrator");
  const now = momentOf(factsOf({ ...court.served, ...(await readWorld(court, admin)) }));
  const search: Search = { court, admin, random: createRandom(number), tally, renewed: new Map(), now };
  for (let n = 0; n < ATTACKS_IN_A_WORLD && !isOver() && tally.wrong.length === 0; n++) {
    await attack(search);
    tally.attacks++;
  }
  await court.http.close();
}

describe("service accounts and subaccounts as attackers", () => {
  it(
    `[PERM-29] [PERM-22] gain no right, alone or with a person, in any member of the grammar, during a search of ${String(SECONDS)} s`,
    async () => {
      const tally: Tally = {
        attacks: 0,
        calls: 0,
        steps: 0,
        effective: 0,
        lists: 0,
        pairs: 0,
        byKind: new Map(),
        ways: new Map(),
        wrong: [],
      };
      const end = Date.now() + SECONDS * 1000;
      // Even a slow machine must do enough calls; otherwise the search proves nothing.
      const isOver = (): boolean =>
        Date.now() > end && tally.effective > 10 && tally.ways.size > 2 && tally.lists > 0 && hasAll(tally);
      let worlds = 0;
      for (; !isOver() && tally.wrong.length === 0; worlds++) await inWorld(SEED + worlds, tally, isOver);
      const { wrong, byKind, ways, ...figures } = tally;
      const text = JSON.stringify({
        worlds,
        ...figures,
        byKind: Object.fromEntries(byKind),
        ways: Object.fromEntries(ways),
      });
      process.stdout.write(`${text}\n`);
      expect(wrong.slice(0, 10)).toEqual([]);
      expect(tally.pairs).toBeGreaterThan(0);
      expect([...byKind.keys()]).toEqual(expect.arrayContaining([...KINDS]));
    },
    SECONDS * 1000 + 90_000,
  );
});
