import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  textIn,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";
import { fresh, site } from "../support/sent-calls.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const as = (login: string, ...steps: readonly SentStep[]) => world.execute(login, steps);
const ada = (...steps: readonly SentStep[]) => as("ada", ...steps);
const table = (...rows: readonly Json[]): SentStep => ({
  idx: "t",
  name: "tmp.generic_object.list",
  old: { _dict_list: rows },
});
const list = (name: string, more: Partial<SentStep> = {}): SentStep => ({
  name: `${name}.list`,
  inner_join_ref: { t: "default" },
  ...more,
});
const names = (said: Said, at: number, name: string) => rowsOf(said, at).map((row) => row[name]);

const ANY: readonly Json[] = [{ b: 1, a: [null, { x: "ü\n" }] }, {}, { a: null }, { a: "\\u0000" }, { b: 1 }];

function deep(levels: number): Json {
  // Built as text, so that the test itself does not recurse.
  return JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`) as Json;
}

describe("tmp.generic_object", () => {
  it("[API-62] answers exactly the given rows in the given order, to every account and to users without one", async () => {
    for (const login of ["ada", "nora", "svc-web"]) {
      const said = await as(login, table(...ANY));
      expect(rowsOf(said)).toEqual(ANY);
      expect(JSON.stringify(rowsOf(said))).toBe(JSON.stringify(ANY));
    }
    expect(rowsOf(await ada(table()))).toEqual([]);
  });

  it("[API-62] works with JSON text, as a single call in both ways, and between writing steps", async () => {
    const text = JSON.stringify(ANY);
    const name = "tmp.generic_object.list";
    expect(rowsOf(await ada({ name, old: { _dict_list: text } }))).toEqual(ANY);
    expect(rowsOf(await world.post("nora", name, { old: { _dict_list: ANY } }))).toEqual(ANY);
    expect(rowsOf(await world.get("nora", name, { _dict_list: text }))).toEqual(ANY);
    const [one, two] = [fresh("g"), fresh("g")];
    const said = await ada(site(one), table({ name: one }, { name: two }), site(two), list("nd.site"));
    expect(rowsOf(said, 1)).toEqual([{ name: one }, { name: two }]);
    expect(names(said, 3, "name")).toEqual([one, two]);
  });

  it.each<readonly [string, SentStep, string, Record<string, Json>]>([
    [
      "no rows given",
      { name: "tmp.generic_object.list" },
      "-20040/1",
      { parameter: "_dict_list", scope: "old" },
    ],
    [
      "a filter",
      { name: "tmp.generic_object.list", old: { _dict_list: [], fetch_limit: 1 } },
      "-20900/4",
      { parameter: "fetch_limit", known_list: ["_dict_list"] },
    ],
    ["a row that is no object", table({}, 1), "-20040/3", { parameter: "_dict_list" }],
    ["a row that is nested too deep", table({ a: deep(500) }), "-20910/2", { limit: 64 }],
    ["null for the rows", { ...table(), old: { _dict_list: null } }, "-20040/2", { parameter: "_dict_list" }],
    [
      "too many rows",
      table(...Array.from({ length: 10_001 }, () => ({}))),
      "-20910/4",
      { parameter: "_dict_list", found: 10_001 },
    ],
  ])("[API-62] %s is refused", async (_, step, code, wanted) => {
    const said = await ada(step);
    expect([codeOf(said), detailsOf(said)]).toMatchObject([code, wanted]);
  });
});

describe("joins with literal rows", () => {
  it("[API-62] match rows that equal a literal row in all attributes that both have", async () => {
    const said = await ada(
      table({ bcd: "scc-net-web-1", type: 4, colour: "red" }, { bcd: "scc-other-1", type: 6 }),
      list("nd.ip_subnet"),
      list("nd.ip_subnet", { inner_join_ref: {}, anti_join_ref: { t: "default" } }),
      list("nd.ip_subnet", { inner_join_ref: {}, union_join_ref: { t: "default" } }),
      list("nd.bcd", { idx: "bcds", inner_join_ref: {}, old: { name: "scc-other-1" } }),
      list("nd.ip_subnet", { inner_join_ref: {}, union_join_ref: { t: "default", bcds: "default" } }),
    );
    expect(names(said, 1, "cidr")).toEqual(["198.51.100.0/24"]);
    expect(names(said, 2, "cidr")).toEqual(["203.0.113.0/24", "2001:db8:47:11::/64"]);
    expect(names(said, 3, "cidr")).toEqual(["198.51.100.0/24"]);
    expect(names(said, 5, "cidr")).toEqual(["198.51.100.0/24", "203.0.113.0/24"]);
  });

  it("[API-62] compare each literal row by its own attributes; null equals null, and other spellings are equal", async () => {
    const said = await ada(
      table(
        { cidr: "198.51.100.0/24", gateway_addr: null },
        { cidr: "203.0.113.0/24", gateway_addr: null },
        { gateway_addr: "2001:DB8:47:11:0:0:0:1", bcd: "scc-net-web-1" },
        { type: "no number" },
        { reserved_addr_list: ["198.51.100.3", "198.51.100.2"] },
      ),
      list("nd.ip_subnet"),
    );
    expect(names(said, 1, "cidr")).toEqual(["203.0.113.0/24", "2001:db8:47:11::/64"]);
  });

  it("[API-62] work with gpks, lists, booleans and values that depend on the reader", async () => {
    const found = rowsOf(await ada({ name: "nd.ip_subnet.list" }));
    const said = await as(
      "ab1234",
      table(
        { gpk: textIn(found[0], "gpk"), is_own: true },
        { gpk: textIn(found[1], "gpk"), is_own: true },
        { reserved_addr_list: ["198.51.100.2", "198.51.100.3"], is_own: true },
      ),
      list("nd.ip_subnet"),
    );
    expect(names(said, 1, "cidr")).toEqual(["198.51.100.0/24"]);
    const change = await ada(
      table({ object_gfk: textIn(found[0], "gpk"), function: "create" }),
      list("wapi.change_log"),
    );
    expect(names(change, 1, "object_title")).toEqual(["198.51.100.0/24"]);
  });

  it("[API-62] keep nothing if there is no row, or everything in an anti join", async () => {
    const said = await ada(
      table(),
      list("nd.bcd"),
      list("nd.bcd", { inner_join_ref: {}, anti_join_ref: { t: "default" } }),
    );
    expect([rowsOf(said, 1).length, rowsOf(said, 2).length]).toEqual([0, 2]);
  });

  it("[API-62] work with thousands of rows", async () => {
    const rows = Array.from({ length: 9_999 }, (_, n) => ({
      cidr: `10.${String(n >> 8)}.${String(n & 255)}.0/24`,
      type: 4,
    }));
    const said = await ada(table(...rows, { cidr: "203.0.113.0/24", type: 4 }), list("nd.ip_subnet"));
    expect(names(said, 1, "cidr")).toEqual(["203.0.113.0/24"]);
  });

  it.each<readonly [string, readonly SentStep[], string]>([
    ["no common name", [table({ colour: "red" }), list("nd.bcd")], "-20900/5"],
    ["no common name in one row", [table({ name: "x" }, { colour: "red" }), list("nd.bcd")], "-20900/5"],
    [
      "another reference",
      [table({ name: "x" }), list("nd.bcd", { inner_join_ref: { t: "self" } })],
      "-20900/5",
    ],
    [
      "literal rows joined to something",
      [
        list("nd.bcd", { idx: "t", inner_join_ref: {} }),
        { ...table(), idx: "u", inner_join_ref: { t: "default" } },
      ],
      "-20900/5",
    ],
  ])("[API-62] %s is refused", async (_, steps, code) => {
    expect(codeOf(await ada(...steps))).toBe(code);
  });
});

describe("source of ref params", () => {
  it("[API-62] literal rows may contain lists and objects", async () => {
    const said = await ada(
      table({ list: ["scc-other-1"] }, { list: [] }, { list: ["scc-net-web-1", "scc-other-1"] }),
      { name: "nd.bcd.list", old_ref_params: [{ idx: "t", params: { name_list: "list" } }] },
    );
    expect(names(said, 1, "name")).toEqual(["scc-other-1", "scc-net-web-1"]);
  });
});
