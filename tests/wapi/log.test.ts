import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActorResolver } from "../../server/access/resolve.ts";
import { createPool } from "../../server/db/pool.ts";
import { createExecutor } from "../../server/wapi/call/execute.ts";
import {
  callsOf,
  rowsOf,
  smallWorld,
  textIn,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

interface Entry {
  readonly what: string;
  readonly title: string;
  readonly old: Readonly<Record<string, unknown>> | null;
  readonly new: Readonly<Record<string, unknown>> | null;
}

async function logOf(steps: readonly SentStep[], login = "ada", su?: string): Promise<readonly Entry[]> {
  const [last] = await world.db.query<{ id: string }>(
    "select coalesce(max(id), 0)::text id from wapi.transaction",
  );
  const said = await world.execute(login, steps, su === undefined ? {} : { su });
  if (!said.ok) throw new Error(JSON.stringify(said.exception));
  return world.db.query<Entry>(
    `select object_fq_name || '.' || "function" what, object_title title, old, new from wapi.change_log where transaction_gfk > $1::bigint order by position`,
    [last?.id],
  );
}

describe("[API-65] the record of a transaction", () => {
  it("has every changed object with its complete values before and after, in order", async () => {
    const entries = await logOf([
      { name: "nd.site.create", new: { name: "L" } },
      { name: "nd.site.update", old: { name: "L" }, new: { title: "Lager" } },
      { name: "nd.site.delete", old: { name: "L" } },
    ]);
    expect(entries.map(({ what }) => what)).toEqual(["nd.site.create", "nd.site.update", "nd.site.delete"]);
    const row = { name: "L", title: null, campus: null, geo_lat: null, geo_lon: null };
    expect(entries.map((entry) => [entry.old, entry.new])).toMatchObject([
      [null, row],
      [row, { ...row, title: "Lager" }],
      [{ ...row, title: "Lager" }, null],
    ]);
    expect(entries[0]?.new).not.toHaveProperty("is_own");
  });

  it("distinguishes signing in and out from other changes, so that these are found behind many of them", async () => {
    const done = async (step: SentStep) => {
      const said = await world.execute("ada", [step]);
      if (!said.ok) throw new Error(JSON.stringify(said.exception));
      return rowsOf(said, 0);
    };
    const own = async (old: SentStep["old"]) => {
      const rows = await done({
        name: "wapi.transaction.list",
        old: { is_own: true, fetch_limit: 2, sorting_params_list: ["gpk DESC"], ...old },
      });
      return rows.map((row) => [textIn(row, "gpk"), row["is_session"]]);
    };
    await done({ name: "nd.site.create", new: { name: "S" } });
    const [last] = await own({});
    const tokens = await world.db.query<{ gpk: string; is_session: boolean }>(
      `insert into cntl.wapi_auth (login_name, is_session, token_hash)
        select m.id, s, sha256(convert_to(n || s::text, 'UTF8'))
        from cntl.mgr m, generate_series(1, 3) n, unnest(array[true, false]) s where m.login_name = 'ada'
        returning 'tok-' || id gpk, is_session`,
    );
    const [ofApi = { gpk: "" }] = tokens.filter((token) => !token.is_session);
    for (const { gpk } of tokens.filter((token) => token.is_session))
      await done({ name: "cntl.wapi_auth.delete", old: { gpk } });
    expect((await own({})).map(([, is]) => is)).toEqual([true, true]);
    expect((await own({ is_session: false }))[0]).toEqual(last);
    await done({ name: "cntl.wapi_auth.delete", old: { gpk: ofApi.gpk } });
    const [next] = await own({ is_session: false });
    expect(next).toEqual([expect.any(String), false]);
    expect(next).not.toEqual(last);
  });

  it("names both accounts and keeps the steps", async () => {
    const steps: SentStep[] = [
      { name: "nd.bcd.update", old: { name: "scc-net-web-1" }, new: { description: "by su" } },
    ];
    await logOf(steps, "ada", "ab1234");
    const [record] = await world.db.query(
      "select actor_login_name actor, login_name login, step_count::int count, steps from wapi.transaction order by id desc limit 1",
    );
    expect(record).toEqual({ actor: "ada", login: "ab1234", count: 1, steps });
  });

  it("has dependent rows that are created and deleted with their object", async () => {
    const made = await logOf([
      { name: "nd.bcd.create", new: { name: "scc-log-1" } },
      { name: "nd.bcd2group.create", new: { bcd: "scc-log-1", group_name: "other" } },
    ]);
    expect(made.map(({ what }) => what)).toEqual([
      "nd.bcd.create",
      "dhcp.bcd_setting.create",
      "nd.bcd2group.create",
    ]);
    const gone = await logOf([{ name: "nd.bcd.delete", old: { name: "scc-log-1" } }]);
    expect(gone.map(({ what }) => what).sort()).toEqual([
      "dhcp.bcd_setting.delete",
      "nd.bcd.delete",
      "nd.bcd2group.delete",
    ]);
    expect(gone.at(-1)?.what).toBe("nd.bcd.delete");
  });

  it("has names that a record creates, and names that become aliases", async () => {
    const entries = await logOf([
      { name: "dns.fqdn.create", new: { value: "log.example.com." } },
      { name: "dns.fqdn.create", new: { value: "alias.example.com." } },
      {
        name: "dns.record.create",
        new: { fqdn: "alias.example.com.", type: "CNAME", data: "log.example.com." },
      },
      {
        name: "dns.record.create",
        new: { fqdn: "made.example.com.", type: "TXT", data: "x", fqdn_type: "domain" },
      },
    ]);
    expect(entries.map(({ what, title }) => [what, title])).toEqual([
      ["dns.fqdn.create", "log.example.com."],
      ["dns.fqdn.create", "alias.example.com."],
      ["dns.record.create", "alias.example.com. CNAME log.example.com."],
      ["dns.fqdn.update", "alias.example.com."],
      ["dns.fqdn.create", "made.example.com."],
      ["dns.record.create", "made.example.com. TXT x"],
    ]);
  });

  it("has no trace of dry runs, failed calls and token texts", async () => {
    const count = async () => (await world.db.query("select 1 from wapi.transaction")).length;
    const before = await count();
    await world.execute("ada", [{ name: "nd.site.create", new: { name: "dry" } }], { dryRun: true });
    await world.execute("ada", [
      { name: "nd.site.create", new: { name: "x" } },
      { name: "nd.site.create", new: { name: "x" } },
    ]);
    expect(await count()).toBe(before);
    const said = await world.execute("ada", [
      { name: "cntl.wapi_auth.create", new: { login_name: "svc-web" } },
    ]);
    const token = textIn(rowsOf(said)[0], "token");
    const [found] = await world.db.query<{ found: boolean }>(
      "select bool_or(new::text like '%' || $1 || '%') found from wapi.change_log",
      [token],
    );
    expect(found?.found).toBe(false);
  });

  it.each([
    ["a dry run", true],
    ["an apply", false],
  ])("shows a later step of %s the changes of earlier steps, once each and in order", async (_, dryRun) => {
    const name = `seen-${String(dryRun)}`;
    const newest = { fetch_limit: 1, sorting_params_list: ["gpk DESC"] };
    const last = { fetch_limit: 1, sorting_params_list: ["transaction_gfk DESC", "position DESC"] };
    const said = await world.execute(
      "ada",
      [
        { idx: "before", name: "wapi.transaction.list", old: newest },
        { idx: "bcd", name: "nd.bcd.create", new: { name } },
        { idx: "first", name: "wapi.change_log.list", old: last },
        { idx: "site", name: "nd.site.create", new: { name } },
        { idx: "tx", name: "wapi.transaction.list", old: newest },
        { idx: "all", name: "wapi.change_log.list", inner_join_ref: { tx: "default" } },
      ],
      { dryRun },
    );
    if (!said.ok) throw new Error(JSON.stringify(said.exception));
    const [before, , first, , tx, all] = said.lists;
    expect(first?.map((row) => [row["object_fq_name"], row["position"]])).toEqual([["dhcp.bcd_setting", 1]]);
    expect(tx?.[0]?.["gpk"]).not.toBe(before?.[0]?.["gpk"]);
    expect(all?.map((row) => [row["object_fq_name"], row["function"], row["position"]])).toEqual([
      ["nd.bcd", "create", 0],
      ["dhcp.bcd_setting", "create", 1],
      ["nd.site", "create", 2],
    ]);
  });

  it("cannot be written through the API", () => {
    const operations = (name: string) => [...world.catalogue.type(name).operations];
    expect(operations("wapi.change_log")).toEqual(["list"]);
    expect(operations("wapi.transaction")).toEqual(["list", "execute", "progress"]);
  });

  it("is complete and in the order of the steps if it is written in parts, also for a step that reads it", async () => {
    const bcds = Array.from({ length: 2_700 }, (_, at) => `parts-${String(at)}-x`);
    const made = bcds.map((name): SentStep => ({ name: "nd.bcd.create", new: { name } }));
    const read = { idx: "read", name: "wapi.transaction.list", old: { fetch_limit: 1 } };
    for (const steps of [made, [...made.slice(0, -1), read, ...made.slice(-1)]]) {
      const entries = await logOf(steps);
      const titles = entries.filter(({ what }) => what === "nd.bcd.create").map(({ title }) => title);
      expect(titles).toEqual(bcds);
      expect(entries.map((one) => one.new?.["name"] ?? one.new?.["bcd"])).toEqual(
        bcds.flatMap((name) => [name, name]),
      );
      const said = await world.execute(
        "ada",
        bcds.map((name) => ({ name: "nd.bcd.delete", old: { name } })),
      );
      expect(said.ok).toBe(true);
    }
  }, 120_000);

  it("is numbered in the order in which changes took effect", async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        world.execute("ada", [
          { name: "nd.bcd.update", old: { name: "scc-other-1" }, new: { description: `at ${String(at)}` } },
        ]),
      ),
    );
    const chain = await world.db.query<{ old: { description: string }; new: { description: string } }>(
      `select old, new from wapi.change_log where object_title = 'scc-other-1' and "function" = 'update' order by transaction_gfk`,
    );
    for (const [at, entry] of chain.entries())
      if (at > 0) expect(entry.old.description).toBe(chain[at - 1]?.new.description);
    expect(chain).toHaveLength(8);
  });
});

