import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { openEvents, type EventStream, type ToldChange } from "../support/event-stream.ts";
import { extent, seed } from "../support/extent.ts";
import { readWorld, visitAs } from "../support/rights-oracle/attacking.ts";
import { attemptsOf } from "../support/rights-oracle/attempts.ts";
import { changeOf } from "../support/rights-oracle/changes.ts";
import { execute, type Step, type Visit } from "../support/rights-oracle/court.ts";
import { factsOf, str, type Facts, type Rows } from "../support/rights-oracle/facts.ts";
import { freeAccounts, momentOf, TYPES, type Moment } from "../support/rights-oracle/gains.ts";
import { tokenText } from "../support/rights-oracle/load.ts";
import { openCourt, type OpenCourt } from "../support/rights-oracle/open.ts";
import { sees } from "../support/rights-oracle/oracle.ts";
import { createRandom, type Random } from "../support/rights-oracle/random.ts";

/** Changes of an administrator while accounts of a random world listen. */
const CHANGES = extent(60);
const SEED = seed(2207);
const LISTENERS = 12;

const catalogue = await loadCatalogue();

/** The world at one moment, with all its objects by their gpk. */
interface Stage {
  readonly moment: Moment;
  readonly objects: ReadonlyMap<string, { readonly type: string; readonly row: Row }>;
}

interface Entry extends ToldChange {
  readonly by: readonly string[];
}

async function stageOf(court: OpenCourt, admin: Visit): Promise<Stage> {
  const rows: Rows = await readWorld(court, admin);
  const all: Record<string, readonly Row[]> = { ...court.served };
  for (const [type, list] of Object.entries(rows)) all[type] = [...(court.served[type] ?? []), ...list];
  const objects = new Map(
    TYPES.flatMap((type) => (all[type] ?? []).map((row) => [str(row, "gpk"), { type, row }] as const)),
  );
  return { moment: momentOf(factsOf(all)), objects };
}

/** What the log has of the transactions that follow `after`. */
async function logged(court: OpenCourt, after: string): Promise<readonly Entry[]> {
  return court.http.db.query<Entry & Record<string, unknown>>(
    `select 'tx-' || l.transaction_gfk as transaction, l.object_fq_name as type, l.object_gfk as gpk, l."function" as fn,
      array[l.login_name, l.actor_login_name] as by
      from wapi.change_log l
      where l.transaction_gfk > $1::bigint
      order by l.transaction_gfk, l.position`,
    [after],
  );
}

const textOf = ({ transaction, type, fn, gpk }: ToldChange): string => `${transaction} ${type} ${fn} ${gpk}`;

/** Whether the account may read the object in this world; null if it does not exist there, or the oracle was not told of its type. */
function maySee({ moment, objects }: Stage, login: string, gpk: string): boolean | null {
  const found = objects.get(gpk);
  if (found === undefined) return null;
  const facts: Facts = moment.facts;
  return sees(moment.rights(login), found.type, found.row, facts);
}

/** Whether a permission shows the account the whole change log. */
function readsLog({ moment }: Stage, login: string): boolean {
  const { permissions } = moment.rights(login);
  return ["wapi.ro:change_log", "wapi.rw:change_log"].some((name) => permissions.has(name));
}

function judge(
  entries: readonly Entry[],
  told: ReadonlySet<string>,
  login: string,
  before: Stage,
  after: Stage,
) {
  const wrong: string[] = [];
  for (const entry of entries) {
    const isTold = told.has(textOf(entry));
    const [now, then] = [maySee(after, login, entry.gpk), maySee(before, login, entry.gpk)];
    const isOwn = entry.by.includes(login) || readsLog(after, login);
    const isHidden = entry.type.startsWith("cntl.wapi_auth");
    if (isHidden && isTold) wrong.push(`${login} is told of ${textOf(entry)}`);
    if (isHidden || !TYPES.some((type) => type === entry.type)) continue;
    const may = isOwn || now === true || (now === null && then === true);
    if (isTold && !may) wrong.push(`${login} may not read what it is told: ${textOf(entry)}`);
    // The last state of a deleted object may lack what its readers had the right by.
    if (!isTold && (isOwn || now === true)) wrong.push(`${login} is not told ${textOf(entry)}`);
  }
  return wrong;
}

