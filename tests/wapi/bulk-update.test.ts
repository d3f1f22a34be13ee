import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Json } from "#contract/wire/json";
import { httpWorld } from "../support/http-server.ts";
import { demoToken } from "../support/postgres.ts";
import {
  codeOf,
  detailsOf,
  failedStep,
  rowsOf,
  smallWorld,
  textIn,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";
import { LOCK_WAITERS } from "../support/lock-waiters.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  await ada(
    ...["c", "a", "b", "d"].map((name): SentStep => ({
      name: "nd.site.create",
      new: { name: `s-${name}`, campus: "x" },
    })),
    ...["1", "2", "3"].map((number): SentStep => ({
      name: "nd.bldg.create",
      new: { site: "s-a", number, title: `old ${number}` },
    })),
  );
});
afterAll(() => world.close());

const ada = (...steps: readonly SentStep[]) => world.execute("ada", steps);
const bulk = (name: string, old: Json, values: Json, more: Partial<SentStep> = {}): SentStep =>
  ({ name: `${name}.bulk_update`, old, new: values, ...more }) as SentStep;
const column = (said: Said, list: number, name: string) => rowsOf(said, list).map((row) => row[name]);

describe("bulk_update", () => {
  it("changes all selected rows and answers them after the change, in list order", async () => {
    const said = await ada(
      bulk(
        "nd.site",
        { name_regexp: "^s-", sorting_params_list: ["name DESC"], fetch_limit: 3 },
        { title: "new" },
      ),
      { name: "nd.site.list", old: { name_regexp: "^s-" } },
    );
    expect(rowsOf(said)).toMatchObject([
      { name: "s-d", title: "new" },
      { name: "s-c", title: "new" },
      { name: "s-b", title: "new" },
    ]);
    expect(column(said, 1, "title")).toEqual([null, "new", "new", "new"]);
  });

  it("[API-26] [API-59] selects by joins of every kind, literal rows and results of writing steps among them", async () => {
    const said = await ada(
      { idx: "t", name: "tmp.generic_object.list", old: { _dict_list: [{ number: "1" }, { number: "3" }] } },
      { idx: "site", name: "nd.site.update", old: { name: "s-a" }, new: { title: "A" } },
      bulk("nd.bldg", {}, { address: "here" }, { inner_join_ref: { site: "default", t: "default" } }),
      bulk("nd.bldg", {}, { address: "there" }, { idx: "b", anti_join_ref: { t: "default" } }),
      { name: "nd.site.list", inner_join_ref: { b: "default" } },
    );
    expect(rowsOf(said, 2)).toMatchObject([
      { number: "1", address: "here" },
      { number: "3", address: "here" },
    ]);
    expect(rowsOf(said, 3)).toMatchObject([{ number: "2", address: "there" }]);
    expect(column(said, 4, "name")).toEqual(["s-a"]);
  });

  it("[API-65] each changed row has its log entry; a row that already has the value has no entry", async () => {
    await ada(bulk("nd.site", { name: "s-b" }, { campus: "cn" }));
    await ada(bulk("nd.site", { name_regexp: "^s-" }, { campus: "cn" }));
    const said = await ada({
      name: "wapi.change_log.list",
      old: {
        object_fq_name: "nd.site",
        function: "update",
        sorting_params_list: ["gpk DESC"],
        fetch_limit: 4,
      },
    });
    const titles = rowsOf(said).map((row) => textIn(row, "object_title").split(" ")[0]);
    expect(titles.toSorted((a = "", b = "") => (a < b ? -1 : 1))).toEqual(["s-a", "s-b", "s-c", "s-d"]);
  });

  it("[API-41] one row that may not be written fails the step, and the fault names the row", async () => {
    const said = await world.execute("ab1234", [
      bulk("nd.bcd", { name_regexp: "^scc-" }, { description: "mine" }),
    ]);
    expect(rowsOf(said)).toMatchObject([{ name: "scc-net-web-1", description: "mine" }]);
    const refused = await world.execute("ab1234", [
      { name: "nd.bcd.list" },
      bulk("nd.bcd", { name_regexp: "^scc-" }, { seclvl: 2 }, { idx: "many" }),
    ]);
    expect(codeOf(refused)).toBe("-20010/1");
    expect(detailsOf(refused)).toMatchObject({
      function: "nd.bcd.bulk_update",
      object_fq_name: "nd.bcd",
      key: { name: "scc-net-web-1" },
      required_permission_list: ["nd.rw:bcd"],
    });
    expect(failedStep(refused)).toEqual({
      idx: "many",
      position: 1,
      name: "nd.bcd.bulk_update",
      execution: 0,
    });
  });

  it("[API-61] runs once for each row of an earlier step", async () => {
    const said = await ada(
      {
        idx: "t",
        name: "tmp.generic_object.list",
        old: {
          _dict_list: [
            { n: "1", a: "one" },
            { n: "2", a: "two" },
            { n: "9", a: "none" },
          ],
        },
      },
      bulk(
        "nd.bldg",
        { site: "s-a" },
        {},
        {
          old_ref_params: [{ idx: "t", params: { number_list: "n" } }],
          new_ref_params: [{ idx: "t", params: { address: "a" } }],
        },
      ),
    );
    expect(rowsOf(said, 1)).toMatchObject([
      { number: "1", address: "one" },
      { number: "2", address: "two" },
    ]);
    const wrong = await ada(
      { idx: "t", name: "tmp.generic_object.list", old: { _dict_list: [{ n: 1 }, { n: "91" }] } },
      bulk("nd.bldg", { site: "s-a" }, {}, { new_ref_params: [{ idx: "t", params: { geo_lat: "n" } }] }),
    );
    expect([codeOf(wrong), failedStep(wrong)?.execution]).toEqual(["-20040/3", 1]);
  });

  it("changes nothing if nothing is selected", async () => {
    const said = await ada(
      bulk("nd.site", { name: "nowhere" }, { title: "x" }),
      bulk("nd.site", { name: "s-a" }, {}),
    );
    expect([rowsOf(said, 0), column(said, 1, "name")]).toEqual([[], ["s-a"]]);
  });

  it.each<readonly [string, Json, Json, string, Record<string, Json>]>([
    ["without any filter", {}, { title: "x" }, "-20040/1", { scope: "old" }],
    [
      "with limits alone",
      { fetch_limit: 1, sorting_params_list: ["name"] },
      { title: "x" },
      "-20040/1",
      { scope: "old" },
    ],
    [
      "with filters that hold always",
      { filter_params_dict: {}, is_own: false },
      { title: "x" },
      "-20040/1",
      { scope: "old" },
    ],
    ["of a part of the key", { name: "s-a" }, { name: "x" }, "-20900/4", { parameter: "name", scope: "new" }],
    [
      "of a computed attribute",
      { name: "s-a" },
      { gpk: "x" },
      "-20900/4",
      { parameter: "gpk", scope: "new" },
    ],
    ["by an unknown filter", { nam: "s-a" }, { title: "x" }, "-20900/4", { parameter: "nam", scope: "old" }],
    [
      "with a value that is none",
      { name: "s-a" },
      { title: 1 },
      "-20040/3",
      { parameter: "title", scope: "new" },
    ],
  ])("%s is refused", async (_, old, values, code, wanted) => {
    const said = await ada(bulk("nd.site", old, values));
    expect([codeOf(said), detailsOf(said)]).toMatchObject([code, wanted]);
  });

  it("[API-53] every type with update has it in the metadata, with filters in old and values in new", async () => {
    const said = await ada({ name: "wapi.function.list", old: { name_list: ["update", "bulk_update"] } });
    const by = (name: string) =>
      rowsOf(said)
        .filter((row) => row["name"] === name)
        .map((row) => row["object_fq_name"]);
    expect(by("bulk_update")).toEqual(by("update"));
    const [site] = rowsOf(await ada({ name: "wapi.function.list", old: { fq_name: "nd.site.bulk_update" } }));
    expect(site).toMatchObject({
      is_data_manipulating: true,
      permission_list: ["nd.rw:site"],
      parameters: {
        name: { data_type: "place_id", old: { isRequired: false } },
        title: { old: { isRequired: false }, new: { isRequired: false, is_nullable: true } },
        fetch_limit: { old: { isRequired: false } },
      },
    });
  });

  const byRows: readonly SentStep[] = [
    { idx: "hit", name: "nd.site.list", old: { campus: "cn" } },
    {
      name: "nd.site.update",
      new: { title: "late" },
      old_ref_params: [{ idx: "hit", params: { gpk: "gpk" } }],
    },
  ];
  it.each<readonly [string, readonly SentStep[]]>([
    ["bulk_update", [bulk("nd.site", { campus: "cn" }, { title: "late" })]],
    ["[API-61] an update by the rows of a list", byRows],
  ])("%s: waits for changes of others, and changes no row that is no longer selected", async (_, steps) => {
    const { db } = world;
    const names = ["s-a", "s-b", "s-c", "s-d"];
    await db.query("update nd.site set campus = 'cn', title = null where name = any($1)", [names]);
    const release = Promise.withResolvers<undefined>();
    const holds = Promise.withResolvers<undefined>();
    const other = db.transaction(
      { mode: "read write", statementTimeout: 20_000, dryRun: false },
      async (tx) => {
        await tx.query("update nd.site set campus = 'cs' where name = 's-a'");
        holds.resolve(undefined);
        await release.promise;
      },
    );
    await holds.promise;
    const waiting = ada(...steps);
    await vi.waitFor(async () => {
      expect((await db.query(`select from ${LOCK_WAITERS}`)).length).toBeGreaterThan(0);
    });
    release.resolve(undefined);
    await other;
    expect(column(await waiting, steps.length - 1, "name")).toEqual(["s-b", "s-c", "s-d"]);
  });
});

describe("single call", () => {
  it("[API-57] POST …/bulk_update in both prefixes", async () => {
    const http = await httpWorld();
    const token = demoToken("otto-sub");
    const old = { name_regexp: "." };
    for (const prefix of ["/api/4.2", "/4.2"]) {
      const found = await http.post(`${prefix}/nd/bcd/bulk_update`, { old, new: {} }, token);
      const listed = await http.get(`${prefix}/nd/bcd/list`, token);
      expect([found.status, found.headers["x-transaction-state"]]).toEqual([200, "committed"]);
      expect(found.lists).toEqual(listed.lists);
    }
    const refused = await http.post("/api/4.2/nd/site/bulk_update", { old: {}, new: {} }, token);
    expect(refused.fault).toBe("-20040/1");
    const unknown = await http.post("/api/4.2/nd/connection/bulk_update", { old: {}, new: {} }, token);
    expect([unknown.status, unknown.fault]).toEqual([404, "-20900/3"]);
    await http.close();
  });
});
