import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Row } from "#contract/wire/json";
import { composeHttp } from "../../server/http/compose.ts";
import { readSettings } from "../../server/http/settings.ts";
import { createPool } from "../../server/db/pool.ts";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

const EXECUTE = "/api/4.2/wapi/transaction/execute";
const PROGRESS = "/api/4.2/wapi/transaction/progress";

const WRITING = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;

let world: HttpWorld;
let ada: string;
let site: string;

beforeAll(async () => {
  world = await httpWorld();
  ada = await world.signIn("ada");
  const [row] = await world.db.query<{ id: string }>("select id from nd.site order by id limit 1");
  site = row?.id ?? "";
});
afterAll(() => world.close());

const created = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => ({
    name: "nd.site.create",
    new: { name: `${prefix} ${String(at)}` },
  }));

async function progress(callId: string, token = ada): Promise<Row | undefined> {
  const { lists } = await world.get(`${PROGRESS}?call_id=${callId}`, token);
  return lists[0]?.[0];
}

/** Runs a call whose last step waits for the work, as if another writer held the row. */
async function whileWaiting<T>(url: string, steps: readonly object[], work: () => Promise<T>): Promise<T> {
  const last = { name: "nd.site.update", old: { gpk: `site-${site}` }, new: { name: "Waited for" } };
  let answer: ReturnType<HttpWorld["post"]> | undefined;
  const done = await world.db.transaction(WRITING, async (tx) => {
    await tx.query("select from nd.site where id = $1 for update", [site]);
    answer = world.post(url, [...steps, last], ada);
    return work();
  });
  expect((await answer)?.status).toBe(200);
  return done;
}

/** Holds a row as another writer would. */
async function hold(table: string, column: string, key: string | undefined) {
  const { promise: released, resolve } = Promise.withResolvers<null>();
  const { promise: held, resolve: tell } = Promise.withResolvers<number | undefined>();
  const holding = world.db.transaction(WRITING, async (tx) => {
    const rows = await tx.query<{ pid: number }>(
      `select pg_backend_pid() as pid from ${table} where ${column} = $1 for update`,
      [key],
    );
    tell(rows[0]?.pid);
    return released;
  });
  const pid = await held;
  return {
    /** Waits until somebody waits for the row. */
    blocks: () =>
      vi.waitFor(async () => {
        const waiting = "select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))";
        expect(await world.db.query(waiting, [pid])).toHaveLength(1);
      }, 20_000),
    release: () => {
      resolve(null);
      return holding;
    },
  };
}

