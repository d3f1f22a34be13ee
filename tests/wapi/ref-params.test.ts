import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  failedStep,
  rowsOf,
  smallWorld,
  textIn,
  tokenOf,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const ada = (...steps: readonly SentStep[]) => world.execute("ada", steps);
const table = (idx: string, ...rows: readonly Record<string, Json>[]): SentStep => ({
  idx,
  name: "tmp.generic_object.list",
  old: { _dict_list: rows },
});
const ref = (idx: string, params: Record<string, string>, joinType?: string): Json => ({
  idx,
  params,
  ...(joinType === undefined ? {} : { join_type: joinType }),
});
const column = (said: Said, list: number, name: string) => rowsOf(said, list).map((row) => row[name]);

describe("executions", () => {
  it("[API-61] a step is executed once for each row of an earlier step, in its order", async () => {
    const said = await ada(
      table("t", { site: "r-b", title: "two" }, { site: "r-a", title: null }),
      {
        name: "nd.site.create",
        new_ref_params: [ref("t", { name: "site", title: "title" })],
      },
      { name: "nd.site.list", old: { name_regexp: "^r-" } },
    );
    expect(column(said, 1, "name")).toEqual(["r-b", "r-a"]);
    expect(rowsOf(said, 2)).toMatchObject([
      { name: "r-a", title: null },
      { name: "r-b", title: "two" },
    ]);
  });

  it("[API-61] cross combines every execution with every row, and earlier entries vary slowest", async () => {
    const said = await ada(
      table("sites", { s: "x-1" }, { s: "x-2" }),
      table("numbers", { n: "1" }, { n: "2" }, { n: "3" }),
      { name: "nd.site.create", new_ref_params: [ref("sites", { name: "s" })] },
      {
        name: "nd.bldg.create",
        new_ref_params: [ref("sites", { site: "s" }), ref("numbers", { number: "n" }, "cross")],
      },
    );
    expect(rowsOf(said, 3).map((row) => `${textIn(row, "site")}/${textIn(row, "number")}`)).toEqual([
      "x-1/1",
      "x-1/2",
      "x-1/3",
      "x-2/1",
      "x-2/2",
      "x-2/3",
    ]);
  });

  it("[API-61] zip, also without join_type, takes row n for execution n, and a step that was used before takes the same row", async () => {
    const said = await ada(
      table("a", { s: "z-1" }, { s: "z-2" }),
      table("b", { n: "7" }, { n: "8" }),
      { name: "nd.site.create", new_ref_params: [ref("a", { name: "s" })] },
      {
        name: "nd.bldg.create",
        idx: "zip",
        new_ref_params: [ref("a", { site: "s" }), ref("b", { number: "n" }, "zip")],
      },
      {
        name: "nd.bldg.update",
        idx: "again",
        old_ref_params: [ref("a", { site: "s" }), ref("b", { number: "n" })],
        new_ref_params: [ref("a", { title: "s" }, "cross"), ref("b", { address: "n" }, "cross")],
      },
    );
    expect(rowsOf(said, 3)).toMatchObject([
      { site: "z-1", number: "7" },
      { site: "z-2", number: "8" },
    ]);
    expect(rowsOf(said, 4)).toMatchObject([
      { site: "z-1", number: "7", title: "z-1", address: "7" },
      { site: "z-2", number: "8", title: "z-2", address: "8" },
    ]);
  });

  it("[API-61] no row means no execution", async () => {
    const said = await ada(
      { idx: "none", name: "nd.site.list", old: { name: "not there" } },
      { name: "nd.bldg.create", new: { number: "1" }, new_ref_params: [ref("none", { site: "name" })] },
      { name: "nd.bldg.list", old_ref_params: [ref("none", { site: "name" })] },
      table("empty"),
      { name: "nd.site.create", new_ref_params: [ref("empty", { name: "whatever" })] },
    );
    expect([1, 2, 4].map((list) => rowsOf(said, list))).toEqual([[], [], []]);
  });

  it("[API-61] rows of writing steps can be used, also of list and delete steps of the same transaction", async () => {
    const said = await ada(
      table("t", { s: "w-1" }, { s: "w-2" }),
      { idx: "made", name: "nd.site.create", new_ref_params: [ref("t", { name: "s" })] },
      {
        idx: "renamed",
        name: "nd.site.update",
        new: { title: "new" },
        old_ref_params: [ref("made", { gpk: "gpk" })],
      },
      { idx: "listed", name: "nd.site.list", old_ref_params: [ref("renamed", { name: "name" })] },
      {
        idx: "gone",
        name: "nd.site.delete",
        old_ref_params: [ref("listed", { name: "name", title: "title" })],
      },
      { name: "nd.site.list", old_ref_params: [ref("gone", { name: "name" })] },
    );
    expect(column(said, 3, "title")).toEqual(["new", "new"]);
    expect(column(said, 4, "name")).toEqual(["w-1", "w-2"]);
    expect(rowsOf(said, 5)).toEqual([]);
  });
});

