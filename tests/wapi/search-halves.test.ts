import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTerm } from "#core/search/read-term";
import { searchSteps } from "#core/search/search-steps";
import { toAscii } from "../../src/editor/screen/to-ascii.ts";
import { createApp } from "../../server/app.ts";
import { Cancelled } from "../../server/db/cancel.ts";
import { readBoth } from "../../server/db/both.ts";
import { CONNECTIONS, FOR_EACH_HALF, type Database, type Query } from "../../server/db/database.ts";
import { createStatementNames } from "../../server/db/statement-names.ts";
import type { End } from "../../server/db/transaction.ts";
import { createYielding } from "../../server/db/yielding.ts";
import { LIMITS } from "#contract/limits";
import { demoWorld, refusedWith, type DemoWorld } from "../support/demo-world.ts";
import { LOCK_WAITERS } from "../support/lock-waiters.ts";
import { portalCatalogue } from "../support/portal-catalogue.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { tokenOf, type SentStep } from "../support/small-world.ts";

const catalogue = await portalCatalogue();
let world: DemoWorld;
let writer: pg.Client;

beforeAll(async () => {
  world = await demoWorld();
  writer = new pg.Client({ connectionString: world.url });
  await writer.connect();
}, 240_000);
afterAll(async () => {
  await writer.end();
  await world.close();
});

/** The steps of a global search, as the portal sends them. */
function stepsFor(text: string, isOwn: boolean): readonly SentStep[] {
  const reading = readTerm(text, []);
  if (reading.kind !== "search") throw new Error(`${text} is not searched`);
  return searchSteps(reading, { isOwn, limit: 10 }, { catalogue, toAscii }).map(({ step }) => step);
}

async function answerOf(login: string, steps: readonly SentStep[]): Promise<string> {
  return (await world.send(login, "dict_mode=true", steps)).body;
}

/** Opens the second connection, which the first search of a server does without. */
async function warmed(): Promise<void> {
  const isOpen = (): boolean => halves().idle > 0;
  await answerOf("ada", stepsFor("example", true));
  await expect.poll(isOpen, SOON).toBe(true);
}

function halves() {
  const state = world.db.pools().find(({ pool }) => pool === "halves");
  if (state === undefined) throw new Error("no connections for halves");
  return state;
}

/** Less than the time limit of a search. */
const SOON = { timeout: LIMITS.searchTime - 500 };

/** Statements that wait for a lock. */
async function waiters(): Promise<number> {
  const [row] = await world.db.reserved.query<{ n: number }>(
    `select count(*)::int as n from ${LOCK_WAITERS}`,
  );
  return row?.n ?? 0;
}

/** Holds all lists of names and of buildings while the work runs: one is in each half of a search. */
async function holding<T>(work: () => Promise<T>): Promise<T> {
  await writer.query("begin; lock table dns.fqdn, nd.bldg in access exclusive mode");
  try {
    return await work();
  } finally {
    await writer.query("rollback");
  }
}

const TERMS = ["example", "-0", "e", "Gebäude", "10", "198.51.100.7", "aa:bb:cc:dd:ee:ff", "s/^a.*e"];

