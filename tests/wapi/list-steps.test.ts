import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import {
  column,
  fresh,
  openCalls,
  site,
  table,
  type Calls,
  type Heard,
  type Sent,
} from "../support/sent-calls.ts";
import { textIn, tokenOf, type SentStep } from "../support/small-world.ts";

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls();
});
afterAll(() => calls.close());

const execute = (steps: unknown, sent?: Sent): Promise<Heard> => calls.execute(steps, sent);
const as = (login: string): Sent => ({ token: tokenOf(login) });
const list = (name: string, old: Readonly<Record<string, Json>> = {}, more: object = {}): SentStep => ({
  name: `${name}.list`,
  old,
  ...more,
});
const join = (idx: string, reference = "default") => ({ inner_join_ref: { [idx]: reference } });
const rows = async (step: SentStep, sent?: Sent): Promise<readonly Row[]> => {
  const said = await execute([step], sent);
  if (said.lists === undefined) throw new Error(JSON.stringify(said));
  return said.lists[0] ?? [];
};
const gpkOf = async (step: SentStep): Promise<string> => {
  const [row] = await rows(step);
  if (typeof row?.["gpk"] !== "string") throw new Error("there is no such row");
  return row["gpk"];
};

/** Lists in dict mode, by key. */
async function named(
  steps: readonly SentStep[],
  sent: Sent = {},
): Promise<Readonly<Record<string, readonly Row[]>>> {
  const { lists } = await execute([...steps], { ...sent, query: "dict_mode=true" });
  // Parse boundary: with dict_mode the answer is an object of result lists.
  return lists as unknown as Record<string, readonly Row[]>;
}

