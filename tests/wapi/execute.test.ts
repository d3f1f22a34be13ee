import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import type { ActorResolver } from "../../server/access/resolve.ts";
import { Refusal, refuse } from "../../server/faults.ts";
import { createExecutor, type Answer, type Executor } from "../../server/wapi/call/execute.ts";
import { openPark, visitor, type Park } from "../support/park.ts";

let park: Park;
let executor: Executor;

/** Accepts one token; these tests do not depend on its account. */
const resolver: ActorResolver = {
  actorOf: (_query, token) =>
    token === "t" ? Promise.resolve(visitor([], ["park.ro:plant"])) : Promise.reject(refuse("token_invalid")),
  renewed: (_query, actor) => Promise.resolve(actor),
};

beforeAll(async () => {
  park = await openPark();
  executor = createExecutor({ db: park.db, catalogue: park.catalogue, resolver, accessMode: "rw" });
  await park.db.query("insert into park.area (name) values ('a1'), ('a2')");
  await park.db.query("insert into park.plant (area, number, text) values (1, 1, 'x'), (2, 1, null)");
}, 120_000);

afterAll(() => park.close());

function execute(body: Json | string, query = "", token = "t"): Promise<Answer> {
  return executor.call({
    target: { kind: "execute" },
    token,
    query: new URLSearchParams(query),
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function single(object: string, operation: string, query: string, body: Json | null = null): Promise<Answer> {
  return executor.call({
    target: { kind: "function", object, operation },
    token: "t",
    query: new URLSearchParams(query),
    body: body === null ? null : JSON.stringify(body),
  });
}

async function answered(answer: Promise<Answer>): Promise<unknown> {
  const { body } = await answer;
  return JSON.parse(typeof body === "string" ? body : "") as unknown;
}

async function fault(answer: Promise<Answer>): Promise<{ code: string; details: unknown; at: unknown }> {
  const refusal: unknown = await answer.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refusal instanceof Refusal)) throw refusal ?? new Error("answered");
  const { error_type, error, details, traceback } = refusal.exception;
  return {
    code: `${String(error_type.code)}/${String(error.code)}`,
    details,
    at: traceback?.transaction_statement ?? null,
  };
}

const AREAS = { name: "park.area.list", old: { name: "a1" } };

describe("answers of the executor", () => {
  it("[API-30] [API-37] without dict_mode result lists are in step order", async () => {
    const { headers, body } = await execute([
      AREAS,
      { name: "park.plant.list", inner_join_ref: { "0": "api_fkey_park_plant_area" } },
    ]);
    expect(headers).toEqual({ "X-Transaction-State": "committed", "X-Access-Mode": "rw" });
    expect(JSON.parse(typeof body === "string" ? body : "")).toEqual([
      [
        {
          gpk: "area-1",
          name: "a1",
          parent: null,
          plant_count: 1,
          hierarchy_gfk_list: ["area-1"],
          is_own: false,
        },
      ],
      [expect.objectContaining({ gpk: "plant-1", area: "a1" })],
    ]);
  });

  it("[API-29] in dict mode they are keyed by idx, default name, or default name and position", async () => {
    const lists = await answered(
      execute(
        [AREAS, { ...AREAS, idx: "x y" }, AREAS, { ...AREAS, idx: 7 }, { ...AREAS, idx: "area_list_2" }],
        "dict_mode=true",
      ),
    );
    const keys = ["area_list", "x y", "area_list_2_2", "7", "area_list_2"];
    expect(new Set(Object.keys(lists as object))).toEqual(new Set(keys));
  });

  it("[API-36] [API-38] a dry run and access mode ro are rolled back", async () => {
    expect((await execute([AREAS], "dry_mode=true")).headers["X-Transaction-State"]).toBe("rolled_back");
    const frozen = createExecutor({ db: park.db, catalogue: park.catalogue, resolver, accessMode: "ro" });
    const { headers } = await frozen.call({
      target: { kind: "execute" },
      token: "t",
      query: new URLSearchParams(),
      body: JSON.stringify([AREAS]),
    });
    expect(headers).toEqual({ "X-Transaction-State": "rolled_back", "X-Access-Mode": "ro" });
    const write = frozen.call({
      target: { kind: "function", object: "park.area", operation: "create" },
      token: "t",
      query: new URLSearchParams(),
      body: '{"new": {"name": "a3"}}',
    });
    expect((await fault(write)).code).toBe("-20920/1");
  });

  it("no steps are a valid transaction", async () => {
    expect(await answered(execute([]))).toEqual([]);
    expect(await answered(execute([], "dict_mode=true"))).toEqual({});
  });

  it("the token is checked before the JSON, and the JSON before the query", async () => {
    expect((await fault(execute("{", "x=1", "wrong"))).code).toBe("-20001/3");
    expect((await fault(execute("{", "x=1"))).code).toBe("-20900/1");
    expect((await fault(execute([], "x=1"))).code).toBe("-20900/4");
    expect((await fault(execute([], "dry=1"))).code).toBe("-20900/4");
    expect((await fault(execute([], "dict_mode=1"))).code).toBe("-20040/3");
    expect((await fault(execute([], "dict_mode=true&dict_mode=true"))).code).toBe("-20040/3");
  });
});

describe("shape of steps", () => {
  it.each<[string, Json, string]>([
    ["no list", {}, "-20900/1"],
    ["no object", [1], "-20900/2"],
    ["no name", [{ idx: "a" }], "-20900/2"],
    ["unknown function", [{ name: "park.area.connect" }], "-20900/3"],
    ["unknown type", [{ name: "park.nothing.list" }], "-20900/3"],
    ["execute as a step", [{ name: "wapi.transaction.execute" }], "-20900/2"],
    ["unknown member", [{ ...AREAS, join: {} }], "-20900/2"],
    ["ref params", [{ ...AREAS, old_ref_params: [{ idx: "0", params: {} }] }], "-20900/2"],
    ["null member", [{ ...AREAS, new: null }], "-20900/2"],
    ["member of another function", [{ ...AREAS, new: { name: "x" } }], "-20900/2"],
    ["list as member", [{ ...AREAS, old: [1] }], "-20900/2"],
    ["empty idx", [{ ...AREAS, idx: "" }], "-20900/2"],
    ["long idx", [{ ...AREAS, idx: "i".repeat(201) }], "-20900/2"],
    ["idx of another type", [{ ...AREAS, idx: true }], "-20900/2"],
    [
      "idx twice",
      [
        { ...AREAS, idx: "a" },
        { ...AREAS, idx: "a" },
      ],
      "-20900/2",
    ],
    ["create without required", [{ name: "park.area.create", new: {} }], "-20040/1"],
    ["create with null", [{ name: "park.area.create", new: { name: null } }], "-20040/2"],
    [
      "create of a computed one",
      [{ name: "park.area.create", new: { name: "x", plant_count: 1 } }],
      "-20900/4",
    ],
    ["update without key", [{ name: "park.plant.update", old: { area: "a1" }, new: {} }], "-20040/1"],
    [
      "update of is_own",
      [{ name: "park.area.update", old: { name: "a1" }, new: { is_own: true } }],
      "-20900/4",
    ],
    ["delete of nothing", [{ name: "park.area.delete" }], "-20040/1"],
    ["wrong type", [{ name: "park.plant.create", new: { area: "a1", number: "1" } }], "-20040/3"],
  ])("[API-25] %s is refused", async (_, steps, code) => {
    expect((await fault(execute(steps))).code).toBe(code);
  });

  it.each<[string, Json]>([
    ["empty members", { ...AREAS, new: {}, inner_join_ref: {}, anti_join_ref: [] }],
    ["empty filters as list", { name: "park.area.list", old: [] }],
  ])("%s count as absent", async (_, step) => {
    expect(Array.isArray(await answered(execute([step])))).toBe(true);
  });

  it("[API-40] the fault names the first faulty step by its result key", async () => {
    const steps = [AREAS, { name: "park.area.list", old: { x: 1 } }, { name: "nonsense" }];
    expect(await fault(execute(steps, "dict_mode=true"))).toEqual({
      code: "-20900/4",
      details: expect.objectContaining({ parameter: "x", scope: "old" }) as unknown,
      at: { idx: "area_list_1", position: 1, name: "park.area.list", execution: 0 },
    });
  });

  it("a hundred thousand and one steps are too many", async () => {
    const steps = Array.from({ length: 100_001 }, () => 0);
    expect(await fault(execute(steps))).toMatchObject({
      code: "-20910/1",
      details: { limit: 100_000, found: 100_001 },
    });
  });
});

describe("single calls", () => {
  it("[API-57] a list answers one result list", async () => {
    expect(await answered(single("park.area", "list", "name=a2"))).toEqual([
      [expect.objectContaining({ gpk: "area-2" })],
    ]);
    expect(await answered(single("park.area", "list", "name=a9"))).toEqual([[]]);
    expect(await answered(single("park.area", "list", "", { old: { name_list: ["a1"] } }))).toEqual([
      [expect.objectContaining({ gpk: "area-1" })],
    ]);
  });

  it("[API-23] parameters of the query string are read by their data type", async () => {
    const query = new URLSearchParams({
      number_list: "[1]",
      is_tree: "false",
      fetch_limit: "1",
      sorting_params_list: '["area DESC"]',
      filter_params_dict: '{"number": {"ge": 1}}',
    });
    expect(await answered(single("park.plant", "list", query.toString()))).toEqual([
      [expect.objectContaining({ area: "a2", number: 1 })],
    ]);
  });

  it.each<[string, string]>([
    ["inttype=A", "-20900/4"],
    ["number=1&number=2", "-20040/3"],
    ["number=", "-20040/3"],
    ["number=one", "-20040/3"],
    ["is_tree=1", "-20040/3"],
    ["number_list=1", "-20040/3"],
    ["su_login_name=x", "-20900/4"],
    ["dry_mode=true", "-20900/4"],
  ])("%s is refused with %s", async (query, code) => {
    expect((await fault(single("park.plant", "list", query))).code).toBe(code);
  });

  it.each([
    ["fetch_limit=0", "fetch_limit"],
    ["text_regexp=(", "text_regexp"],
    ["number=99999999999999999999", "number"],
    [
      "filter_params_dict=" + encodeURIComponent('{"text": {"regexp": "("}}'),
      "filter_params_dict.text.regexp",
    ],
  ])("%s is refused at its place", async (query, parameter) => {
    const { details } = await fault(single("park.plant", "list", query));
    expect(details).toMatchObject({ parameter, scope: "query" });
  });

  it("other members and other forms of the body are refused", async () => {
    expect((await fault(single("park.area", "create", "", { old: {}, new: {}, more: 1 }))).code).toBe(
      "-20900/4",
    );
    expect((await fault(single("park.area", "create", "", [{ name: "name", new_value: "x" }]))).code).toBe(
      "-20900/1",
    );
    expect((await fault(single("park.area", "create", "dry_mode=true", { new: { name: "x" } }))).code).toBe(
      "-20900/4",
    );
  });
});
