import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import { connect, plant, type Plant } from "../support/plant.ts";
import { fresh, site, table } from "../support/sent-calls.ts";
import { rowsOf, textIn, type Said, type SentStep } from "../support/small-world.ts";

let world: Plant;
beforeAll(async () => {
  world = await plant();
});
afterAll(() => world.close());

const ada = (...steps: readonly SentStep[]): Promise<Said> => world.execute("ada", steps);
const column = (said: Said, list: number, name: string) => rowsOf(said, list).map((row) => row[name]);

describe("free networks, which are not rows of a table", () => {
  const free = (prefix_length: number, more: Params = {}): SentStep => ({
    name: "tmp.cidr_generator.list",
    old: { cidr: "192.0.2.0/24", prefix_length, ...more },
  });
  const each = (old: Params, params: Readonly<Record<string, string>>): SentStep => ({
    name: "tmp.cidr_generator.list",
    old,
    old_ref_params: [{ idx: "t", params: { ...params } }],
  });
  const cidrs = (said: Said, list: number) => column(said, list, "cidr");

  it("are listed beside other lists, one network by default, and every step of a reading call lists the same networks", async () => {
    const said = await ada(
      free(26),
      free(26, { fetch_limit: 3 }),
      { name: "nd.bcd.list", old: { name: "scc-other-1" } },
      free(25, { fetch_limit: 20_000 }),
    );
    expect([0, 1, 3].map((list) => cidrs(said, list))).toEqual([
      ["192.0.2.0/26"],
      ["192.0.2.0/26", "192.0.2.64/26", "192.0.2.128/26"],
      ["192.0.2.0/25", "192.0.2.128/25"],
    ]);
    expect(column(said, 2, "name")).toEqual(["scc-other-1"]);
  });

  it("[API-61] by rows are given once in a reading call, and to each execution in a writing call", async () => {
    const lengths = table("t", [{ n: 26 }, { n: 26 }, { n: 25 }]);
    const reading = await ada(lengths, each({ cidr: "192.0.2.0/24" }, { prefix_length: "n" }));
    expect(cidrs(reading, 1)).toEqual(["192.0.2.0/26", "192.0.2.0/25"]);
    const writing = await world.dry(
      "ada",
      lengths,
      each({ cidr: "192.0.2.0/24" }, { prefix_length: "n" }),
      free(26),
      site(fresh()),
    );
    expect(cidrs(writing, 1)).toEqual(["192.0.2.0/26", "192.0.2.64/26", "192.0.2.128/25"]);
    expect(cidrs(writing, 2)).toEqual([]);
    const same = table("t", [{ c: "192.0.2.0/24" }, { c: "192.0.2.0/24" }]);
    const equal = await world.dry("ada", same, each({ prefix_length: 26 }, { cidr: "c" }), site(fresh()));
    expect(cidrs(equal, 1)).toEqual(["192.0.2.0/26", "192.0.2.64/26"]);
  });

  it("[API-61] are not part of a list of stored rows in the same call", async () => {
    const names = table("t", [{ n: "scc-other-1" }, { n: "scc-other-1" }]);
    const stored: SentStep = { name: "nd.bcd.list", old_ref_params: [{ idx: "t", params: { name: "n" } }] };
    expect(column(await ada(names, stored, site(fresh())), 1, "name")).toEqual(["scc-other-1"]);
  });
});

describe("values that are computed for short lists only", () => {
  let module = "";
  let ends: readonly string[] = [];
  beforeAll(async () => {
    [module = ""] = await world.modules([{ name: "long", room_gfk: world.room }]);
    ends = await world.ports([
      [module, "a"],
      [module, "b"],
    ]);
    await world.steps([connect(ends[0] ?? "", ends[1] ?? "")]);
    const id = module.split("-")[1];
    await world.db.query(
      "insert into nd.p_port (module_gfk, name) select $1::bigint, 'p' || lpad(i::text, 4, '0') from generate_series(1, 998) i",
      [id],
    );
  });
  const paths = async (...lists: readonly Params[]): Promise<readonly unknown[]> => {
    const said = await ada(...lists.map((old): SentStep => ({ name: "nd.p_port.list", old })));
    return lists.map((_, at) => [rowsOf(said, at).length, rowsOf(said, at)[0]?.["conn_id_gfk_list"]]);
  };

  it("are present in a list of a thousand rows and in a page of a longer one", async () => {
    const path = [...ends];
    const whole = { module_gfk: module };
    expect(await paths(whole, { ...whole, fetch_limit: 2 }, { name: "a" })).toEqual([
      [1_000, path],
      [2, path],
      [1, path],
    ]);
    const more = await world.ports([[module, fresh("z")]]);
    const page = { ...whole, fetch_limit: 1_000 };
    expect(
      await paths(whole, page, { ...whole, fetch_limit: 1_001 }, { ...whole, fetch_offset: 1_000 }),
    ).toEqual([
      [1_001, null],
      [1_000, path],
      [1_001, null],
      [1, more],
    ]);
    await world.steps(more.map((gpk): SentStep => ({ name: "nd.p_port.delete", old: { gpk } })));
  });

  it("are the same in a call that also writes, and in a list by rows of earlier steps", async () => {
    const ports = (old: Params, more: object = {}): SentStep => ({ name: "nd.p_port.list", old, ...more });
    const [other = ""] = await world.modules([{ name: "other", room_gfk: world.room }]);
    await world.ports([[other, "x"]]);
    const by = { old_ref_params: [{ idx: "t", params: { module_gfk: "m" } }] };
    const steps = [
      site(fresh()),
      ports({ module_gfk: module }),
      ports({}),
      ports({ module_gfk: module, fetch_limit: 2 }),
      table("t", [{ m: module }]),
      ports({ fetch_limit: 3 }, by),
    ];
    const said = await world.dry("ada", ...steps);
    const path = [...ends];
    expect(
      [1, 2, 3, 5].map((at) => [rowsOf(said, at).length, column(said, at, "conn_id_gfk_list")[0]]),
    ).toEqual([
      [1_000, path],
      [1_001, null],
      [2, path],
      [3, path],
    ]);
  });

  it("cannot be used as a filter", async () => {
    const said = await ada({
      name: "nd.p_port.list",
      old: { filter_params_dict: { conn_id_gfk_list: { contains: "pp-1" } } },
    });
    expect(said).toMatchObject({
      exception: {
        details: {
          path: "filter_params_dict.conn_id_gfk_list",
          reason: "computed for short lists only",
        } satisfies Record<string, Json>,
      },
    });
  });
});

