import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";
import { rowsOf, smallWorld, codeOf, type SentStep, type SmallWorld } from "../support/small-world.ts";
import { column, demoWorld, type DemoWorld } from "../support/demo-world.ts";

const T = "ab1234-dns";

describe("worked examples of the wire contract (3.11)", () => {
  let world: SmallWorld;
  beforeAll(async () => {
    world = await smallWorld();
  }, 120_000);
  afterAll(() => world.close());

  const subnet = { description: null, router_anycast_addr: null, bcd: "scc-net-web-1", is_own: true };
  const NETS = [
    {
      ...subnet,
      cidr: "198.51.100.0/24",
      type: 4,
      gateway_addr: "198.51.100.1",
      reserved_addr_list: ["198.51.100.2", "198.51.100.3"],
    },
    {
      ...subnet,
      cidr: "2001:db8:47:11::/64",
      type: 6,
      gateway_addr: "2001:db8:47:11::1",
      reserved_addr_list: [],
    },
  ];
  const withoutGpk = (rows: readonly Row[]): readonly Row[] =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== "gpk")));

  it("[API-30] A: two lists joined by position, in step order", async () => {
    const said = await world.execute(T, [
      { name: "nd.bcd.list" },
      { name: "nd.ip_subnet.list", inner_join_ref: { "0": "default" } },
    ]);
    expect(withoutGpk(rowsOf(said))).toEqual([
      {
        name: "scc-net-web-1",
        id: "47.11",
        categ: expect.anything() as unknown,
        seclvl: 1,
        description: "web servers",
        vlan_count: 0,
        subnet_count: 2,
        dhcp_enabled: false,
        is_own: true,
      },
    ]);
    expect(withoutGpk(rowsOf(said, 1))).toEqual(NETS);
    expect(Object.keys(rowsOf(said, 1)[0] ?? {})[0]).toBe("gpk");
  });

  it("[API-58] B: default names, a chain over systems, named references", async () => {
    const said = await world.execute("ada", [
      { name: "nd.bcd.list", old: { name_list: ["scc-net-web-1"] } },
      { name: "nd.bcd2ou.list", inner_join_ref: { bcd_list: "default" } },
      { name: "org.unit.list", idx: "direct_unit_list", inner_join_ref: { bcd2ou_list: "default" } },
      {
        name: "org.unit.list",
        idx: "unit_list",
        inner_join_ref: { direct_unit_list: "api_func_org_unit_hierarchy_gfk_list_is_subset" },
        old: { sorting_params_list: ["level", "sub_position"] },
      },
    ]);
    expect(column(rowsOf(said, 2), "fq_name")).toEqual(["KIT::SCC"]);
    expect(column(rowsOf(said, 3), "fq_name")).toEqual(["KIT", "KIT::SCC"]);
  });

  it("[API-27] [API-60] C: all objects that belong to one name", async () => {
    const record = (fqdn: string, type: string, data: string, fqdn_type = "domain"): SentStep => ({
      name: "dns.record.create",
      new: { fqdn, type, data, fqdn_type },
    });
    const made = await world.execute(T, [
      record("web1.example.com.", "A", "198.51.100.11"),
      record("web1.example.com.", "TXT", "here"),
      record("web2.example.com.", "A", "198.51.100.12"),
      record("www.example.com.", "CNAME", "web1.example.com.", "alias"),
    ]);
    expect(codeOf(made)).toBe("200");
    const said = await world.execute(T, [
      { idx: "name", name: "dns.fqdn.list", old: { value: "web1.example.com." } },
      {
        idx: "pointing",
        name: "dns.record.list",
        inner_join_ref: { name: "api_fkey_dns_record_target_fqdn" },
      },
      {
        idx: "records",
        name: "dns.record.list",
        union_join_ref: { name: "api_fkey_dns_record_fqdn", pointing: "self" },
      },
    ]);
    expect(rowsOf(said, 2).map(({ fqdn, type }) => [fqdn, type])).toEqual([
      ["web1.example.com.", "A"],
      ["web1.example.com.", "TXT"],
      ["www.example.com.", "CNAME"],
    ]);
  });

  it("8.3, rows 3 to 5: references work by any of their names, and others are refused", async () => {
    const joined = (reference: string, step = "0", member = "inner_join_ref"): SentStep[] => [
      { name: "nd.bcd.list" },
      { name: "nd.ip_subnet.list", [member]: { [step]: reference } },
    ];
    const first = await world.execute(T, joined("default"));
    expect(await world.execute(T, joined("api_fkey_nd_ip_subnet_bcd"))).toEqual(first);
    expect(await world.execute(T, joined("default", "bcd_list"))).toEqual(first);
    expect(codeOf(await world.execute(T, joined("api_fkey_nd_vlan_bcd")))).toBe("-20900/5");
    expect(codeOf(await world.execute(T, joined("default", "1")))).toBe("-20900/2");
    expect(codeOf(await world.execute(T, joined("default", "0", "join")))).toBe("-20900/2");
  });

  it("8.3, row 6: JSON text is read like an array", async () => {
    const old = { sorting_params_list: '["name"]', name_list: '["scc-net-web-1"]' };
    const said = await world.execute(T, [{ name: "nd.bcd.list", old }]);
    expect(column(rowsOf(said), "name")).toEqual(["scc-net-web-1"]);
  });
});

