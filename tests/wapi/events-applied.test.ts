import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Query, Tx } from "../../server/db/database.ts";
import { forgetOtherClusters, nextPiece, presentPlace } from "../../server/events/applied.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";

let world: TestDatabase;
beforeAll(async () => {
  world = await testDatabase();
});
afterAll(() => world.close());

const OPTIONS = { mode: "read write", statementTimeout: 60_000 } as const;
const HEAD = `insert into wapi.transaction (ts, actor_login_name, login_name, step_count)
  values (now(), 'ada', 'ada', 1)
  returning id::text`;

/** Writes a transaction with this number of entries about one object, as a call does. */
async function record(query: Query, gpk: string, count = 1, type = "nd.site"): Promise<string> {
  const [row] = await query.query<{ id: string }>(HEAD);
  const id = row?.id ?? "";
  await query.query(
    `insert into wapi.change_log (transaction_gfk, position, ts, actor_login_name, login_name, object_fq_name,
      object_gfk, object_title, "function")
      select $1, n, now(), 'ada', 'ada', $4, $2, 'x', 'update'
      from generate_series(0, $3::int - 1) n`,
    [id, gpk, count, type],
  );
  return id;
}

const commit = (gpk: string, count?: number, type?: string): Promise<string> =>
  world.db.transaction(OPTIONS, (tx) => record(tx, gpk, count, type));

/** A transaction that stays open until it is told to commit. */
async function slow(gpk: string): Promise<{ id: string; commit(): Promise<void> }> {
  const recorded = Promise.withResolvers<string>();
  const may = Promise.withResolvers<undefined>();
  const ended = world.db.transaction(OPTIONS, async (tx: Tx) => {
    recorded.resolve(await record(tx, gpk));
    await may.promise;
  });
  return {
    id: await recorded.promise,
    async commit() {
      may.resolve(undefined);
      await ended;
    },
  };
}

interface Read {
  readonly gpks: readonly (readonly string[])[];
  readonly next: string;
}

/** Reads a span in pieces. */
async function readAll(
  since: string,
  hidden: readonly string[] = [],
  until: string | null = null,
): Promise<Read> {
  const gpks: (readonly string[])[] = [];
  let [last, end] = ["0", until];
  for (;;) {
    const piece = await nextPiece(world.db, { since, until: end, last }, hidden);
    gpks.push(
      ...piece.applied.map(({ entries, isLarge }) => (isLarge ? ["large"] : entries.map(({ gpk }) => gpk))),
    );
    last = piece.applied.at(-1)?.id ?? last;
    end = piece.until;
    if (piece.isLast) return { gpks, next: piece.next };
  }
}

const here = (): Promise<string> => presentPlace(world.db).then(({ since }) => since);

