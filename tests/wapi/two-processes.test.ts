import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createPool } from "../../server/db/pool.ts";
import type { Database } from "../../server/db/database.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { LOCK_WAITERS } from "../support/lock-waiters.ts";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Database;
let one: ServerProcess;
let other: ServerProcess;

beforeAll(async () => {
  database = await emptyDatabase();
  db = createPool({ connectionString: database.url }, 4);
  [one, other] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all([one.end("SIGTERM"), other.end("SIGTERM")]);
  await db.close();
  await database.drop();
});

function start(): Promise<ServerProcess> {
  return startProcess({ DATABASE_URL: database.url });
}

async function count(sql: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${sql}`);
  return row?.count ?? 0;
}

const SITES = "/api/4.2/nd/site/list";
const createSite = (name: string) => ({ name: "nd.site.create", new: { name } });

/** Runs calls while another writer has locked the first site. */
async function whileHeld<T>(work: (gpk: string) => Promise<T>): Promise<T> {
  const options = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;
  return db.transaction(options, async (tx) => {
    const [row] = await tx.query<{ id: string }>("select id from nd.site order by id limit 1 for update");
    return work(`site-${row?.id ?? ""}`);
  });
}

describe("two server processes on one database", () => {
  it("start at the same time on an empty database: tables, metadata and the demo campus are created once", async () => {
    expect(await count("netportal.definition")).toBe(1);
    expect(await count("cntl.mgr where login_name = 'ada'")).toBe(1);
    const [token, again] = [await one.signIn("ada"), await other.signIn("ada")];
    const [here, there] = [await one.get(SITES, token), await other.get(SITES, again)];
    expect(here.lists[0]?.length).toBeGreaterThan(0);
    expect(there.lists).toEqual(here.lists);
  });

  it("share tokens: a token from one process works at the other, and is refused there as soon as it is deleted", async () => {
    const token = await one.signIn("ada");
    expect((await other.get(SITES, token)).code).toBe("200");
    const { lists } = await one.get("/api/4.2/cntl/wapi_auth/list?is_own=true&is_session=true", token);
    const own = lists[0]?.toSorted(
      (a, b) => Number(textOf(b["gpk"]).slice(4)) - Number(textOf(a["gpk"]).slice(4)),
    )[0];
    const removed = await one.execute([{ name: "cntl.wapi_auth.delete", old: { gpk: own?.["gpk"] } }], token);
    expect(removed.code).toBe("200");
    expect((await other.get(SITES, token)).code).toBe("-20001/3");
  });

  it("share rights: a change at one process has effect at the other at once", async () => {
    const [ada, greta] = [await one.signIn("ada"), await other.signIn("greta")];
    const visible = async (): Promise<number> =>
      (await other.get("/api/4.2/nd/bcd/list?is_own=true", greta)).lists[0]?.length ?? -1;
    const before = await visible();
    const { lists } = await one.get("/api/4.2/cntl/group/list", ada);
    const groups = lists[0]?.map((row) => textOf(row["name"])) ?? [];
    const mine = (await one.get("/api/4.2/cntl/mgr2group/list?login_name=greta", ada)).lists[0] ?? [];
    const names = new Set(mine.map((row) => textOf(row["group_name"])));
    const [owned] = await db.query<{ name: string }>(
      `select g.name from cntl."group" g join nd.bcd2group l on l.group_name = g.id where g.name <> all($1) limit 1`,
      [[...names]],
    );
    expect(groups).toContain(owned?.name);
    const member = { login_name: "greta", group_name: owned?.name };
    for (let round = 0; round < 3; round++) {
      expect((await one.execute([{ name: "cntl.mgr2group.create", new: member }], ada)).code).toBe("200");
      expect(await visible()).toBeGreaterThan(before);
      expect((await one.execute([{ name: "cntl.mgr2group.delete", old: member }], ada)).code).toBe("200");
      expect(await visible()).toBe(before);
    }
  });

  it("share progress: the other process shows it, and refuses a name that is in use", async () => {
    const token = await one.signIn("ada");
    const asked = async (): Promise<unknown> =>
      (await other.get("/api/4.2/wapi/transaction/progress?call_id=c-1", token)).lists[0]?.[0];
    const running = await whileHeld(async (gpk) => {
      const steps = [
        ...Array.from({ length: 2_500 }, (_, at) => createSite(`progress ${String(at)}`)),
        { name: "nd.site.update", old: { gpk }, new: { name: "Held" } },
      ];
      const call = one.execute(steps, token, "?call_id=c-1");
      await vi.waitFor(
        async () => expect(await asked()).toMatchObject({ state: "running", step_done: 2_000 }),
        { timeout: 30_000, interval: 100 },
      );
      const taken = await other.execute([], token, "?call_id=c-1");
      expect(taken.code).toBe("-20030/1");
      return { call };
    });
    expect((await running.call).code).toBe("200");
    expect(await asked()).toMatchObject({ state: "committed", step_count: 2_501, step_done: 2_501 });
  });

  it("keep names unique if both write", async () => {
    const [here, there] = [await one.signIn("ada"), await other.signIn("ada")];
    const codes = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const name = `both ${String(at >> 1)}`;
        const said =
          at % 2 === 0
            ? await one.execute([createSite(name)], here)
            : await other.execute([createSite(name)], there);
        return said.code;
      }),
    );
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 30 }, () => "-20030/1"),
      ...Array.from({ length: 30 }, () => "200"),
    ]);
    expect(await count("nd.site where name like 'both %'")).toBe(30);
  });

  it("are independent: after one process is killed, the other continues, and a new process joins", async () => {
    const token = await other.signIn("ada");
    const lost = await whileHeld(async (gpk) => {
      const call = one.execute(
        [createSite("lost"), { name: "nd.site.update", old: { gpk }, new: { name: "Lost" } }],
        token,
        "?call_id=lost",
      );
      await vi.waitFor(async () => expect(await count(LOCK_WAITERS)).toBe(1), {
        timeout: 20_000,
        interval: 50,
      });
      await one.end("SIGKILL");
      const answer = await call;
      expect((await other.execute([createSite("after the kill")], token)).code).toBe("200");
      return answer.code;
    });
    expect(lost).toBe("lost");
    await vi.waitFor(async () => expect(await count("nd.site where name = 'lost'")).toBe(0), {
      timeout: 10_000,
    });
    expect(await count("nd.site where name = 'after the kill'")).toBe(1);
    one = await start();
    expect((await one.get(SITES, token)).code).toBe("200");
  });
});

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new Error(`no text: ${JSON.stringify(value)}`);
  return value;
}