describe("requests of a library (wire contract 8.3) over HTTP", () => {
  let http: HttpWorld;
  beforeAll(async () => {
    http = await httpWorld();
  }, 120_000);
  afterAll(() => http.close());

  it("row 1: the versions without a token", async () => {
    for (const url of ["/4.2/wapi/version/list", "/wapi/version/list", "/api/9.9/wapi/version/list"])
      expect((await http.get(url)).lists).toEqual([
        [expect.objectContaining({ gpk: "ver-4-2", major: 4, minor: 2, state: "release", is_own: false })],
      ]);
  });

  it("[API-56] row 2: subnets under the short address", async () => {
    const { lists } = await http.get("/4.2/nd/ip_subnet/list", await http.signIn("otto"));
    expect(lists).toHaveLength(1);
    expect(lists[0]?.length).toBeGreaterThan(3);
    for (const row of lists[0] ?? [])
      expect(row).toMatchObject({ cidr: expect.any(String) as unknown, bcd: expect.any(String) as unknown });
  });
});

describe("session start-up of the demo accounts (wire contract 3.11 F)", () => {
  let world: DemoWorld;
  beforeAll(async () => {
    world = await demoWorld();
  }, 120_000);
  afterAll(() => world.close());

  const START: readonly SentStep[] = [
    { idx: "user", name: "cntl.mgr.list", old: { is_self: true } },
    { idx: "role_list", name: "cntl.role.list", old: { is_assigned: true } },
    {
      idx: "permission_list",
      name: "cntl.permission.list",
      inner_join_ref: { role_list: "api_func_cntl_permission_role_hierarchy" },
    },
    {
      idx: "ot_lang_attr_val_list",
      name: "cntl.ot_lang_attr_val.list",
      old: { object_fq_name: "cntl.ot_lang_attr_def" },
    },
    { idx: "ot_lang_attr_def_list", name: "cntl.ot_lang_attr_def.list" },
    { idx: "mgr2ou_list", name: "cntl.mgr2ou.list", old: { is_own: true, fetch_limit: 1 } },
  ];

  it("[API-43] [API-44] [API-45] [API-48] [PERM-03] roles, contained roles and units follow the account", async () => {
    const ada = await world.lists("ada", START);
    expect(column(ada["user"], "login_name")).toEqual(["ada"]);
    expect(column(ada["role_list"], "name")).toEqual(["admin"]);
    const all = await world.rows("ada", "cntl.permission.list");
    expect(ada["permission_list"]).toEqual(all);
    const greta = await world.lists("greta", START);
    expect(column(greta["user"], "login_name")).toEqual(["greta"]);
    expect(greta["mgr2ou_list"]).toEqual([]);
    const otto = await world.lists("otto", START);
    expect(otto["mgr2ou_list"]).toHaveLength(1);
    const held = await world.db.query<{ name: string }>(
      `with recursive below(id) as (select l.role_name from cntl.mgr2role l join cntl.mgr m on m.id = l.login_name where m.login_name = 'otto'
         union select l.sub_role_name from cntl.role2role l join below b on b.id = l.role_name)
       select distinct p.name from cntl.role2permission l join cntl.permission p on p.id = l.permission_name
       where l.role_name in (select id from below) order by p.name`,
    );
    expect(column(otto["permission_list"], "name")).toEqual(held.map(({ name }) => name));
  });

  it("[API-46] [API-47] language attributes and their translations", async () => {
    const { ot_lang_attr_def_list: defs } = await world.lists("greta", START);
    expect(column(defs, "object_fq_name")).toContain("org.unit");
    const values = await world.rows("greta", "cntl.ot_lang_attr_val.list", { object_fq_name: "org.unit" });
    expect(values.length).toBeGreaterThan(20);
  });
});