describe("reading what was committed since a snapshot", () => {
  it("[API-136] finds each transaction once, in the order of their numbers", async () => {
    const since = await here();
    await commit("site-1");
    await commit("site-2");
    const first = await readAll(since);
    expect(first.gpks).toEqual([["site-1"], ["site-2"]]);
    expect((await readAll(first.next)).gpks).toEqual([]);
    await commit("site-3");
    expect((await readAll(first.next)).gpks).toEqual([["site-3"]]);
  });

  it("[API-136] neither waits for slow transactions nor leaves a gap for them", async () => {
    let since = await here();
    const told: string[] = [];
    const open = [await slow("slow-a"), await slow("slow-b")];
    for (let round = 0; round < 6; round++) {
      await commit(`quick-${String(round)}`);
      if (round === 2) await open[1]?.commit();
      if (round === 4) await open[0]?.commit();
      const { gpks, next } = await readAll(since);
      told.push(gpks.flat().join());
      since = next;
    }
    expect(told).toEqual(["quick-0", "quick-1", "slow-b,quick-2", "quick-3", "slow-a,quick-4", "quick-5"]);
  });

  it("[API-136] ends at the snapshot of its first piece, whatever is committed meanwhile", async () => {
    const since = await here();
    const waiting = await slow("late");
    await commit("early");
    const piece = await nextPiece(world.db, { since, until: null, last: "0" }, []);
    await waiting.commit();
    await commit("after");
    expect((await readAll(since, [], piece.until)).gpks).toEqual([["early"]]);
    const second = await readAll(piece.next);
    expect(second.gpks).toEqual([["late"], ["after"]]);
    expect((await readAll(second.next)).gpks).toEqual([]);
  });

  it("[API-136] a slow transaction is told once, and what overtook it is not told again", async () => {
    const since = await here();
    const waiting = await slow("overtaken");
    await commit("overtaking");
    const first = await readAll(since);
    await waiting.commit();
    const second = await readAll(first.next);
    expect([first.gpks, second.gpks]).toEqual([[["overtaking"]], [["overtaken"]]]);
    expect((await readAll(second.next)).gpks).toEqual([]);
  });

  it("[API-135] a dry run and a failed transaction leave nothing", async () => {
    const since = await here();
    await world.db.transaction({ ...OPTIONS, dryRun: true }, (tx) => record(tx, "dry"));
    const failing = world.db.transaction(OPTIONS, async (tx) => {
      await record(tx, "failed");
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await readAll(since)).toEqual({ gpks: [], next: since });
  });

  it("[API-135] leaves out entries of hidden types", async () => {
    const since = await here();
    await commit("tok-1", 1, "cntl.wapi_auth");
    await commit("site-9");
    expect((await readAll(since, ["cntl.wapi_auth"])).gpks).toEqual([[], ["site-9"]]);
  });

  it("[API-138] reads many transactions in pieces, and calls one with too many entries large", async () => {
    const since = await here();
    for (const count of [900, 900, 1_001, 1_000, 5_000, 1, 2_001]) await commit("site-1", count);
    const { gpks } = await readAll(since);
    expect(gpks.map((of) => (of[0] === "large" ? "large" : of.length))).toEqual([
      900,
      900,
      "large",
      1_000,
      "large",
      1,
      "large",
    ]);
  });

  it("[API-138] counts no further than to the limit", async () => {
    const since = await here();
    await world.db.query(
      `insert into wapi.transaction (ts, actor_login_name, login_name, step_count)
        select now(), 'ada', 'ada', 1
        from generate_series(1, 1500)`,
    );
    const piece = await nextPiece(world.db, { since, until: null, last: "0" }, []);
    expect([piece.count, piece.applied.length, piece.isLast]).toEqual([1_001, 200, false]);
  });

  it("[OPER-97] numbers of a restored dump are forgotten, and its transactions are never told", async () => {
    await commit("own");
    const since = await here();
    await world.db.query(
      `update wapi.transaction
        set xid = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 50)::text::xid8
        where id = (select max(id) from wapi.transaction)`,
    );
    await forgetOtherClusters(world.db);
    for (let n = 0; n < 60; n++) await world.db.query("select pg_current_xact_id()");
    await commit("later");
    expect((await readAll(since)).gpks).toEqual([["later"]]);
    expect(await world.db.query("select from wapi.transaction where xid is null")).toHaveLength(1);
  });

  it("[API-138] a place long ago, with any number, reads no more than could be told", async () => {
    await world.db.query(
      `insert into wapi.transaction (ts, actor_login_name, login_name, step_count)
        select now(), 'ada', 'ada', 1 from generate_series(1, 1500)`,
    );
    const piece = await nextPiece(world.db, { since: "3:3:", until: null, last: String(2 ** 40) }, []);
    expect([piece.count, piece.applied, piece.isLast]).toEqual([1_001, [], false]);
  });

  it("uses the index, however long the log is", async () => {
    await world.db.query("analyze wapi.transaction");
    // Other tests of the same PostgreSQL hold back the beginning of snapshots.
    const [last] = await world.db.query<{ xid: string }>(
      "select max(xid::text::bigint)::text as xid from wapi.transaction",
    );
    const plan = await world.db.query<{ "QUERY PLAN": string }>(
      "explain select t.id from wapi.transaction t where t.xid >= $1::text::xid8",
      [last?.xid],
    );
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("wapi_transaction_xid_idx");
  });
});