describe("values that steps were given in another form than their rows have", () => {
  it("[API-61] are taken from the rows, also for steps that depend on these values", async () => {
    const said = await ada(
      {
        idx: "a",
        name: "dns.record.create",
        new: { fqdn: "f.example.com.", fqdn_type: "domain", type: "AAAA", data: "2001:db8:1::1" },
      },
      {
        idx: "b",
        name: "dns.record.update",
        new: { data: "2001:DB8:1:0::2" },
        old_ref_params: [ref("a", { gpk: "gpk" })],
      },
      {
        idx: "c",
        name: "dns.record.create",
        new: { fqdn: "f.example.com.", type: "TXT" },
        new_ref_params: [ref("b", { data: "data" })],
      },
      {
        name: "dns.record.create",
        new: { fqdn: "example.com.", type: "TXT" },
        new_ref_params: [ref("c", { data: "data" })],
      },
    );
    expect([1, 2, 3].map((list) => column(said, list, "data")).flat()).toEqual(
      Array.from({ length: 3 }, () => "2001:db8:1::2"),
    );
  });
});

describe("list steps", () => {
  it("[API-61] results of all executions are one list without repeated rows, and a single value is a list of one", async () => {
    const said = await ada(
      table("t", { bcd: "scc-other-1" }, { bcd: "scc-net-web-1" }, { bcd: "scc-other-1" }),
      { idx: "one", name: "nd.ip_subnet.list", old_ref_params: [ref("t", { bcd: "bcd" })] },
      { idx: "many", name: "nd.ip_subnet.list", old_ref_params: [ref("t", { bcd_list: "bcd" })] },
      {
        idx: "limited",
        name: "nd.ip_subnet.list",
        old: { fetch_limit: 1 },
        old_ref_params: [ref("t", { bcd: "bcd" })],
      },
      { name: "nd.bcd.list", inner_join_ref: { limited: "default" } },
    );
    const cidrs = ["203.0.113.0/24", "198.51.100.0/24", "2001:db8:47:11::/64"];
    expect(column(said, 1, "cidr")).toEqual(cidrs);
    expect(column(said, 2, "cidr")).toEqual(cidrs);
    expect(column(said, 3, "cidr")).toEqual(cidrs.slice(0, 2));
    expect(column(said, 4, "name")).toEqual(["scc-net-web-1", "scc-other-1"]);
  });

  it("[API-61] values of any kind can be given, and lists as whole values among themselves", async () => {
    const said = await ada(
      { idx: "b", name: "nd.bcd.list", old: { sorting_params_list: ["name DESC"] } },
      { name: "nd.bcd.list", old_ref_params: [ref("b", { gpk_list: "gpk" })] },
      { name: "nd.bcd.list", old_ref_params: [ref("b", { id: "id" })] },
      { idx: "n", name: "nd.ip_subnet.list", old: { gateway_addr: "198.51.100.1" } },
      { name: "nd.ip_subnet.list", old_ref_params: [ref("n", { cidr: "gateway_addr", type: "type" })] },
      table("limits", { l: 2, f: { name: { regexp: "^scc" } }, s: ["name DESC"] }),
      {
        name: "nd.bcd.list",
        old_ref_params: [
          ref("limits", { fetch_limit: "l", filter_params_dict: "f", sorting_params_list: "s" }),
        ],
      },
    );
    expect(column(said, 1, "name")).toEqual(["scc-other-1", "scc-net-web-1"]);
    expect(column(said, 2, "name")).toEqual(["scc-other-1", "scc-net-web-1"]);
    expect(column(said, 6, "name")).toEqual(["scc-other-1", "scc-net-web-1"]);
  });
});