describe("objects of any type", () => {
  let bcd = "";
  let other = "";
  let ou = "";
  beforeAll(async () => {
    [bcd, other, ou] = await Promise.all([
      gpkOf(list("nd.bcd", { name: "scc-net-web-1" })),
      gpkOf(list("nd.bcd", { name: "scc-other-1" })),
      gpkOf(list("org.unit", { fq_name: "KIT::SCC" })),
    ]);
  });
  const titles = (found: readonly Row[]) =>
    found.map((row) => [row["gpk"], row["object_fq_name"], row["title"]]);

  it("[OBJ-07] are found by gpks of several types, and a wrong gpk finds nothing", async () => {
    const all = [bcd, other, ou, "bcd-99999999", "obj-1", "nothing-1", "x"];
    const expected = [
      [bcd, "nd.bcd", "scc-net-web-1"],
      [other, "nd.bcd", "scc-other-1"],
      [ou, "org.unit", "SCC SCC"],
    ];
    expect(titles(await rows(list("wapi.object", { gpk_list: all })))).toEqual(expected);
    expect(titles(await rows(list("wapi.object", { gpk_list: [ou] })))).toEqual([
      [ou, "org.unit", "SCC SCC"],
    ]);
    expect(await rows(list("wapi.object", { gpk_list: [] }))).toEqual([]);
    const narrowed = list("wapi.object", { gpk_list: all, title: "scc-other-1" });
    expect(titles(await rows(narrowed))).toEqual([[other, "nd.bcd", "scc-other-1"]]);
    const twice = list("wapi.object", { gpk_list: all, filter_params_dict: { gpk: { in: [other, ou] } } });
    expect(titles(await rows(twice))).toEqual(expected.filter(([gpk]) => gpk !== bcd));
  });

  it("are shown to accounts that can read them, with a mark for own ones", async () => {
    const marks = async (login: string): Promise<unknown> =>
      (await rows(list("wapi.object", { gpk_list: [bcd, other] }), as(login))).map((row) => [
        row["title"],
        row["is_own"],
      ]);
    expect(await marks("greta")).toEqual([["scc-other-1", true]]);
    expect(await marks("ab1234")).toEqual([["scc-net-web-1", true]]);
    expect(await marks("ada")).toEqual([
      ["scc-net-web-1", false],
      ["scc-other-1", false],
    ]);
  });

  it("are found by joins to any list, to earlier found objects, and to gpks in rows", async () => {
    const name = fresh("site");
    const steps = [
      { idx: "site", ...site(name) },
      list("nd.bcd", { name: "scc-other-1" }, { idx: "bcd" }),
      list("wapi.object", {}, { idx: "one", ...join("bcd") }),
      list("wapi.object", {}, { idx: "two", union_join_ref: { bcd: "default", site: "default" } }),
      list("wapi.object", {}, { idx: "again", ...join("two", "self") }),
    ];
    const said = await execute(steps);
    expect(titles(said.lists?.[2] ?? [])).toEqual([[other, "nd.bcd", "scc-other-1"]]);
    const both = [
      [other, "nd.bcd", "scc-other-1"],
      [column(said, 0, "gpk")[0], "nd.site", name],
    ];
    expect(titles(said.lists?.[3] ?? [])).toEqual(both);
    expect(titles(said.lists?.[4] ?? [])).toEqual(both);
    const logged = await execute([
      list("nd.site", { name }, { idx: "site" }),
      list("wapi.change_log", {}, { idx: "log", ...join("site") }),
      list("wapi.object", {}, join("log", "api_func_wapi_change_log_object_gfk")),
    ]);
    expect(titles(logged.lists?.[2] ?? [])).toEqual(both.filter(([gpk]) => gpk !== other));
  });

  it("are restricted by rows of the call and by lists that must not contain them", async () => {
    const gpks = { gpk_list: [bcd, other, ou] };
    const said = await execute([
      table("t", [{ gpk: other }, { gpk: ou }, { gpk: "bcd-99999999" }]),
      list("nd.bcd", { name: "scc-other-1" }, { idx: "bcd" }),
      list("wapi.object", gpks, join("t")),
      list("wapi.object", gpks, { anti_join_ref: { bcd: "default" } }),
      list("wapi.object", gpks, { anti_join_ref: { t: "default" } }),
      list("wapi.object", {}, join("t")),
    ]);
    expect([2, 3, 4, 5].map((at) => titles(said.lists?.[at] ?? []).map(([, , title]) => title))).toEqual([
      ["scc-other-1", "SCC SCC"],
      ["scc-net-web-1", "SCC SCC"],
      ["scc-net-web-1"],
      [],
    ]);
  });

  it("must be named by gpks, by rows with gpks, or by a join", async () => {
    const missing = { fault: "required_missing", details: { parameter: "gpk_list", scope: "old" } };
    expect(await execute([list("wapi.object")])).toMatchObject(missing);
    expect(await execute([list("wapi.object", { title: "x" })])).toMatchObject(missing);
    const steps = (params: object, given: readonly Row[] = [{ gpk: bcd, t: "x" }]) => [
      table("t", given),
      { name: "wapi.object.list", old_ref_params: [{ idx: "t", params }] },
    ];
    expect((await execute(steps({ gpk_list: "gpk" }))).lists?.[1]).toMatchObject([{ gpk: bcd }]);
    expect(await execute(steps({ title: "t" }))).toMatchObject(missing);
    expect(await execute(steps({ title: "t" }, []))).toMatchObject(missing);
    expect(
      await execute([
        list("nd.bcd", {}, { idx: "b" }),
        list("wapi.object", {}, { anti_join_ref: { b: "default" } }),
      ]),
    ).toMatchObject(missing);
  });
});