describe("[API-65] no changed row is lost, whichever plan the database takes", () => {
  it.each([
    ["nested loops", "-c enable_hashjoin=off -c enable_mergejoin=off"],
    ["hash joins", "-c enable_nestloop=off -c enable_mergejoin=off"],
    ["merge joins", "-c enable_nestloop=off -c enable_hashjoin=off"],
    ["generic plans", "-c plan_cache_mode=force_generic_plan"],
  ])("answers and logs all hundred changes with %s", async (name, options) => {
    const url = new URL(world.url);
    url.searchParams.set("options", options);
    const db = createPool({ connectionString: url.toString() }, 2);
    const resolver = createActorResolver(db, world.catalogue, () => undefined);
    const calls = callsOf(createExecutor({ db, catalogue: world.catalogue, resolver, accessMode: "rw" }));
    const bcds = Array.from({ length: 100 }, (_, at) => `${name.slice(0, 3)}-b${String(at)}-x`);
    const size = async (steps: readonly SentStep[]) => {
      const count = "select count(*)::int n from wapi.change_log";
      const [before] = await db.query<{ n: number }>(count);
      const said = await calls.execute("ada", steps);
      const [after] = await db.query<{ n: number }>(count);
      return [
        said.ok ? said.lists.filter((list) => list.length === 1).length : said.exception,
        (after?.n ?? 0) - (before?.n ?? 0),
      ];
    };
    expect(await size(bcds.map((bcd) => ({ name: "nd.bcd.create", new: { name: bcd } })))).toEqual([
      100, 200,
    ]);
    expect(
      await size(
        bcds.map((bcd) => ({
          name: "nd.bcd.update",
          old: { name: bcd, description: null },
          new: { description: name },
        })),
      ),
    ).toEqual([100, 100]);
    expect(await size(bcds.map((bcd) => ({ name: "nd.bcd.delete", old: { name: bcd } })))).toEqual([
      100, 200,
    ]);
    await db.close();
  });
});
