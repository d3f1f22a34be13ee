import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createPool } from "../../server/db/pool.ts";
import { faultOfSql } from "../../server/sql/fault.ts";
import { createActorResolver } from "../../server/access/resolve.ts";
import { createExecutor } from "../../server/wapi/call/execute.ts";
import { callsOf, codeOf, smallWorld, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;

beforeAll(async () => {
  world = await smallWorld();
  await world.db.query(
    `insert into nd.bcd (name, description) select 'bcd' || i, (select string_agg(md5(i || '-' || n), '') from generate_series(1, 300) n)
     from generate_series(1, 2000) i`,
  );
}, 120_000);

afterAll(() => world.close());

const options = { mode: "read only", dryRun: false } as const;

/** The fault that the client gets for an error of the database. */
async function told(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return faultOfSql(error, world.catalogue)?.fault;
}

describe("running time (wire contract 1.8)", () => {
  it("all statements of a transaction together are bounded", async () => {
    let count = 0;
    const work = world.db.transaction({ ...options, statementTimeout: 400 }, async (tx) => {
      for (; count < 50; count++) await tx.query("select pg_sleep(0.1)");
    });
    expect(await told(work)).toBe("time_limit");
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(10);
  });

  it("a statement outside of transactions is bounded", async () => {
    const db = createPool({ connectionString: world.url }, 1, 200);
    expect(await told(db.query("select pg_sleep(20)"))).toBe("time_limit");
    expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
    await db.close();
  });

  it("a long answer that does not begin is bounded too", async () => {
    const late = { sql: "select pg_sleep(20)::text", params: [], firstWithin: 200 };
    expect(await told(world.db.copy(late))).toBe("time_limit");
    const parts: Buffer[] = [];
    const soon = { sql: "select $1::text", params: ["'{}\\"], firstWithin: 10_000 };
    for await (const part of await world.db.copy(soon)) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe("'{}\\\n");
  });

  it("an expression that takes too long ends, and other calls are answered in the meantime", async () => {
    const hasty: Database = {
      ...world.db,
      transaction: (given, work) => world.db.transaction({ ...given, statementTimeout: 500 }, work),
    };
    const resolver = createActorResolver(hasty, world.catalogue, () => undefined);
    const parts = { db: hasty, catalogue: world.catalogue, resolver, accessMode: "rw" } as const;
    const { get } = callsOf(createExecutor(parts));
    const began = performance.now();
    const slow = get("ada", "nd.bcd.list", { description_regexp: "[0-7].{90}[a-f].{90}Y" });
    const others = Array.from({ length: 5 }, () => get("ada", "nd.site.list"));
    expect((await Promise.all(others)).map(codeOf)).toEqual(["200", "200", "200", "200", "200"]);
    const meanwhile = performance.now() - began;
    const said = await slow;
    expect(codeOf(said)).toBe("-20910/5");
    expect(said.ok ? null : said.exception).toMatchObject({
      details: { limit_s: 5 },
      description: expect.stringContaining("regulärem Ausdruck hat 5 Sekunden") as unknown,
      hint: expect.stringContaining("Ausdruck genauer") as unknown,
    });
    const whole = performance.now() - began;
    expect(whole).toBeGreaterThan(450);
    expect(whole).toBeLessThan(10_000);
    expect(meanwhile).toBeLessThan(whole);
  });
});