function stepsOf(stage: Stage, random: Random, logins: readonly string[], mark: string): readonly Step[] {
  const { facts } = stage.moment;
  if (random.chance(40)) return changeOf(facts, logins, random);
  return [attemptsOf(facts, stage.moment.rights("m1"), random, mark).next()];
}

async function lastNumber(court: OpenCourt): Promise<string> {
  const [row] = await court.http.db.query<{ id: string }>(
    "select coalesce(max(id), 0)::text as id from wapi.transaction",
  );
  return row?.id ?? "0";
}

/** A change that everybody reads, behind all others. */
async function marked(admin: Visit, streams: readonly EventStream[]): Promise<void> {
  const answer = await execute(admin, [
    { name: "wapi.maint_state.create", new: { subject: "mark", ts_begin: "2030-01-01T00:00:00Z" } },
  ]);
  if ("fault" in answer) throw new Error(answer.fault);
  const gpk = str(answer.lists[0]?.[0], "gpk");
  await Promise.all(
    streams.map((one) => one.until(() => one.changes().some((change) => change.gpk === gpk))),
  );
}

interface Reader {
  readonly login: string;
  /** Its token. */
  readonly gpk: string;
  readonly stream: EventStream;
}

/** Readers whose token and account allow to go on. The streams of the others have ended. */
async function stillOpen(
  court: OpenCourt,
  { moment: { facts } }: Stage,
  readers: readonly Reader[],
): Promise<readonly Reader[]> {
  const tokens = await court.http.db.query<{ gpk: string }>("select 'tok-' || id as gpk from cntl.wapi_auth");
  const valid = new Set(tokens.map(({ gpk }) => gpk));
  const free = new Set(freeAccounts(facts).map((row) => str(row, "login_name")));
  const isOpen = ({ gpk, login }: Reader): boolean => valid.has(gpk) && free.has(login);
  for (const reader of readers) if (!isOpen(reader)) await reader.stream.ended;
  return readers.filter(isOpen);
}

describe("events, against the rights written down a second time", () => {
  it(
    `[API-137] over ${String(CHANGES)} changes no event tells more than its reader may read, and none is missing`,
    async () => {
      const random = createRandom(SEED);
      const court = await openCourt(catalogue, SEED);
      const address = await court.http.http.listen({ port: 0, host: "127.0.0.1" });
      const wrong: string[] = [];
      const admin = visitAs(court, court.facts, { login_name: "m1" }, wrong);
      if (admin === null) throw new Error("the administrator has no token");
      const free = new Set(freeAccounts(court.facts).map((row) => str(row, "login_name")));
      const tokens = (court.own["cntl.wapi_auth"] ?? []).filter(
        (row) => row["is_session"] === true && free.has(str(row, "login_name")) && row["login_name"] !== "m1",
      );
      let listeners: readonly Reader[] = await Promise.all(
        random.some(tokens, LISTENERS).map(async (token) => ({
          login: str(token, "login_name"),
          gpk: str(token, "gpk"),
          stream: await openEvents(address, tokenText(token)),
        })),
      );
      expect(listeners.map(({ stream }) => stream.status)).toEqual(listeners.map(() => 200));
      let [before, told, compared] = [await stageOf(court, admin), 0, 0];
      for (let change = 0; change < CHANGES; change++) {
        const last = await lastNumber(court);
        const logins = listeners.map(({ login }) => login);
        await execute(admin, stepsOf(before, random, logins, `t${String(change)}`));
        const after = await stageOf(court, admin);
        listeners = await stillOpen(court, after, listeners);
        const entries = await logged(court, last);
        await marked(
          admin,
          listeners.map(({ stream }) => stream),
        );
        for (const { login, stream } of listeners) {
          const texts = new Set(stream.changes().map(textOf));
          wrong.push(...judge(entries, texts, login, before, after));
          compared += entries.length;
          told += entries.filter((entry) => texts.has(textOf(entry))).length;
        }
        before = after;
      }
      for (const { stream } of listeners) stream.close();
      await court.http.close();
      console.log(`${String(compared)} pairs of account and entry, ${String(told)} told`);
      expect(wrong).toEqual([]);
      expect(told).toBeGreaterThan(CHANGES / 4);
      expect(compared - told).toBeGreaterThan(CHANGES / 4);
    },
    120_000 + CHANGES * 3_000,
  );
});