describe("progress of a long call", () => {
  it("is shown while it runs, by every server process, to the token that sent it", async () => {
    const db = createPool({ connectionString: world.url }, 2);
    const { catalogue } = world;
    const build = { version: "1.2.3", versionName: "Ahorn", commit: "3f2c9ab" };
    const portalFolder = "/nowhere";
    const settings = readSettings({}, portalFolder);
    const other = await composeHttp({ db, catalogue, settings, build, portalFolder, log: vi.fn() });
    const second = await world.signIn("ada");
    await whileWaiting(`${EXECUTE}?call_id=c-1`, created(4_500, "long"), async () => {
      await vi.waitFor(async () => expect((await progress("c-1"))?.["step_done"]).toBe(4_000), 20_000);
      const row = { call_id: "c-1", state: "running", step_count: 4_501, step_done: 4_000 };
      const headers = { authorization: `Bearer ${ada}` };
      for (const url of [PROGRESS, "/4.2/wapi/transaction/progress"]) {
        const told = await other.inject({ url: `${url}?call_id=c-1`, headers });
        expect(told.json()).toEqual([[row]]);
      }
      expect(await progress("c-1", second)).toBeUndefined();
      expect(await progress("c-2")).toBeUndefined();
    });
    await other.close();
    await db.close();
    const end = { call_id: "c-1", state: "committed", step_count: 4_501, step_done: 4_501 };
    expect(await progress("c-1")).toEqual(end);
  }, 60_000);

  it("is not left behind by steps that end while an earlier note is still being written", async () => {
    const [first, second] = await world.db.query<{ id: string; gpk: string }>(
      "select id, 'site-' || id as gpk from nd.site order by id desc limit 2",
    );
    const waitsFor = (site: typeof first) => ({
      name: "nd.site.update",
      old: { gpk: site?.gpk ?? "" },
      new: { title: "Waited for" },
    });
    // A list causes the steps before it to be executed and counted.
    const list = { name: "nd.site.list", old: { name: "early 1" } };
    const steps = [
      ...created(10, "early"),
      waitsFor(first),
      list,
      ...created(10, "late"),
      list,
      waitsFor(second),
    ];
    const [early, late] = [await hold("nd.site", "id", first?.id), await hold("nd.site", "id", second?.id)];
    const answer = world.post(`${EXECUTE}?call_id=behind`, steps, ada);
    await vi.waitFor(async () => expect(await progress("behind")).toBeDefined(), 20_000);
    const note = await hold("netportal.progress", "call_id", "behind");
    await note.blocks();
    await early.release();
    await late.blocks();
    await note.release();
    await vi.waitFor(async () => expect((await progress("behind"))?.["step_done"]).toBe(23), 10_000);
    await late.release();
    expect((await answer).status).toBe(200);
    expect(await progress("behind")).toMatchObject({ state: "committed", step_done: 24 });
  }, 60_000);

  it("is marked as committed by the transaction of the call itself, so a kill cannot separate them", async () => {
    expect((await world.post(`${EXECUTE}?call_id=c-atomic`, created(1, "atomic"), ada)).status).toBe(200);
    const rows = await world.db.query(
      `select p.state, p.step_done from netportal.progress p join wapi.transaction t on t.xmin::text = p.xmin::text
       where p.call_id = 'c-atomic' and t.steps->0->'new'->>'name' = 'atomic 0'`,
    );
    expect(rows).toEqual([{ state: "committed", step_done: 1 }]);
  });

  it("a name that a running call of the token uses is refused", async () => {
    const second = await world.signIn("ada");
    await whileWaiting(`${EXECUTE}?call_id=busy&dry_mode=true`, [], async () => {
      await vi.waitFor(async () => expect((await progress("busy"))?.["state"]).toBe("running"), 20_000);
      const again = await world.post(`${EXECUTE}?call_id=busy`, [], ada);
      expect([again.status, again.fault]).toEqual([400, "-20030/1"]);
      expect(again.exception.details).toMatchObject({ attribute_list: ["call_id"], value_list: ["busy"] });
      expect((await world.post(`${EXECUTE}?call_id=busy`, [], second)).status).toBe(200);
    });
    expect(await progress("busy")).toMatchObject({ state: "rolled_back", step_done: 1 });
    expect((await world.post(`${EXECUTE}?call_id=busy`, [], ada)).status).toBe(200);
    expect(await progress("busy")).toMatchObject({ state: "committed", step_count: 0 });
  }, 60_000);

  it("says that a call failed", async () => {
    const steps = [...created(2, "failing"), ...created(1, "failing")];
    expect((await world.post(`${EXECUTE}?call_id=f`, steps, ada)).fault).toBe("-20030/1");
    expect(await progress("f")).toMatchObject({ state: "failed", step_count: 3 });
    expect((await world.post(`${EXECUTE}?call_id=f`, {}, ada)).fault).toBe("-20900/1");
    expect(await progress("f")).toMatchObject({ state: "failed", step_count: 0 });
  });

  it("is shown for ten minutes after the end", async () => {
    await world.post(`${EXECUTE}?call_id=old`, [], ada);
    const [row] = await world.db.query<{ left: number }>(
      "select extract(epoch from kept_until - now())::float as left from netportal.progress where call_id = 'old'",
    );
    expect(row?.left).toBeGreaterThan(590);
    expect(row?.left).toBeLessThanOrEqual(600);
    await world.db.query("update netportal.progress set kept_until = now() - interval '1 second'");
    expect(await progress("old")).toBeUndefined();
    await world.post(`${EXECUTE}?call_id=new`, [], ada);
    const rows = await world.db.query("select call_id from netportal.progress");
    expect(rows).toEqual([{ call_id: "new" }]);
  });

  it("a call removes more expired rows than it adds, but never so many that it is slow", async () => {
    await world.db.query(
      `insert into netportal.progress (token, call_id, state, step_count, step_done, kept_until)
       select 0, 'gone-' || i, 'committed', 1, 1, now() - i * interval '1 minute' from generate_series(1, 30) i`,
    );
    const gone = () => world.db.query("select from netportal.progress where call_id like 'gone-%'");
    await world.post(`${EXECUTE}?call_id=first`, [], ada);
    expect(await gone()).toHaveLength(20);
    for (const name of ["second", "third"]) await world.post(`${EXECUTE}?call_id=${name}`, [], ada);
    expect(await gone()).toEqual([]);
  });

  it.each([
    ["", "-20040/1"],
    ["?call_id=", "-20040/5"],
    [`?call_id=${"x".repeat(65)}`, "-20040/4"],
    ["?call_id=a&other=1", "-20900/4"],
  ])("the query %s is refused", async (query, fault) => {
    expect((await world.get(`${PROGRESS}${query}`, ada)).fault).toBe(fault);
    if (query !== "") expect((await world.post(`${EXECUTE}${query}`, [], ada)).fault).toBe(fault);
  });

  it("is described, needs a token, and cannot be a step", async () => {
    expect((await world.get(`${PROGRESS}?call_id=x`)).fault).toBe("-20001/1");
    expect((await world.post(PROGRESS, {}, ada)).status).toBe(405);
    const step = await world.post(EXECUTE, [{ name: "wapi.transaction.progress" }], ada);
    expect(step.fault).toBe("-20900/2");
    const { lists } = await world.get("/api/4.2/wapi/function/list?fq_name=wapi.transaction.progress", ada);
    expect(lists[0]?.[0]).toMatchObject({
      is_data_manipulating: false,
      parameters: { call_id: { data_type: "text", old: { isRequired: true } } },
    });
    const { text } = await world.get("/api/4.2/openapi.json");
    expect(JSON.parse(text)).toMatchObject({
      paths: { "/wapi/transaction/progress": { get: { parameters: [{ name: "call_id", required: true }] } } },
    });
    expect((await world.get("/api/4.2/transaction_json_schema.json")).text).not.toContain("progress");
  });
});