describe("a search of many lists", () => {
  it.each(["ada", "otto", "greta"])(
    "[API-131] answers %s with the same bytes as separate lists",
    async (login) => {
      await warmed();
      for (const term of TERMS)
        for (const isOwn of [true, false]) {
          const steps = stepsFor(term, isOwn);
          const parts: string[] = [];
          for (const step of steps) parts.push((await answerOf(login, [step])).slice(1, -1));
          expect(await answerOf(login, steps), `${login} ${term}`).toBe(`{${parts.join(",")}}`);
        }
    },
  );

  it("[API-131] is read on two connections at once, or on one if the second connection is in use", async () => {
    await warmed();
    const [first, second] = await holding(async () => {
      const one = answerOf("ada", stepsFor("example", true));
      await expect.poll(waiters, SOON).toBe(2);
      expect(halves().inUse).toBe(1);
      const other = answerOf("ada", stepsFor("example", true));
      await expect.poll(waiters, SOON).toBe(3);
      return [one, other];
    });
    expect(await first).toBe(await second);
    expect(halves()).toMatchObject({ inUse: 0, waiting: 0 });
  });

  it("[API-132] uses the second connection while exactly half of the others are free", async () => {
    await warmed();
    const release = Promise.withResolvers<undefined>();
    const others = Array.from({ length: 5 }, () =>
      world.db.transaction({ mode: "read only", statementTimeout: 60_000 }, () => release.promise),
    );
    const [answer] = await holding(async () => {
      const one = answerOf("ada", stepsFor("example", true));
      await expect.poll(waiters, SOON).toBe(2);
      expect(halves().inUse).toBe(1);
      return [one];
    });
    release.resolve(undefined);
    await Promise.all(others);
    expect(await answer).toContain("example");
  });

  it("[API-132] uses no second connection while others use more than half of them", async () => {
    await warmed();
    const release = Promise.withResolvers<undefined>();
    const others = Array.from({ length: 6 }, () =>
      world.db.transaction({ mode: "read only", statementTimeout: 60_000 }, () => release.promise),
    );
    const answer = await holding(async () => {
      const one = answerOf("ada", stepsFor("example", true));
      await expect.poll(waiters, SOON).toBe(1);
      expect(halves().inUse).toBe(0);
      return [one];
    });
    release.resolve(undefined);
    await Promise.all(others);
    expect(await answer[0]).toBe(await answerOf("ada", stepsFor("example", true)));
    // A process has as many connections for second halves as this.
    expect(CONNECTIONS / FOR_EACH_HALF).toBe(2);
  });

  it("[API-131] reads the state of one moment, even if others write between the begins of its halves", async () => {
    await warmed();
    const steps = stepsFor("moment", false);
    let written = 0;
    const writing: Database = {
      ...world.db,
      readBoth: (options, one, other) =>
        world.db.readBoth(options, one, async (query) => {
          expect(halves().inUse).toBe(1);
          await write(`moment ${String(++written)}`);
          return other(query);
        }),
    };
    const call = callsOn(writing);
    await write("moment 0");
    for (let n = 0; n < 5; n++) {
      const found: unknown = JSON.parse(String(await call("ada", steps)));
      for (const [table, name, by] of WRITTEN)
        expect(found).toMatchObject({
          [`${table} ${name}_regexp_ic ${by}`]: [{ [name]: `moment ${String(n)}` }],
        });
    }
    expect(written).toBe(5);
  });
});

async function write(text: string): Promise<void> {
  await writer.query("begin");
  for (const [table, name] of WRITTEN)
    await writer.query(`update ${table} set ${name} = $1 where id = (select min(id) from ${table})`, [text]);
  await writer.query("commit");
}

/** Texts that are searched in lists of both halves. */
const WRITTEN = [
  ["nd.site", "title", "name"],
  ["nd.bldg", "title", "name"],
  ["nd.room", "description", "words"],
  ["nd.vlan", "description", "words"],
  ["nd.bcd", "description", "words"],
  ["nd.device", "description", "words"],
  ["nd.ip_subnet", "description", "words"],
  ["dns.fqdn", "description", "words"],
] as const;