describe("the log of changes", () => {
  const change = (name: string, description: string): SentStep => ({
    name: "nd.bcd.update",
    old: { name },
    new: { description },
  });
  const LOG = "wapi.change_log";
  const descriptions = (found: readonly Row[] = []): readonly unknown[] =>
    found.map((row) => (row["new"] as Record<string, Json>)["description"]);

  it("shows own entries, and entries of named objects that can be read", async () => {
    const [bcd, foreign] = [
      await gpkOf(list("nd.bcd", { name: "scc-other-1" })),
      await gpkOf(list("nd.bcd", { name: "scc-net-web-1" })),
    ];
    const [ada, greta] = [fresh("ada"), fresh("greta")];
    await execute([change("scc-other-1", ada), change("scc-net-web-1", ada)]);
    await execute([change("scc-other-1", greta)], as("greta"));
    const recent = { sorting_params_list: ["gpk DESC"] };
    const seen = async (
      old: Readonly<Record<string, Json>>,
      more: readonly SentStep[] = [],
      with_: object = {},
    ) => {
      const { lists = [] } = await execute([...more, list(LOG, { ...recent, ...old }, with_)], as("greta"));
      const found = descriptions(lists.at(-1));
      return [ada, greta].filter((one) => found.includes(one));
    };
    expect(await seen({})).toEqual([greta]);
    expect(await seen({ object_gfk: bcd })).toEqual([ada, greta]);
    expect(await seen({ object_gfk_list: [bcd, foreign] })).toEqual([ada, greta]);
    expect(await seen({ object_gfk: foreign })).toEqual([]);
    expect(await seen({ filter_params_dict: { object_gfk: { ne: foreign } } })).toEqual([greta]);
    expect(await seen({ login_name_list: ["ada", "greta"] })).toEqual([greta]);
    const entries = (await rows(list(LOG, { object_gfk: bcd, fetch_limit: 2, ...recent }))).map(
      (row) => row["gpk"],
    );
    expect(await seen({ gpk_list: entries as readonly string[] })).toEqual([ada, greta]);
    const bcds = [list("nd.bcd", { name: "scc-other-1" }, { idx: "b" })];
    expect(await seen({}, bcds, join("b"))).toEqual([ada, greta]);
    expect(await seen({}, bcds, { anti_join_ref: { b: "default" } })).toEqual([]);
    expect(await seen({ object_gfk: bcd }, bcds, { union_join_ref: { b: "default" } })).toEqual([ada, greta]);
    expect((await rows(list(LOG, { object_gfk: bcd, ...recent }), as("nora"))).length).toBe(0);
  });

  it("about an object includes deleted objects, for accounts that could read them", async () => {
    const group = fresh("g");
    const link = { login_name: "greta", group_name: group };
    await execute([
      { name: "cntl.group.create", new: { name: group } },
      { name: "cntl.mgr2group.create", new: { login_name: "ab1234", group_name: group } },
    ]);
    await execute([{ name: "cntl.mgr2group.create", new: link }]);
    await execute([{ name: "cntl.mgr2group.delete", old: link }]);
    const about = "api_func_wapi_change_log_about";
    const told = async (login: string, host: SentStep): Promise<readonly unknown[]> => {
      const said = await execute(
        [
          { ...host, idx: "host" },
          list(LOG, { object_fq_name: "cntl.mgr2group", sorting_params_list: ["gpk"] }, join("host", about)),
        ],
        as(login),
      );
      return (said.lists?.[1] ?? [])
        .filter((row) => textIn(row, "object_title").endsWith(group))
        .map((row) => `${textIn(row, "function")} ${textIn(row, "object_title").split(" ")[0] ?? ""}`);
    };
    const all = ["create ab1234", "create greta", "delete greta"];
    const byName = list("cntl.group", { name: group });
    expect(await told("ab1234", byName)).toEqual(all);
    expect(await told("otto", list("wapi.object", { gpk_list: [await gpkOf(byName)] }))).toEqual([]);
    const greta = list("cntl.mgr", { login_name: "greta" });
    expect(await told("greta", greta)).toEqual(["create greta", "delete greta"]);
  });
});

describe("transactions", () => {
  it("show their steps only if the transactions are named", async () => {
    const name = fresh("site");
    await execute([site(name)]);
    const log = list("wapi.change_log", { object_title_regexp: name, function: "create" }, { idx: "log" });
    const joined = await execute([log, list("wapi.transaction", {}, join("log"))]);
    expect(column(joined, 1, "steps")).toEqual([null]);
    const [gpk] = column(joined, 1, "gpk") as readonly string[];
    for (const old of [{ gpk: gpk ?? "" }, { gpk_list: [gpk ?? ""] }])
      expect((await rows(list("wapi.transaction", old)))[0]?.["steps"]).toEqual([site(name)]);
    const unnamed = await rows(
      list("wapi.transaction", { sorting_params_list: ["gpk DESC"], fetch_limit: 1 }),
    );
    expect(unnamed).toMatchObject([{ step_count: 1, steps: null }]);
  });
});