describe("answers by name", () => {
  it("[API-34] [API-61] translations come with all rows of all executions, once", async () => {
    await ada(
      { idx: "u", name: "org.unit.list" },
      {
        name: "cntl.ot_lang_attr_val.create",
        new: { language_tag: "en", lang_attr_key: "title" },
        new_ref_params: [ref("u", { object_gfk: "gpk", value: "fq_name" })],
      },
    );
    const { body } = await world.executor.call({
      target: { kind: "execute" },
      token: tokenOf("ada"),
      query: new URLSearchParams({ dict_mode: "true" }),
      body: JSON.stringify([
        table("t", { n: "KIT::SCC" }, { n: "KIT" }, { n: "KIT::SCC" }),
        { name: "org.unit.list", old_ref_params: [ref("t", { fq_name: "n" })] },
      ]),
    });
    // Parse boundary: with dict_mode the answer is an object of result lists.
    const lists = JSON.parse(typeof body === "string" ? body : "{}") as Readonly<
      Record<string, readonly Row[]>
    >;
    expect(Object.keys(lists)).toEqual(["t", "unit_list", "__lang_unit_list"]);
    expect(lists["unit_list"]?.map((row) => row["fq_name"])).toEqual(["KIT::SCC", "KIT"]);
    const gpks = lists["unit_list"]?.map((row) => textIn(row, "gpk")) ?? [];
    const english = (lists["__lang_unit_list"] ?? []).filter((row) => row["language_tag"] === "en");
    expect(new Map(english.map((row) => [textIn(row, "object_gfk"), row["value"]]))).toEqual(
      new Map(gpks.map((gpk, n) => [gpk, ["KIT::SCC", "KIT"][n]])),
    );
    expect(english).toHaveLength(2);
  });
});

