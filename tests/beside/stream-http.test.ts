import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProduct, type Product } from "../bench/product.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";

const ROWS = 60_000;
/** Length of the text of each row; the whole answer is far larger than the heap of the server. */
const TEXT = 4_000;
const HEAP = 96;

let database: TestDatabase;
let product: Product;
let ada: string;

beforeAll(async () => {
  database = await testDatabase({ demo: true });
  await database.db.query(
    "insert into nd.bcd (name, description) select 'bcd' || i, repeat('ab', $2::int / 2) from generate_series(1, $1::int) i",
    [ROWS, TEXT],
  );
  product = await startProduct(database.url, HEAP);
  ada = await product.signIn("ada");
}, 240_000);

afterAll(async () => {
  await product.stop();
  await database.close();
});

async function execute(
  query: string,
  steps: readonly object[],
  signal = AbortSignal.timeout(100_000),
): Promise<Response> {
  return fetch(`${product.base}/api/4.2/wapi/transaction/execute${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${ada}`,
      "content-type": "application/json",
      "accept-encoding": "identity",
    },
    body: JSON.stringify(steps),
    signal,
  });
}

const LISTS = [
  { idx: "all", name: "nd.bcd.list" },
  { idx: "sites", name: "nd.site.list" },
  // It contains no regular expression, which would have only 5 s on a busy machine.
  { idx: "again", name: "nd.bcd.list", inner_join_ref: { all: "self" }, old: { fetch_limit: ROWS / 10 } },
];

/** Number of running statements that read a long answer, of any server on this database. */
async function running(query = "copy (%"): Promise<number> {
  const [row] = await database.db.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'active' and query like $1`,
    [query],
  );
  return row?.count ?? 0;
}

/** Locks the BCDs against reading until the returned function is called. */
async function lockedBcds(): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<undefined>();
  const free = Promise.withResolvers<undefined>();
  const lock = database.db.transaction(
    { mode: "read write", statementTimeout: 60_000, dryRun: false },
    async (tx) => {
      await tx.query("lock table nd.bcd in access exclusive mode");
      locked.resolve(undefined);
      await free.promise;
    },
  );
  await locked.promise;
  return async () => {
    free.resolve(undefined);
    await lock;
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const ends = Date.now() + 10_000;
  while (!(await isSo())) {
    if (Date.now() > ends) throw new Error("it does not come to that");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Reads the first bytes of an answer and then stops reading. */
async function begun(signal?: AbortSignal): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { status, body } = await execute("", LISTS.slice(0, 1), signal);
  expect(status).toBe(200);
  if (body === null) throw new Error("no body");
  const reader = body.getReader();
  expect((await reader.read()).done).toBe(false);
  return reader;
}

describe("long answers over HTTP (wire contract 3.7)", () => {
  it("may be larger than the memory of the server, even if the client reads slowly", async () => {
    for (const query of ["?dict_mode=true", ""]) {
      const answer = await execute(query, LISTS);
      const refused = answer.ok ? null : await answer.text();
      expect([refused, answer.headers.get("x-transaction-state")]).toEqual([null, "committed"]);
      let bytes = 0;
      let start = "";
      let end = "";
      for await (const chunk of answer.body ?? []) {
        if (bytes === 0) start = Buffer.from(chunk).toString("utf8", 0, 20);
        bytes += chunk.length;
        end = (end + Buffer.from(chunk).toString("utf8")).slice(-200);
        if (bytes < 20_000_000) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      expect(bytes).toBeGreaterThan(1.05 * ROWS * TEXT);
      expect(bytes).toBeGreaterThan(2 * HEAP * 1024 * 1024);
      expect(start.replaceAll(/\s/g, "").slice(0, 8)).toBe(query === "" ? '[[{"gpk"' : '{"all":[');
      expect(end.replaceAll(/\s/g, "")).toMatch(query === "" ? /\}\]\]$/ : /\}\]\}$/);
    }
  }, 120_000);

  it("a client that disconnects ends its statement", async () => {
    const controller = new AbortController();
    await begun(controller.signal);
    await until(async () => (await running()) === 1);
    controller.abort();
    await until(async () => (await running()) === 0);
  });

  it("a client that disconnects ends a short list too", async () => {
    const free = await lockedBcds();
    const waiting = async (): Promise<boolean> =>
      (await running('select%from "nd"."bcd"%')) + (await running('with%"nd"."bcd"%')) > 0;
    const controller = new AbortController();
    const answer = execute("", [{ name: "nd.bcd.list", old: { fetch_limit: 5 } }], controller.signal);
    await until(waiting);
    controller.abort();
    await expect(answer).rejects.toThrow(/abort/);
    await until(async () => !(await waiting()));
    await free();
  });

  it("a failure in the middle cuts the answer, so that an incomplete answer never looks complete", async () => {
    const reader = await begun();
    await until(async () => (await running()) === 1);
    await database.db.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'active' and query like 'copy (%'`,
    );
    const rest = async (): Promise<void> => {
      for (;;) if ((await reader.read()).done) return;
    };
    await expect(rest()).rejects.toThrow(/terminated|closed|aborted/);
    expect((await execute("", [{ name: "nd.site.list" }])).status).toBe(200);
  });

  it("a failure before the first row is a fault", async () => {
    const free = await lockedBcds();
    const steps = [{ name: "nd.site.list" }, { idx: "b", name: "nd.bcd.list", old: { name_regexp: "1$" } }];
    const answer = await execute("?dict_mode=true", steps);
    await free();
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      exception: { error_type: { code: -20910 }, error: { code: 5 }, details: { limit_s: 5 } },
    });
  }, 20_000);
});