describe("metadata of object types", () => {
  const metadata = (old: object, more: object = {}) => ({ name: "wapi.object_type.metadata", old, ...more });

  it("[API-50] are listed for one type, for all types, and by rows of earlier steps", async () => {
    const said = await execute(
      [
        metadata({ object_fq_name: "nd.site" }),
        metadata({}),
        table("t", [{ n: "nd.site" }, { n: "nd.bcd" }]),
        {
          name: "wapi.object_type.metadata",
          old_ref_params: [{ idx: "t", params: { object_fq_name: "n" } }],
        },
        { name: "nd.site.list", old_ref_params: [{ idx: "wapi", params: {} }] },
      ].slice(0, 4),
    );
    const [one] = said.lists?.[0] ?? [];
    expect(Object.keys(one ?? {})).toEqual(["object_fq_name", "definition", "functions", "references"]);
    expect(one).toMatchObject({ object_fq_name: "nd.site", definition: { fq_name: "nd.site" } });
    const functions = (one?.["functions"] as readonly Row[] | undefined)?.map((row) =>
      textIn(row, "fq_name"),
    );
    expect(functions).toContain("nd.site.create");
    expect(functions?.every((name) => name.startsWith("nd.site."))).toBe(true);
    const references = one?.["references"] as readonly Row[];
    expect(references.length).toBeGreaterThan(0);
    expect(
      references.every((row) => [row["object_fq_name"], row["ref_object_fq_name"]].includes("nd.site")),
    ).toBe(true);
    expect(said.lists?.[1]?.length).toBe(calls.catalogue.types.size);
    expect(column(said, 3, "object_fq_name")).toEqual(["nd.site", "nd.bcd"]);
    const single = await calls.single("wapi.object_type.metadata", null, { query: "object_fq_name=nd.site" });
    expect(single.lists).toEqual([[one]]);
  });

  it("refuse other parameters and unknown type names", async () => {
    expect(await execute([metadata({ fq_name: "nd.site" })])).toMatchObject({
      fault: "unknown_parameter",
      details: { parameter: "fq_name", scope: "old", known_list: ["object_fq_name"] },
    });
    expect(await execute([metadata({ object_fq_name: 7 })])).toMatchObject({
      fault: "wrong_type",
      details: { parameter: "object_fq_name", scope: "old" },
    });
    expect((await execute([metadata({ object_fq_name: "nd.nothing" })])).lists).toEqual([[]]);
    expect(await execute([metadata({ object_fq_name: null })])).toMatchObject({ lists: [[]] });
  });

  it("[API-61] give later steps only the members of their rows", async () => {
    const by = [{ idx: "t", params: { object_fq_name: "n" } }];
    const each = { idx: "m", name: "wapi.object_type.metadata", old_ref_params: by };
    const steps = (attribute: string, isEach = false) => [
      table("t", [{ n: "nd.site" }]),
      isEach ? each : metadata({ object_fq_name: "nd.site" }, { idx: "m" }),
      { name: "nd.site.list", old_ref_params: [{ idx: "m", params: { name: attribute } }] },
    ];
    for (const isEach of [false, true]) {
      expect((await execute(steps("object_fq_name", isEach))).lists?.[2]).toEqual([]);
      expect(await execute(steps("fq_name", isEach))).toMatchObject({
        fault: "unknown_parameter",
        details: { known_list: ["object_fq_name", "definition", "functions", "references"] },
      });
    }
  });
});

describe("data of records, each in the form of its type", () => {
  const fqdn = `${fresh("h").toLowerCase()}.example.com.`;
  const record = (type: string): SentStep => ({
    name: "dns.record.create",
    new: { fqdn, type, data: `10 ${fqdn.replace("h", "H")}`, fqdn_type: "domain" },
  });
  beforeAll(async () => {
    await execute([record("TXT"), record("MX")]);
  });

  const [sent, upper] = [`10 ${fqdn.replace("h", "H")}`, `10 ${fqdn.toUpperCase()}`];
  it.each<readonly [string, Readonly<Record<string, Json>>, readonly string[]]>([
    ["as it was sent", { data: sent }, ["MX", "TXT"]],
    ["with other letters", { data: upper }, ["MX"]],
    ["one of several", { data_list: [upper, "nothing"] }, ["MX"]],
    ["several", { data_list: ["nothing", sent] }, ["MX", "TXT"]],
    ["none", { data_list: [] }, []],
    ["null", { data: null }, []],
    ["no data of any", { data: "plain" }, []],
    ["eq", { filter_params_dict: { data: { eq: upper } } }, ["MX"]],
    ["ne", { filter_params_dict: { data: { ne: upper } } }, ["TXT"]],
    ["in", { filter_params_dict: { data: { in: [upper] } } }, ["MX"]],
    ["not in", { filter_params_dict: { data: { not_in: [upper] } } }, ["TXT"]],
    ["an expression", { filter_params_dict: { data: { regexp: "^10 H" } } }, ["TXT"]],
  ])("are found: %s", async (_, old, types) => {
    const found = await rows(list("dns.record", { fqdn, ...old, sorting_params_list: ["type"] }));
    expect(found.map((row) => row["type"])).toEqual(types);
  });
});