describe("refusals", () => {
  const t = table("t", { s: "f-1", n: 1 }, { s: "f-2", n: null });
  const two = table("two", { s: "f-1" });
  it.each<readonly [string, string, readonly SentStep[], Record<string, Json>]>([
    [
      "counts of zip differ",
      "-20900/2",
      [
        t,
        two,
        { name: "nd.bldg.create", new_ref_params: [ref("t", { site: "s" }), ref("two", { number: "s" })] },
      ],
      { member: "new_ref_params" },
    ],
    [
      "counts differ, told by the rows of lists",
      "-20900/2",
      [
        { idx: "b", name: "nd.bcd.list" },
        { idx: "n", name: "nd.ip_subnet.list" },
        {
          name: "nd.vlan.list",
          old_ref_params: [ref("b", { bcd: "name" }), ref("n", { name: "cidr" }, "zip")],
        },
      ],
      { member: "old_ref_params" },
    ],
    [
      "a parameter is given in both ways",
      "-20900/2",
      [t, { name: "nd.site.create", new: { name: "x" }, new_ref_params: [ref("t", { name: "s" })] }],
      { member: "new_ref_params" },
    ],
    [
      "a parameter is taken twice",
      "-20900/2",
      [
        t,
        two,
        {
          name: "nd.site.create",
          new_ref_params: [ref("t", { name: "s" }), ref("two", { name: "s" }, "cross")],
        },
      ],
      { member: "new_ref_params" },
    ],
    [
      "an attribute that the rows do not have",
      "-20900/4",
      [t, { name: "nd.site.create", new_ref_params: [ref("t", { name: "other" })] }],
      { parameter: "other", scope: "new", known_list: ["s", "n"] },
    ],
    [
      "an attribute that the type does not have",
      "-20900/4",
      [
        { idx: "b", name: "nd.bcd.list" },
        { name: "nd.site.create", new_ref_params: [ref("b", { name: "vlan" })] },
      ],
      { parameter: "vlan", scope: "new" },
    ],
    [
      "a parameter that the function does not have",
      "-20900/4",
      [t, { name: "nd.site.create", new_ref_params: [ref("t", { colour: "s" })] }],
      { parameter: "colour", scope: "new" },
    ],
    [
      "a step that comes later",
      "-20900/2",
      [{ name: "nd.site.create", new_ref_params: [ref("t", { name: "s" })] }, t],
      { member: "new_ref_params" },
    ],
    [
      "another kind of join",
      "-20900/2",
      [t, { name: "nd.site.create", new_ref_params: [ref("t", { name: "s" }, "outer")] }],
      { member: "new_ref_params" },
    ],
    [
      "an entry with another member",
      "-20900/2",
      [t, { name: "nd.site.create", new_ref_params: [{ idx: "t", param: { name: "s" } }] }],
      { member: "new_ref_params" },
    ],
    [
      "new_ref_params of a list",
      "-20900/2",
      [t, { name: "nd.site.list", new_ref_params: [ref("t", { name: "s" })] }],
      { member: "new_ref_params" },
    ],
    [
      "null for the member",
      "-20900/2",
      [t, { name: "nd.site.list", old_ref_params: null }],
      { member: "old_ref_params" },
    ],
    [
      "an object for the member",
      "-20900/2",
      [t, { name: "nd.site.list", old_ref_params: { idx: "t" } }],
      { member: "old_ref_params" },
    ],
    [
      "the text of a token",
      "-20900/4",
      [
        { idx: "tok", name: "cntl.wapi_auth.create", new: { login_name: "ab1234-none" } },
        { name: "nd.site.create", new_ref_params: [ref("tok", { name: "token" })] },
      ],
      { parameter: "token" },
    ],
    [
      "the rows of a literal table",
      "-20900/4",
      [t, { name: "tmp.generic_object.list", old_ref_params: [ref("t", { _dict_list: "s" })] }],
      { parameter: "_dict_list" },
    ],
  ])("[API-61] %s", async (_, code, steps, wanted) => {
    const said = await ada(...steps);
    expect([codeOf(said), detailsOf(said)]).toMatchObject([code, wanted]);
    expect(failedStep(said)).toMatchObject({ execution: 0 });
  });

  it("[API-61] empty members have the same meaning as missing ones", async () => {
    const said = await ada({ name: "nd.site.list", old_ref_params: [], new_ref_params: {} });
    expect(said.ok).toBe(true);
  });

  it("[API-61] the traceback counts executions: wrong shapes of literal rows are refused before any step is executed", async () => {
    const said = await ada(
      { name: "nd.site.delete", old: { name: "not there" } },
      table("t", { n: "s-1" }, { n: "s-2" }, { n: null }),
      { idx: "made", name: "nd.site.create", new_ref_params: [ref("t", { name: "n" })] },
    );
    expect(codeOf(said)).toBe("-20040/2");
    expect(failedStep(said)).toEqual({ idx: "made", position: 2, name: "nd.site.create", execution: 2 });
  });

  it("[API-61] the traceback counts executions: a failure during execution names its execution", async () => {
    const said = await ada(
      table("t", ...Array.from({ length: 50 }, (_, n) => ({ n: `e-${String(n % 37)}` }))),
      { idx: "made", name: "nd.site.create", new_ref_params: [ref("t", { name: "n" })] },
      { name: "nd.bcd.list" },
    );
    expect(codeOf(said)).toBe("-20030/1");
    expect(failedStep(said)).toEqual({ idx: "made", position: 1, name: "nd.site.create", execution: 37 });
    expect(rowsOf(await ada({ name: "nd.site.list", old: { name_regexp: "^e-" } }))).toEqual([]);
  });

  it("[API-61] values of rows are checked as soon as they are known", async () => {
    const said = await ada(
      { idx: "b", name: "nd.bcd.list" },
      { idx: "made", name: "nd.site.create", new_ref_params: [ref("b", { name: "name" })] },
      {
        idx: "typed",
        name: "nd.bldg.create",
        new: { site: "x" },
        new_ref_params: [ref("b", { number: "seclvl" })],
      },
    );
    expect(codeOf(said)).toBe("-20040/3");
    expect(failedStep(said)).toEqual({ idx: "typed", position: 2, name: "nd.bldg.create", execution: 0 });
  });

  it("[API-61] the number of executions of all steps together is limited", async () => {
    const rows = Array.from({ length: 400 }, (_, n) => ({ n: String(n) }));
    const a = table("a", ...rows);
    const b = table("b", ...rows);
    const said = await ada(a, b, {
      idx: "product",
      name: "nd.bldg.create",
      new_ref_params: [ref("a", { site: "n" }), ref("b", { number: "n" }, "cross")],
    });
    expect([codeOf(said), detailsOf(said)]).toEqual(["-20910/3", { limit: 100_000 }]);
    expect(failedStep(said)).toMatchObject({ idx: "product", position: 2 });
  });

  it("[API-61] an account that may not write is refused even if no row leads to an execution", async () => {
    const said = await world.execute("nora", [
      table("t"),
      { name: "nd.site.create", new_ref_params: [ref("t", { name: "n" })] },
    ]);
    expect([codeOf(said), failedStep(said)]).toMatchObject(["-20010/7", { position: 1, execution: 0 }]);
  });
});