describe("pages of rows that are found in two ways", () => {
  const page = async (login: string, old: Params): Promise<readonly unknown[]> => {
    const said = await world.execute(login, [{ name: "dns.record.list", old }]);
    return rowsOf(said).map((row) => `${String(row["fqdn"] as string)} ${String(row["data"] as string)}`);
  };
  beforeAll(async () => {
    const record = (fqdn: string, at: number): SentStep => ({
      name: "dns.record.create",
      new: {
        fqdn,
        type: "A",
        data: `198.51.100.${String(at)}`,
        fqdn_type: "domain",
        target_is_reverse_unique: false,
      },
    });
    // ab1234 reaches the first of these by its name and address, and the second by its address alone.
    await world.steps(
      Array.from({ length: 6 }, (_, at) => [
        record(`own${String(at)}.example.com.`, 20 + at),
        record(`far${String(at)}.example.org.`, 40 + at),
      ]).flat(),
    );
  });

  it.each<readonly [Params]>([
    [{}],
    [{ sorting_params_list: ["data DESC"] }],
    [{ sorting_params_list: ["fqdn"] }],
    [{ type: "A", data_regexp: "100\\.[24]" }],
    [{ fqdn_regexp: "own" }],
    [{ is_own: true }],
  ])("%j: every row once, in the order of the whole list", async (old) => {
    for (const login of ["ab1234", "greta", "ada"]) {
      const whole = await page(login, old);
      expect(new Set(whole).size).toBe(whole.length);
      for (const [limit, offset] of [
        [5, 0],
        [4, 3],
        [100, 0],
      ] as const)
        expect(await page(login, { ...old, fetch_limit: limit, fetch_offset: offset })).toEqual(
          whole.slice(offset, offset + limit),
        );
    }
    expect((await page("ab1234", {})).length).toBeGreaterThan(10);
  });
});

describe("the log of changes about deleted objects", () => {
  const log = (old: Params, more: object = {}): SentStep => ({ name: "wapi.change_log.list", old, ...more });
  const about = { inner_join_ref: { host: "api_func_wapi_change_log_about" } };
  const [name, group] = [fresh("s"), fresh("g")];
  let bldg = "";
  let link = "";
  beforeAll(async () => {
    const made = await world.steps([
      site(name),
      { name: "nd.bldg.create", new: { site: name, number: "1" } },
      { name: "cntl.group.create", new: { name: group } },
      { name: "cntl.mgr2group.create", new: { login_name: "ab1234", group_name: group } },
    ]);
    [bldg, link] = [textIn(made[1] ?? {}, "gpk"), textIn(made[3] ?? {}, "gpk")];
    await world.steps([
      { name: "nd.bldg.delete", old: { gpk: bldg } },
      { name: "cntl.mgr2group.delete", old: { gpk: link } },
    ]);
  });
  /** The messages to greta about a deleted object: with an object to which it referred, and by its gpk. */
  async function told(host: SentStep, gone: string): Promise<readonly unknown[]> {
    const said = await world.execute("greta", [
      { ...host, idx: "host" },
      log({ sorting_params_list: ["gpk"] }, about),
      log({ object_gfk: gone }),
    ]);
    return [1, 2].map((at) =>
      rowsOf(said, at).flatMap((row) => (row["object_gfk"] === gone ? [row["function"]] : [])),
    );
  }

  it("is shown with an object to which the deleted objects referred, and not by the gpk of a deleted object", async () => {
    expect(await told({ name: "nd.site.list", old: { name } }, bldg)).toEqual([["create", "delete"], []]);
  });

  it("is hidden from accounts that could not read the objects", async () => {
    expect(await told({ name: "cntl.group.list", old: { name: group } }, link)).toEqual([[], []]);
  });
});
