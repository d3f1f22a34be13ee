import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { testDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

const EXECUTE = "/api/4.2/wapi/transaction/execute";
const SITES = "/api/4.2/nd/site/list";
const MIB = 1024 * 1024;

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Database;
let server: ServerProcess;
let [ada, otto, greta, nora] = ["", "", "", ""];
beforeAll(async () => {
  database = await testDatabase({ demo: true });
  ({ db } = database);
  server = await startProcess({ DATABASE_URL: database.url });
  const tokens = ["ada", "otto", "greta", "nora"].map((name) => server.signIn(name));
  [ada = "", otto = "", greta = "", nora = ""] = await Promise.all(tokens);
});
afterAll(async () => {
  await server.end("SIGTERM");
  await database.close();
});

interface Found {
  readonly status: number;
  readonly code: string;
  readonly limit: unknown;
  readonly text: string;
}

async function post(token: string, body: string, path = EXECUTE, language = "en"): Promise<Found> {
  const answer = await fetch(`${server.address}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "accept-language": language,
    },
    body,
  });
  const text = await answer.text();
  if (answer.ok) return { status: 200, code: "200", limit: undefined, text };
  const { exception } = JSON.parse(text) as {
    exception: { error_type: { code: number }; error: { code: number }; details: { limit?: unknown } };
  };
  const code = `${String(exception.error_type.code)}/${String(exception.error.code)}`;
  return { status: answer.status, code, limit: exception.details.limit, text };
}

const refused = ({ status, code, limit }: Found): readonly unknown[] => [status, code, limit];
const tooLarge = (limit: number): readonly unknown[] => [413, "-20910/2", limit];
const padded = (bytes: number): string => `[${" ".repeat(bytes - 2)}]`;

describe("bodies (wire contract 1.8)", () => {
  it("may be nested in at most 64 levels, whatever their size and address are", async () => {
    const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    expect(refused(await post(ada, nested(65)))).toEqual(tooLarge(64));
    expect(refused(await post(ada, "[".repeat(3 * MIB)))).toEqual(tooLarge(64));
    expect(refused(await post(ada, nested(65), "/api/4.2/nd/site/create"))).toEqual(tooLarge(64));
    expect(refused(await post("", nested(65), "/api/login"))).toEqual(tooLarge(64));
    expect((await post(ada, nested(64))).code).toBe("-20900/2");
    expect((await post(ada, `[{"name":"nd.site.list","old":{"title":"${"[".repeat(90)}\\"[["}}]`)).text).toBe(
      "[[]]",
    );
  });

  it("have 5,000,000 values at most", async () => {
    const values = (count: number): string => `[${"[],".repeat(count - 2)}[]]`;
    const [over, most] = [await post(ada, values(5_000_001)), await post(ada, values(5_000_000))];
    expect(refused(over)).toEqual(tooLarge(5_000_000));
    expect(over.text).toContain("The body has more than 5000000 values.");
    expect(refused(most)).toEqual([400, "-20910/1", 100_000]);
  });

  it("are 1 MiB at most for senders who are not in the database, are locked or may not write", async () => {
    await db.query("update cntl.mgr set allow_data_manipulation = false where login_name = 'greta'");
    for (const token of [nora, greta]) {
      expect((await post(token, padded(MIB))).code).toBe("200");
      expect(refused(await post(token, padded(MIB + 1)))).toEqual(tooLarge(MIB));
    }
    await db.query("update cntl.mgr set is_adm_locked = true where login_name = 'greta'");
    expect((await post(greta, padded(MIB))).code).toBe("-20010/4");
    expect(refused(await post(greta, padded(MIB + 1)))).toEqual(tooLarge(MIB));
    expect((await post(otto, padded(3 * MIB))).code).toBe("200");
    expect(refused(await post(otto, padded(MIB + 1), "/api/4.2/nd/site/create"))).toEqual(tooLarge(MIB));
    expect(refused(await post(otto, padded(64 * MIB + 1)))).toEqual(tooLarge(64 * MIB));
    expect((await post("x".repeat(64), padded(3 * MIB))).code).toBe("-20001/3");
  });
});

describe("a large call", () => {
  const creates = (prefix: string, count: number): readonly object[] =>
    Array.from({ length: count }, (_, at) => ({
      idx: `${prefix}-${String(at)}`,
      name: "nd.site.create",
      new: { name: `${prefix}-${String(at)}`, title: "t".repeat(80) },
    }));

  it("is answered like a small one: rows, faults with their place and language, dry runs, long lists", async () => {
    const steps = creates("large", 3000);
    const dry = await post(ada, JSON.stringify(steps), `${EXECUTE}?dry_mode=true`);
    expect(JSON.parse(dry.text)).toHaveLength(3000);
    const twice = await post(ada, JSON.stringify([...steps, { ...steps[0], idx: "again" }]));
    expect([twice.code, twice.text.includes('"idx":"again"')]).toEqual(["-20030/1", true]);
    expect(twice.text).toContain("already");
    expect((await post(ada, JSON.stringify(steps))).code).toBe("200");
    expect(JSON.parse((await post(ada, JSON.stringify(steps), EXECUTE, "de")).text)).toMatchObject({
      exception: { description: expect.stringContaining("gibt es schon") as unknown },
    });
    const lists = `[{"name":"nd.site.list","old":{"name_regexp":"^large-"}},{"name":"dns.record.list"}${" ".repeat(MIB)}]`;
    const [sites, records] = JSON.parse((await post(ada, lists)).text) as readonly (readonly object[])[];
    const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
      "select count(*)::int as count from dns.record",
    );
    expect([sites?.length, records?.length]).toEqual([3000, count]);
  });

  it("does not delay other calls: they are answered while it is read", async () => {
    const body = `[${"{},".repeat(4_000_000)}{}]`;
    let isOver = false;
    const large = post(ada, body).then((found) => {
      isOver = true;
      return found;
    });
    let answered = 0;
    while (!isOver) {
      expect((await server.get(SITES, otto)).code).toBe("200");
      if (!isOver) answered++;
    }
    expect((await large).code).toBe("-20910/1");
    expect(answered).toBeGreaterThan(5);
  });

  it("is answered for each of eight senders; calls of one account are answered one after the other", async () => {
    const many = Array.from({ length: 8 }, (_, at) => post(at < 6 ? ada : otto, `[${"[],".repeat(MIB)}[]]`));
    expect((await Promise.all(many)).map(({ code }) => code)).toEqual(many.map(() => "-20910/1"));
  });

  it("may have a small body whose rows make many executions: the call is executed once, and its progress counts the executions", async () => {
    const numbers = Array.from({ length: 50 }, (_, at) => ({ n: `many-${String(at)}` }));
    const table = (idx: string) => ({ idx, name: "tmp.generic_object.list", old: { _dict_list: numbers } });
    const site = { idx: "a", params: { site: "n" } };
    const crossed = [
      table("a"),
      table("b"),
      { name: "nd.site.create", new_ref_params: [{ idx: "a", params: { name: "n" } }] },
      {
        name: "nd.bldg.create",
        new_ref_params: [site, { idx: "b", params: { number: "n" }, join_type: "cross" }],
      },
    ];
    const byRows = [
      { idx: "all", name: "nd.bldg.list", old: { number_regexp: "^many-" } },
      {
        name: "nd.bldg.update",
        old_ref_params: [{ idx: "all", params: { site: "site", number: "number" } }],
        new: { title: "one of many" },
      },
    ];
    for (const [callId, steps] of [
      ["crossed", crossed],
      ["by-rows", byRows],
    ] as const) {
      const { status, lists } = await server.execute(steps, ada, `?call_id=${callId}`);
      expect([status, lists.at(-1)?.length]).toEqual([200, numbers.length ** 2]);
      const progress = await server.get(`/api/4.2/wapi/transaction/progress?call_id=${callId}`, ada);
      expect(progress.lists[0]).toMatchObject([{ state: "committed", step_done: steps.length }]);
    }
    const [row] = await db.query<{ n: number }>(
      "select count(*)::int n from nd.bldg where title = 'one of many'",
    );
    expect(row?.n).toBe(numbers.length ** 2);
  });

  it("ends when its sender disconnects, and the next one is answered", async () => {
    const gone = new AbortController();
    const steps = creates("gone", 90_000);
    const call = fetch(`${server.address}${EXECUTE}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${ada}` },
      body: JSON.stringify(steps),
      signal: gone.signal,
    });
    setTimeout(() => {
      gone.abort();
    }, 1500);
    await expect(call).rejects.toThrow("aborted");
    expect((await post(ada, JSON.stringify(creates("next", 3000)))).code).toBe("200");
    expect((await server.get(`${SITES}?name=gone-1`, ada)).lists).toEqual([[]]);
  });
});