describe("secrets", () => {
  const KEY = "a key that nobody reads";
  const rows = table("t", { mac: "00:11:22:33:44:55", key: KEY });
  const client: SentStep = {
    idx: "c",
    name: "macauth.client.create",
    new: { bcd_name: "scc-net-web-1" },
    new_ref_params: [ref("t", { mac_addr: "mac", wpa2_key: "key" })],
  };

  it("[API-61] [API-65] a secret in a literal row is written, and the record does not contain it", async () => {
    const said = await world.execute("otto", [rows, client]);
    expect(rowsOf(said, 1)).toMatchObject([{ mac_addr: "00:11:22:33:44:55", wpa2_key: KEY }]);
    const [last] = await world.db.query<{ steps: string; log: string }>(
      `select a.steps::text steps, (select json_agg(l)::text from wapi.change_log l where l.transaction_gfk = a.id) log
       from wapi.transaction a order by a.id desc limit 1`,
    );
    expect(last?.steps).toContain("00:11:22:33:44:55");
    expect(`${last?.steps ?? ""} ${last?.log ?? ""}`).not.toContain(KEY);
  });

  it.each<readonly [string, readonly SentStep[]]>([
    [
      "taken from a row",
      [
        { idx: "l", name: "macauth.client.list" },
        { name: "nd.site.create", new_ref_params: [ref("l", { name: "wpa2_key" })] },
      ],
    ],
    [
      "joined with a literal row",
      [table("g", { wpa2_key: KEY }), { name: "macauth.client.list", inner_join_ref: { g: "default" } }],
    ],
    [
      "guessed beside other attributes",
      [
        table("g", { wpa2_key: KEY, bcd_name: "scc-net-web-1" }),
        { name: "macauth.client.list", anti_join_ref: { g: "default" } },
      ],
    ],
    [
      "a filter by ref params",
      [
        table("g", { k: KEY }),
        { name: "macauth.client.list", old_ref_params: [ref("g", { wpa2_key: "k" })] },
      ],
    ],
  ])("[API-61] [API-62] a secret is not %s", async (_, steps) => {
    const said = await world.execute("otto", steps);
    expect([codeOf(said), detailsOf(said)]).toMatchObject(["-20900/4", { parameter: "wpa2_key" }]);
  });

  it("[API-32] [API-61] no secret can be written in the name of another account", async () => {
    const said = await world.execute("ada", [rows, { ...client, idx: "x" }], { su: "otto" });
    expect(codeOf(said)).toBe("-20010/6");
    expect(failedStep(said)).toMatchObject({ idx: "x", position: 1, execution: 0 });
  });
});