describe("pages of views whose rows have no stored id", () => {
  it("are parts of the whole list in its order", async () => {
    const all = await rows(list("cntl.group_admin"));
    expect(all.length).toBeGreaterThan(4);
    for (const by of [["login_name DESC"], ["group_name", "via"], []]) {
      const sorting = by.length === 0 ? {} : { sorting_params_list: by };
      const whole = await rows(list("cntl.group_admin", sorting));
      expect(whole).toHaveLength(all.length);
      expect(await rows(list("cntl.group_admin", { ...sorting, fetch_limit: 3 }))).toEqual(whole.slice(0, 3));
      expect(await rows(list("cntl.group_admin", { ...sorting, fetch_limit: 2, fetch_offset: 2 }))).toEqual(
        whole.slice(2, 4),
      );
      expect(await rows(list("cntl.group_admin", { ...sorting, fetch_offset: 3 }))).toEqual(whole.slice(3));
      expect(await rows(list("cntl.group_admin", { ...sorting, fetch_limit: 20_000 }))).toEqual(whole);
    }
  });
});

describe("a list by rows of earlier steps", () => {
  const by = (params: Readonly<Record<string, string>>) => [{ idx: "t", params: { ...params } }];

  it("[API-61] has the rows of each execution in order, each row once, with translations", async () => {
    const names = [fresh("c"), fresh("a"), fresh("b")];
    await execute(names.map((name) => site(name)));
    const [c = "", a = "", b = ""] = names;
    const sets: readonly Row[] = [{ n: [b, a] }, { n: [c, a] }, { n: [] }, { n: [c] }];
    const refs = by({ name_list: "n" });
    const said = await execute([table("t", sets), { name: "nd.site.list", old_ref_params: refs }]);
    expect(column(said, 1, "name")).toEqual([a, b, c]);
    const mixed: readonly Row[] = [
      { n: c, t: null },
      { n: a, t: null },
      { n: b, t: "none" },
    ];
    const differing = await execute([
      table("t", mixed),
      { name: "nd.site.list", old_ref_params: by({ name: "n", title: "t" }) },
    ]);
    expect(column(differing, 1, "name")).toEqual([c, a]);
  });

  it("[API-61] has its rows in order if there are more executions than one statement can hold", async () => {
    const names = Array.from({ length: 3 }, () => fresh("m"));
    await execute(names.map((name) => site(name)));
    const [first = "", second = "", third = ""] = names;
    const many: readonly Row[] = [
      { n: third },
      ...Array.from({ length: 1_000 }, (_, at) => ({ n: `none-${String(at)}` })),
      { n: first },
      { n: third },
      { n: second },
    ];
    const said = await execute([
      table("t", many),
      { idx: "l", name: "nd.site.list", old_ref_params: by({ name: "n" }) },
      list("nd.site", {}, { ...join("l", "self") }),
      { name: "nd.site.list", old_ref_params: [{ idx: "l", params: { name: "name" } }] },
    ]);
    expect(column(said, 1, "name")).toEqual([third, first, second]);
    expect(column(said, 2, "name")).toEqual([first, second, third]);
    expect(column(said, 3, "name")).toEqual([third, first, second]);
  });

  it("[API-34] [API-61] is answered with the translations of its rows, unless a step has the name of their list", async () => {
    const name = fresh("tr");
    const made = await execute([{ name: "nd.site.create", new: { name, title: "Standort" } }]);
    const [gpk = ""] = column(made, 0, "gpk") as readonly string[];
    await execute([
      {
        name: "cntl.ot_lang_attr_val.create",
        new: { object_gfk: gpk, language_tag: "en", lang_attr_key: "title", value: "Site" },
      },
    ]);
    const english = { object_gfk: gpk, language_tag: "en", lang_attr_key: "title", value: "Site" };
    const plain = list("nd.site", { name });
    expect((await named([plain]))["__lang_site_list"]).toEqual([english]);
    const refs = { name: "nd.site.list", old_ref_params: by({ name: "n" }) };
    const lists = await named([table("t", [{ n: name }]), refs, list("nd.bcd")]);
    expect(lists["__lang_site_list"]).toEqual([english]);
    expect(Object.keys(lists)).toEqual(
      ["t", "site_list", "__lang_site_list", "bcd_list"].filter((key) => key in lists),
    );
    const writing = await named([site(fresh()), plain]);
    expect(writing["__lang_site_list"]).toEqual([english]);
    const taken = await named([plain, { ...list("nd.bcd", { name: "no-bcd-1" }), idx: "__lang_site_list" }]);
    expect(taken["__lang_site_list"]).toEqual([]);
    expect((await named([list("nd.site", { name: "none" })]))["__lang_site_list"]).toEqual([]);
  });
});

