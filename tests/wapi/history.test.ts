import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { column, demoWorld, texts, type DemoWorld } from "../support/demo-world.ts";
import type { SentStep } from "../support/small-world.ts";

const ABOUT = "api_func_wapi_change_log_about";

let world: DemoWorld;
let bcd: string;

beforeAll(async () => {
  world = await demoWorld();
  [bcd = ""] = texts(await world.rows("greta", "nd.bcd.list", { is_own: true }), "name");
}, 120_000);

afterAll(() => world.close());

/** Log entries about the rows of one list, as `<type> <function> <title>`. */
async function about(login: string, step: SentStep, old: Params = {}): Promise<readonly string[]> {
  const { log = [] } = await world.lists(login, [
    { ...step, idx: "host" },
    {
      idx: "log",
      name: "wapi.change_log.list",
      old: { sorting_params_list: ["gpk"], ...old },
      union_join_ref: { host: ABOUT },
    },
  ]);
  const [types, functions, titles] = [
    texts(log, "object_fq_name"),
    texts(log, "function"),
    texts(log, "object_title"),
  ];
  return types.map((type, at) => `${type} ${functions[at] ?? ""} ${titles[at] ?? ""}`);
}

describe("changes of the dependents of an object (wire contract 7.2)", () => {
  it("are shown with those of the object, including deleted rows, also after it was renamed", async () => {
    await world.lists("ada", [{ name: "cntl.group.create", new: { name: "hist-a" } }]);
    await world.lists("ada", [
      { name: "cntl.mgr2group.create", new: { login_name: "greta", group_name: "hist-a" } },
      { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "hist-a" } },
    ]);
    await world.lists("ada", [
      { name: "cntl.group.update", old: { name: "hist-a" }, new: { name: "hist-b" } },
    ]);
    await world.lists("ada", [
      { name: "cntl.mgr2group.delete", old: { login_name: "ada", group_name: "hist-b" } },
    ]);
    const told = [
      "cntl.group create hist-a",
      "cntl.mgr2group create greta hist-a",
      "cntl.mgr2group create ada hist-a",
      "cntl.group update hist-b",
      "cntl.mgr2group delete ada hist-b",
    ];
    const group = { name: "cntl.group.list", old: { name: "hist-b" } };
    expect(await about("ada", group)).toEqual(told);
    expect(await about("greta", group)).toEqual(told);
    expect(await about("greta", group, { object_fq_name_list: ["cntl.mgr2group"] })).toEqual(
      told.filter((one) => one.startsWith("cntl.mgr2group")),
    );
  });

  it("are shown for a deleted row only to accounts that could read it", async () => {
    const link = (login: string, group: string): SentStep => ({
      name: "cntl.mgr2group.create",
      new: { login_name: login, group_name: group },
    });
    const unlink = (group: string): SentStep => ({
      name: "cntl.mgr2group.delete",
      old: { login_name: "greta", group_name: group },
    });
    await world.lists("ada", [
      { name: "cntl.group.create", new: { name: "hist-shared" } },
      { name: "cntl.group.create", new: { name: "hist-other" } },
      link("otto", "hist-shared"),
      link("greta", "hist-shared"),
      link("greta", "hist-other"),
    ]);
    await world.lists("ada", [unlink("hist-other")]);
    const greta = { name: "cntl.mgr.list", old: { login_name: "greta" } };
    const told = async (login: string): Promise<readonly string[]> =>
      (await about(login, greta, { object_fq_name_list: ["cntl.mgr2group"] })).filter((line) =>
        /hist-(shared|other)$/.test(line),
      );
    const shared = "cntl.mgr2group create greta hist-shared";
    const other = ["cntl.mgr2group create greta hist-other", "cntl.mgr2group delete greta hist-other"];
    // greta reads her own memberships; he reads those of groups that he administers.
    expect(await told("greta")).toEqual([shared, ...other]);
    expect(await told("otto")).toEqual([shared]);
    await world.lists("ada", [unlink("hist-shared"), link("greta", "hist-shared")]);
    expect((await told("otto")).length).toBe(3);
  });

  it("include a record that was removed from its name, also by the gpk of the object", async () => {
    const zones = await world.rows("ada", "dns.fqdn.list", { is_zone_apex: true, fetch_limit: 1 });
    const name = `hist-record.${texts(zones, "value")[0] ?? ""}`;
    await world.lists("ada", [
      { name: "dns.record.create", new: { fqdn: name, type: "TXT", data: "old text", fqdn_type: "domain" } },
    ]);
    await world.lists("ada", [
      { name: "dns.record.delete", old: { fqdn: name, type: "TXT", data: "old text" } },
    ]);
    const lines = await about("ada", { name: "dns.fqdn.list", old: { value: name } });
    expect(lines).toEqual([
      `dns.fqdn create ${name}`,
      `dns.record create ${name} TXT old text`,
      `dns.record delete ${name} TXT old text`,
    ]);
    const [gpk = ""] = texts(await world.rows("ada", "dns.fqdn.list", { value: name }), "gpk");
    expect(await about("ada", { name: "wapi.object.list", old: { gpk_list: [gpk] } })).toEqual(lines);
  });

  it("include translations of its texts, also deleted ones", async () => {
    await world.lists("ada", [{ name: "nd.site.create", new: { name: "hist", title: "Campus" } }]);
    const site = { name: "nd.site.list", old: { name: "hist" } };
    const [gpk = ""] = texts(await world.rows("ada", "nd.site.list", { name: "hist" }), "gpk");
    const english = { object_gfk: gpk, language_tag: "en", lang_attr_key: "title" };
    const type = "cntl.ot_lang_attr_val";
    await world.lists("ada", [{ name: `${type}.create`, new: { ...english, value: "Hall" } }]);
    await world.lists("ada", [{ name: `${type}.update`, old: english, new: { value: "Campus hall" } }]);
    await world.lists("ada", [{ name: `${type}.delete`, old: english }]);
    const lines = (await about("greta", site)).filter((line) => !line.endsWith(" Campus"));
    expect(lines).toEqual([
      `${type} create Hall`,
      `${type} update Campus hall`,
      `${type} delete Campus hall`,
    ]);
  });

  it("show no secret outside the log", async () => {
    const { client } = await world.lists("ada", [
      { idx: "client", name: "macauth.client.create", new: { bcd_name: bcd, mac_addr: "02:00:00:00:77:01" } },
    ]);
    const [gpk = ""] = texts(client, "gpk");
    const key = texts(client, "wpa2_key")[0] ?? "";
    expect(key.length).toBeGreaterThan(7);
    await world.lists("ada", [{ name: "macauth.client.delete", old: { gpk } }]);
    const kept = await world.db.query<{ row: Params }>(
      "select gone_row as row from wapi.change_log where object_gfk = $1 and gone_row is not null",
      [gpk],
    );
    expect(kept.map(({ row }) => Object.keys(row).toSorted())).toEqual([["bcd_name", "id"]]);
    expect(column(kept, "row").length).toBe(1);
  });
});