describe("a search of many lists that ends early", () => {
  it("[API-133] is cancelled on both connections", async () => {
    await warmed();
    const call = callsOn(world.db);
    await call("ada", [{ name: "nd.site.list" }]);
    await holding(async () => {
      const gone = new AbortController();
      const said = call("ada", stepsFor("example", true), gone.signal);
      const failed = said.catch((error: unknown) => error);
      await expect.poll(waiters, SOON).toBe(2);
      gone.abort();
      expect(await failed).toBeInstanceOf(Cancelled);
      expect(await waiters()).toBe(0);
    });
    expect(halves()).toMatchObject({ inUse: 0, idle: 1 });
    expect(await answerOf("ada", stepsFor("example", true))).toContain("example");
  });

  it("[API-133] is refused at its first list after the time limit of searches", async () => {
    await warmed();
    const steps = stepsFor("example", true);
    const refused = await holding(() => refusedWith(world.send("ada", "dict_mode=true", steps)));
    expect(refused).toMatchObject({
      error: { name: "time_limit" },
      details: { limit_s: LIMITS.searchTime / 1000 },
      traceback: { transaction_statement: { position: 0 } },
    });
    expect(await waiters()).toBe(0);
    expect(halves().inUse).toBe(0);
  });

  it("[API-133] is read again with the rights of the moment of the second read", async () => {
    await warmed();
    const steps = stepsFor("example", true);
    const before = await answerOf("otto", steps);
    const units = await world.rows("ada", "cntl.mgr2ou.list", { login_name: "otto" });
    const leaving = units.map(({ ou = null }) => ({
      name: "cntl.mgr2ou.delete",
      old: { login_name: "otto", ou },
    }));
    let reads = 0;
    const moving: Database = {
      ...world.db,
      async readBoth(options, one, other) {
        reads += 1;
        if (reads === 1) await world.execute("ada", leaving);
        return world.db.readBoth(options, one, other);
      },
    };
    const found = await callsOn(moving)("otto", steps);
    expect(reads).toBe(2);
    expect(found).not.toBe(before);
    expect(found).toBe(await answerOf("otto", steps));
  });
});

describe("two parts of a reading call", () => {
  it("[API-131] read the state of the same moment, even if the second part begins later", async () => {
    await warmed();
    const titles = async (query: Query): Promise<unknown> =>
      query.query("select id, title from nd.site order by id");
    const before = await titles(world.db);
    const options = { mode: "read only", readsFirst: true, statementTimeout: 10_000 } as const;
    const found = await world.db.readBoth(options, titles, async (query) => {
      expect(halves().inUse).toBe(1);
      await writer.query("update nd.site set title = 'later' where id = (select min(id) from nd.site)");
      return titles(query);
    });
    expect(found).toEqual([before, before]);
    expect(await titles(world.db)).not.toEqual(before);
  });

  it("[API-131] are read on the first connection if the second leads to another server", async () => {
    const elsewhere = await emptyDatabase();
    const config = { connectionString: world.url };
    const first = new pg.Pool({ ...config, pipeline: true, max: 4 });
    const second = new pg.Pool({ connectionString: elsewhere.url, pipeline: true, max: 1 });
    const yielding = createYielding(config);
    const resultOf = <T>(end: End<T>): T => {
      if (end.kind === "open") throw end.cause;
      return end.result;
    };
    const options = {
      mode: "read only",
      readsFirst: true,
      statementTimeout: 10_000,
      ends: performance.now() + 10_000,
      names: createStatementNames(10_000, () => 0),
      yielding,
    } as const;
    const place = async (query: Query): Promise<unknown> =>
      (await query.query("select current_database() as place, txid_current_snapshot()::text as moment"))[0];
    try {
      await second.query("select");
      const [one, other] = await readBoth({ first, second, config, resultOf }, options, place, place);
      expect(one).toEqual(other);
      expect(one).toMatchObject({ place: new URL(world.url).pathname.slice(1) });
      expect([first.idleCount, second.idleCount]).toEqual([1, 1]);
    } finally {
      await Promise.all([first.end(), second.end(), yielding.close()]);
      await elsewhere.drop();
    }
  });
});

/** Sends calls to a separate server. `signal` abandons a call. */
function callsOn(db: Database) {
  const { executor } = createApp({ db, catalogue: world.catalogue, accessMode: "rw", log: console.error });
  return async (login: string, steps: readonly SentStep[], signal?: AbortSignal): Promise<unknown> => {
    const { body } = await executor.call({
      target: { kind: "execute" },
      token: tokenOf(login),
      query: new URLSearchParams("dict_mode=true"),
      body: JSON.stringify(steps),
      ...(signal && { signal }),
    });
    return body;
  };
}
