import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { textIn } from "#contract/wire/json";
import type { Database } from "../../server/db/database.ts";
import { testDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { LOCK_WAITERS } from "../support/lock-waiters.ts";

const SITES = "/api/4.2/nd/site/list";
const UNITS = "/api/4.2/org/unit/list";
const WAITING = `select count(*)::int as count from ${LOCK_WAITERS}`;

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Database;
let server: ServerProcess;
let ada = "";
let otto = "";
beforeAll(async () => {
  database = await testDatabase({ demo: true });
  ({ db } = database);
  server = await startProcess({ DATABASE_URL: database.url });
  [ada, otto] = [await server.signIn("ada"), await server.signIn("otto")];
});
afterAll(async () => {
  await server.end("SIGTERM");
  await database.close();
});

/** Runs the work while the table or its first row is locked, so that calls that need it take as long as the work. */
async function whileHeld<T>(what: "table" | "row", work: () => Promise<T>): Promise<T> {
  const options = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;
  return db.transaction(options, async (tx) => {
    const row = "select from nd.site order by id limit 1 for update";
    await tx.query(what === "table" ? "lock table nd.site in access exclusive mode" : row);
    return work();
  });
}

async function untilWaiting(count: number): Promise<void> {
  await vi.waitFor(async () => expect((await db.query<{ count: number }>(WAITING))[0]?.count).toBe(count), {
    timeout: 20_000,
    interval: 20,
  });
}

async function timed<T>(work: Promise<T>): Promise<{ said: T; ms: number }> {
  const began = performance.now();
  const said = await work;
  return { said, ms: performance.now() - began };
}

describe("slow calls of one user", () => {
  it("run six at a time: other users get answers in the meantime, and every call gets its answer", async () => {
    await server.get(UNITS, otto);
    const calls = await whileHeld("table", async () => {
      const slow = Array.from({ length: 16 }, () => server.get(SITES, ada));
      await untilWaiting(6);
      const { said, ms } = await timed(server.get(UNITS, otto));
      expect(said.code).toBe("200");
      expect(ms).toBeLessThan(500);
      await untilWaiting(6);
      return { slow };
    });
    expect((await Promise.all(calls.slow)).map(({ code }) => code)).toEqual(
      Array.from({ length: 16 }, () => "200"),
    );
  });

  it("do not delay other users, even if they write with several tokens and wait for each other", async () => {
    const [row] = await db.query<{ id: string; title: string | null }>(
      "select id, title from nd.site order by id limit 1",
    );
    const gpk = `site-${row?.id ?? ""}`;
    const tokens = [ada, await server.signIn("ada"), await server.signIn("ada")];
    const calls = await whileHeld("row", async () => {
      const slow = Array.from({ length: 30 }, (_, at) =>
        server.execute(
          [{ name: "nd.site.update", old: { gpk }, new: { title: `title ${String(at)}` } }],
          tokens[at % 3] ?? ada,
        ),
      );
      await untilWaiting(6);
      const { said, ms } = await timed(server.get(UNITS, otto));
      expect(said.code).toBe("200");
      expect(ms).toBeLessThan(500);
      return { slow };
    });
    expect(new Set((await Promise.all(calls.slow)).map(({ code }) => code))).toEqual(new Set(["200"]));
  });
});

/** Tokens of one person under all accounts: own subaccounts, and a service account whose token this person generated. */
async function allTokensOf(main: string): Promise<readonly string[]> {
  const subs = ["one", "two", "three"].map((sub_id) => ({ name: "cntl.mgr.create", new: { sub_id } }));
  const accounts = [...["one", "two", "three"].map((sub) => `otto-${sub}`), "svc-dns"];
  const tokens = accounts.map((login_name) => ({ name: "cntl.wapi_auth.create", new: { login_name } }));
  const { code, lists } = await server.execute([...subs, ...tokens], main);
  expect(code).toBe("200");
  return [main, ...lists.slice(subs.length).map((list) => textIn(list[0]?.["token"]))];
}

/** The slowest of several answers to another person: lists, changes and sign-ins, in ms. */
async function slowestFor(token: string, rounds: number) {
  const slowest = { list: 0, write: 0, signIn: 0 };
  const note = async (kind: keyof typeof slowest, work: Promise<string>): Promise<void> => {
    const { said, ms } = await timed(work);
    expect(said).toBe("200");
    slowest[kind] = Math.max(slowest[kind], ms);
  };
  for (let round = 0; round < rounds; round++) {
    const view = {
      login_name: "greta",
      name: `view ${String(round)}`,
      page: `/netdoc/sites?round=${String(round)}`,
    };
    await note(
      "list",
      server.get(UNITS, token).then(({ code }) => code),
    );
    await note(
      "write",
      server.execute([{ name: "cntl.saved_view.create", new: view }], token).then(({ code }) => code),
    );
    await note(
      "signIn",
      server.signIn("lars").then(() => "200"),
    );
  }
  return slowest;
}

describe("slow calls of one person under all own accounts", () => {
  it("[CONST-19] run six at a time, whichever token they have: another person reads, writes and signs in", async () => {
    const tokens = await allTokensOf(otto);
    const greta = await server.signIn("greta");
    const { slow, slowest } = await whileHeld("table", async () => {
      const calls = tokens.flatMap((token) => Array.from({ length: 12 }, () => server.get(SITES, token)));
      await untilWaiting(6);
      const found = await slowestFor(greta, 10);
      await untilWaiting(6);
      return { slow: calls, slowest: found };
    });
    expect(new Set((await Promise.all(slow)).map(({ code }) => code))).toEqual(new Set(["200"]));
    expect(slowest.list).toBeLessThan(500);
    expect(slowest.write).toBeLessThan(1_500);
    expect(slowest.signIn).toBeLessThan(3_000);
  });

  it("of several people who take all places leave sign-in, token checks and the state of the instance", async () => {
    const people = [ada, otto, await server.signIn("greta")];
    const { slow } = await whileHeld("table", async () => {
      const calls = people.flatMap((token) => Array.from({ length: 8 }, () => server.get(SITES, token)));
      await untilWaiting(17);
      const { said: token, ms } = await timed(server.signIn("greta"));
      expect(ms).toBeLessThan(3_000);
      for (const [path, code] of [
        ["/api/4.2/wapi/object_type/metadata", "200"],
        ["/ready.json", "200"],
        ["/api/alerts.json", "200"],
      ] as const)
        expect([path, (await timed(server.get(path, token))).said.code]).toEqual([path, code]);
      expect((await server.get(UNITS, "x".repeat(64))).code).toBe("-20001/3");
      return { slow: calls };
    });
    expect(new Set((await Promise.all(slow)).map(({ code }) => code))).toEqual(new Set(["200"]));
  });
});

describe("a client that disconnects", () => {
  const ask = (path: string, init: RequestInit): Promise<string> =>
    fetch(`${server.address}${path}`, init).then(
      (response) => String(response.status),
      (error: unknown) => (error instanceof Error ? error.name : "?"),
    );
  const steps = JSON.stringify([{ name: "nd.site.list" }, { name: "nd.site.create", new: { name: "gone" } }]);

  it.each([
    ["list", SITES, {}],
    [
      "list of steps",
      "/api/4.2/wapi/transaction/execute",
      { method: "POST", body: '[{"name":"nd.site.list"}]' },
    ],
    ["change", "/api/4.2/wapi/transaction/execute", { method: "POST", body: steps }],
  ])("ends its statement: %s", async (_, path, init) => {
    await whileHeld("table", async () => {
      const gone = new AbortController();
      const headers = { authorization: `Bearer ${ada}`, "content-type": "application/json" };
      const calls = Array.from({ length: 8 }, () => ask(path, { ...init, headers, signal: gone.signal }));
      await untilWaiting(6);
      gone.abort();
      expect(new Set(await Promise.all(calls))).toEqual(new Set(["AbortError"]));
      await untilWaiting(0);
    });
    expect((await server.get(`${SITES}?name=gone`, ada)).lists).toEqual([[]]);
  });
});