describe("a long list", () => {
  const start = fresh("long");
  const some = (more: Readonly<Record<string, Json>> = {}): SentStep =>
    list("nd.site", { name_regexp: `^${start}`, ...more }, { idx: "long" });
  let english: Row = {};
  beforeAll(async () => {
    const made = await execute([{ name: "nd.site.create", new: { name: start, title: "Standort" } }]);
    const [gpk = ""] = column(made, 0, "gpk") as readonly string[];
    english = { object_gfk: gpk, language_tag: "en", lang_attr_key: "title", value: "Site" };
    await execute([{ name: "cntl.ot_lang_attr_val.create", new: english }]);
    await calls.db.query(
      "insert into nd.site (name) select $1 || '-' || lpad(i::text, 5, '0') from generate_series(1, 10000) i",
      [start],
    );
  });

  it("[API-29] [API-34] is answered by name with its translations and the lists around it", async () => {
    const lists = await named([
      list("nd.site", { name: start }, { idx: "one" }),
      some(),
      list("nd.site", { name_regexp: "00007$" }, { idx: "few", ...join("long", "self") }),
      list("nd.site", { name: start }, { idx: "none", anti_join_ref: { long: "self" } }),
    ]);
    expect(lists["long"]).toHaveLength(10_001);
    expect([lists["long"]?.[0]?.["name"], lists["long"]?.at(-1)?.["name"]]).toEqual([
      start,
      `${start}-10000`,
    ]);
    expect(lists["few"]?.map((row) => row["name"])).toEqual([`${start}-00007`]);
    expect(lists["none"]).toEqual([]);
    expect([lists["__lang_one"], lists["__lang_long"], lists["__lang_few"]]).toEqual([
      [english],
      [english],
      [],
    ]);
  });

  it("[API-30] is one of several lists in the order of the steps", async () => {
    const said = await execute([list("nd.site", { name: start }), some(), list("nd.site", { name: start })]);
    expect([column(said, 0, "name"), column(said, 2, "name")]).toEqual([[start], [start]]);
    expect(column(said, 1, "name")).toHaveLength(10_001);
    expect(said.headers).toEqual({ "X-Transaction-State": "committed", "X-Access-Mode": "rw" });
  });

  it("is cut at its limit, above and below the size of one text", async () => {
    const exact = await rows(some({ fetch_limit: 10_000 }));
    expect([exact.length, exact[0]?.["name"]]).toEqual([10_000, start]);
    const more = await rows(some({ fetch_limit: 10_001, fetch_offset: 1 }));
    expect([more.length, more[0]?.["name"]]).toEqual([10_000, `${start}-00001`]);
  });

  it("is complete in a call that also writes too", async () => {
    const said = await execute([site(fresh()), some()]);
    expect(column(said, 1, "name")).toHaveLength(10_001);
  });
});
