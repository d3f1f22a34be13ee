import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { smallWorld, textIn, tokenOf, type SentStep, type SmallWorld } from "../support/small-world.ts";

const T = "ab1234-dns";
const n = "web1.example.com.";
const c = "www.example.com.";

const R1 = {
  ttl: null,
  data: "198.51.100.11",
  fqdn: n,
  type: "A",
  zone: "example.com.",
  is_own: true,
  fqdn_type: "domain",
  host_is_nws: false,
  target_fqdn: null,
  target_ipaddr: "198.51.100.11",
  ttl_reset_date: null,
  fqdn_description: null,
  target_fqdn_type: null,
  ttl_zone_default: 3600,
  target_data_unref: null,
  target_is_singleton: false,
  target_is_reverse_unique: true,
};
const R2 = {
  ...R1,
  data: n,
  fqdn: c,
  type: "CNAME",
  fqdn_type: "alias",
  target_fqdn: n,
  target_ipaddr: null,
  target_fqdn_type: "domain",
  target_is_singleton: true,
  target_is_reverse_unique: false,
};

/** The world of section 8 over HTTP. Requests are those of the clients: under one of the two prefixes, with the clients' headers. */
interface Replay {
  readonly world: SmallWorld;
  readonly http: HttpWorld;
  get(path: string, login?: string | null): Promise<Answered>;
  post(path: string, body: Json, login?: string | null): Promise<Answered>;
  close(): Promise<void>;
}

async function replay(prefix: string): Promise<Replay> {
  const world = await smallWorld();
  const http = await httpWorld({}, () => Promise.resolve(world));
  const headers = { accept: "application/json", "content-type": "application/json" };
  const url = (path: string): string => (path.startsWith("/") ? path : `${prefix}/${path}`);
  const token = (login: string | null) => (login === null ? {} : { token: tokenOf(login) });
  return {
    world,
    http,
    get: (path, login = T) => http.send({ method: "GET", url: url(path), headers, ...token(login) }),
    post: (path, body, login = T) =>
      http.send({ method: "POST", url: url(path), headers, payload: JSON.stringify(body), ...token(login) }),
    close: () => http.close(),
  };
}

/** Rows without the gpk, because its value does not matter. */
function bare(answer: Answered): readonly Row[] {
  if (answer.status !== 200) throw new Error(answer.text);
  expect(answer.lists).toHaveLength(1);
  return (answer.lists[0] ?? []).map(withoutGpk);
}

function withoutGpk(row: Row): Row {
  expect(typeof row["gpk"]).toBe("string");
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== "gpk"));
}

/** Status and code of a fault. */
const refusal = (answer: Answered): readonly [number, string] => [answer.status, answer.fault];
const column = (rows: readonly Row[] | undefined, name: string) => (rows ?? []).map((row) => row[name]);

const createA = (data: string, unique: boolean, fqdn = n): Json => ({
  new: { data, fqdn, type: "A", target_is_reverse_unique: unique },
});
const CNAME = { fqdn: c, type: "CNAME", data: n, target_is_reverse_unique: false };
const DELETE_A = { old: { data: "198.51.100.11", fqdn: n, type: "A" } };
const DELETE_CNAME = { old: { fqdn: c, type: "CNAME", data: n } };
const NAMES = "dns/fqdn/list?value_list=%5B%22web1.example.com.%22%5D";

describe.each(["/api/4.2", "/4.2"])(
  "[API-64] [API-56] DNS client, API 4.2 (wire contract 8.1), %s",
  (prefix) => {
    let at: Replay;
    beforeAll(async () => {
      at = await replay(prefix);
    });
    afterAll(() => at.close());

    it("1, 2: nothing exists yet", async () => {
      expect((await at.get("dns/record/list")).text).toBe("[[]]");
      expect((await at.get(NAMES)).text).toBe("[[]]");
    });
    it("3: a name is created", async () => {
      const said = await at.post("dns/fqdn/create", { new: { value: n, type: "domain" } });
      expect(bare(said)).toMatchObject([
        {
          value: n,
          type: "domain",
          zone: "example.com.",
          parent: "example.com.",
          record_count: 0,
          is_own: true,
        },
      ]);
    });
    it("4, 5: an address record is created and listed", async () => {
      expect(bare(await at.post("dns/record/create", createA("198.51.100.11", true)))).toEqual([R1]);
      expect(bare(await at.get("dns/record/list"))).toEqual([R1]);
    });
    it("6: an alias creates its name", async () => {
      expect(bare(await at.post("dns/record/create", { new: CNAME }))).toEqual([R2]);
    });
    it("7: the last record of a target cannot be deleted", async () => {
      const said = await at.post("dns/record/delete", DELETE_A);
      expect(refusal(said)).toEqual([400, "-20030/2"]);
      expect(said.exception.details["child_list"]).toMatchObject([
        {
          object_fq_name: "dns.record",
          attribute_list: ["target_fqdn"],
          reference_name: "api_fkey_dns_record_target_fqdn",
          count: 1,
          title_list: [`${c} CNAME ${n}`],
        },
      ]);
      expect(bare(await at.get("dns/record/list"))).toEqual([R1, R2]);
    });
    it("8: no record is allowed beside an alias", async () => {
      expect(refusal(await at.post("dns/record/create", createA("198.51.100.12", true, c)))).toEqual([
        400,
        "-20060/4",
      ]);
    });
    it("9 to 12: the alias is deleted first and then the address, and the name stays", async () => {
      expect(bare(await at.post("dns/record/delete", DELETE_CNAME))).toEqual([R2]);
      expect(bare(await at.post("dns/record/delete", DELETE_A))).toEqual([R1]);
      expect((await at.get("dns/record/list")).text).toBe("[[]]");
      expect(bare(await at.get(NAMES))).toMatchObject([{ value: n }]);
    });
    it("13, 14: a shared address, and the same record again", async () => {
      const shared = createA("198.51.100.11", false);
      expect(bare(await at.post("dns/record/create", shared))).toEqual([
        { ...R1, target_is_reverse_unique: false },
      ]);
      const said = await at.post("dns/record/create", shared);
      expect(refusal(said)).toEqual([400, "-20030/1"]);
      expect(said.exception.details["attribute_list"]).toEqual(["fqdn", "type", "data"]);
    });
    it("15, 16: a record and a name that do not exist are not found", async () => {
      const old = { data: "198.51.100.99", fqdn: n, type: "A" };
      expect(refusal(await at.post("dns/record/delete", { old }))).toEqual([400, "-20020/1"]);
      const said = await at.post("dns/record/create", createA("198.51.100.11", false, "web3.example.com."));
      expect(refusal(said)).toEqual([400, "-20020/2"]);
      expect(said.exception.details["attribute"]).toBe("fqdn");
    });
    it("17 to 19: lists are filtered", async () => {
      const lists = "fqdn_list=%5B%22web1.example.com.%22%5D&type_list=%5B%22A%22%5D";
      expect(bare(await at.get(`dns/record/list?${lists}`))).toHaveLength(1);
      expect((await at.get("dns/record/list?type=CNAME&target_fqdn_regexp=web1.example.com.")).text).toBe(
        "[[]]",
      );
      const said = await at.get("dns/record/list?inttype=A");
      expect(refusal(said)).toEqual([400, "-20900/4"]);
      expect(said.exception.details["parameter"]).toBe("inttype");
    });
    it("20, 21: requests without a token, with a wrong token, and with a token that may read nothing", async () => {
      expect(refusal(await at.get("dns/record/list", null))).toEqual([401, "-20001/1"]);
      expect(refusal(await at.get("dns/record/list", "nobody"))).toEqual([401, "-20001/3"]);
      expect((await at.get("dns/record/list", "ab1234-none")).text).toBe("[[]]");
    });
    it("22: a refusal for a name in the zone of another group names the rights that would allow it", async () => {
      const said = await at.post("dns/fqdn/create", { new: { value: "www.example.org.", type: "domain" } });
      expect(refusal(said)).toEqual([400, "-20010/1"]);
      expect(said.exception.details["required_assignment_list"]).toEqual([
        {
          object_fq_name: "dns.fqdn",
          key: { value: "example.org." },
          is_met: false,
          link_list: [
            { object_fq_name: "dns.fqdn2group", key: { fqdn: "example.org.", group_name: "other" } },
          ],
        },
      ]);
    });
  },
);

const A_WITH_NAME = {
  data: "198.51.100.11",
  fqdn: n,
  type: "A",
  fqdn_type: "domain",
  target_is_reverse_unique: true,
};
const CNAME_WITH_NAME = { ...CNAME, fqdn_type: "alias" };

describe.each(["/api/4.2", "/4.2"])(
  "[API-64] [API-56] DNS client in the style of API 3.2 (wire contract 8.2), %s",
  (prefix) => {
    let at: Replay;
    beforeAll(async () => {
      at = await replay(prefix);
    });
    afterAll(() => at.close());

    it("1: a record creates its name", async () => {
      expect(bare(await at.post("dns/record/create", { new: A_WITH_NAME }))).toEqual([R1]);
    });
    it("2, 3: an alias creates its name too, and the list has one order", async () => {
      expect(bare(await at.post("dns/record/create", { new: CNAME_WITH_NAME }))).toEqual([R2]);
      expect(bare(await at.get("dns/record/list"))).toEqual([R1, R2]);
      expect(bare(await at.get("dns/record/list"))).toEqual([R1, R2]);
    });
    it("4: records are deleted, the alias first", async () => {
      expect(bare(await at.post("dns/record/delete", DELETE_CNAME))).toEqual([R2]);
      expect(bare(await at.post("dns/record/delete", DELETE_A))).toEqual([R1]);
    });
    it("5: the version in the address is not served", async () => {
      const old = prefix.replace("4.2", "3.2");
      for (const said of [
        await at.post(`${old}/dns/record/create`, { new: A_WITH_NAME }),
        await at.get(`${old}/dns/record/list`),
        await at.get(`${old}/dns/record/list`, null),
      ]) {
        expect(refusal(said)).toEqual([404, "-20900/9"]);
        expect(said.exception.details["served_list"]).toEqual(["4.2"]);
      }
    });
    it("6: a body of old versions is refused", async () => {
      expect(refusal(await at.post("dns/record/create", [{ name: "fqdn", new_value: n }]))).toEqual([
        400,
        "-20900/1",
      ]);
    });
  },
);

describe.each(["/api/4.2", "/4.2"])(
  "[API-56] library, importer, ACME and portal requests (wire contract 8.3), %s",
  (prefix) => {
    let at: Replay;
    beforeAll(async () => {
      at = await replay(prefix);
      await setUp(at.world);
    });
    afterAll(() => at.close());
    const execute = (steps: readonly SentStep[], login = T, query = "") =>
      at.post(`wapi/transaction/execute${query}`, steps as Json, login);

    it("1: the versions are listed without a token", async () => {
      const numeric = expect.stringMatching(/^4\.2\.\d+$/) as unknown;
      for (const url of ["wapi/version/list", "/wapi/version/list", "/api/9.9/wapi/version/list"])
        expect((await at.get(url, null)).lists).toMatchObject([
          [{ gpk: "ver-4-2", major: 4, minor: 2, numeric, state: "release", is_own: false }],
        ]);
    });
    it("2: subnets are listed", async () => {
      expect(bare(await at.get("nd/ip_subnet/list"))).toMatchObject([
        { cidr: "198.51.100.0/24", bcd: "scc-net-web-1", description: null },
        { cidr: "2001:db8:47:11::/64", bcd: "scc-net-web-1", description: null },
      ]);
    });

    const joined = (reference: string, step = "0", member = "inner_join_ref"): readonly SentStep[] => [
      { name: "nd.bcd.list" },
      { name: "nd.ip_subnet.list", [member]: { [step]: reference } },
    ];
    it("3, 4: two lists are joined by position, by name and by reference", async () => {
      const said = await execute(joined("default"));
      expect(said.lists).toMatchObject([
        [{ name: "scc-net-web-1", id: "47.11", categ: "USER", seclvl: 1, subnet_count: 2, is_own: true }],
        [
          { cidr: "198.51.100.0/24", type: 4, reserved_addr_list: ["198.51.100.2", "198.51.100.3"] },
          { cidr: "2001:db8:47:11::/64", type: 6, gateway_addr: "2001:db8:47:11::1", reserved_addr_list: [] },
        ],
      ]);
      expect((await execute(joined("api_fkey_nd_ip_subnet_bcd"))).text).toBe(said.text);
      expect((await execute(joined("default", "bcd_list"))).text).toBe(said.text);
    });
    it("5: unknown references and members are refused", async () => {
      expect(refusal(await execute(joined("api_fkey_nd_vlan_bcd")))).toEqual([400, "-20900/5"]);
      expect(refusal(await execute(joined("default", "1")))).toEqual([400, "-20900/2"]);
      expect(refusal(await execute(joined("default", "0", "join")))).toEqual([400, "-20900/2"]);
    });
    it("6: JSON text is read like an array", async () => {
      const old = { sorting_params_list: '["name"]', name_list: '["scc-net-web-1"]' };
      expect(bare(await execute([{ name: "nd.bcd.list", old }]))).toMatchObject([{ name: "scc-net-web-1" }]);
    });
    it("7: the own units and all units below them are listed", async () => {
      const said = await execute(
        [
          { idx: "own_mgr2ou_list", name: "cntl.mgr2ou.list", old: { is_own: true } },
          {
            idx: "unit_list",
            name: "org.unit.list",
            inner_join_ref: { own_mgr2ou_list: "default" },
            old: { sorting_params_list: ["sub_position"] },
          },
          {
            idx: "unit_list_superset",
            name: "org.unit.list",
            inner_join_ref: { unit_list: "api_func_org_unit_hierarchy_gfk_list_is_superset" },
          },
        ],
        "otto",
      );
      expect(column(said.lists[2], "fq_name")).toEqual(["KIT::SCC", "KIT::SCC::NET"]);
    });
    it("8: the room of the root of a module is listed", async () => {
      const found = await at.world.execute(T, [{ name: "nd.module.list", old: { name: "card" } }]);
      const gpk = found.ok ? textIn(found.lists[0]?.[0], "gpk") : "";
      const said = await execute([
        { idx: "cnt_module_list", name: "nd.module.list", old: { gpk_list: [gpk] } },
        {
          idx: "parent_module_list",
          name: "nd.module.list",
          inner_join_ref: { cnt_module_list: "api_func_nd_module_hierarchy_gfk_list_is_subset" },
          old: { is_child: false },
        },
        { idx: "room_list", name: "nd.room.list", inner_join_ref: { parent_module_list: "default" } },
      ]);
      expect(said.lists.map((rows) => column(rows, "name"))).toEqual([["card"], ["rack"], ["101"]]);
    });
    it("[API-61] [API-62] 9: an external set of name servers is created", async () => {
      const said = await execute(NAME_SERVERS, T);
      expect(said.lists[4]).toMatchObject([
        {
          ns_set_name: "partner",
          ns_fqdn: "ns1.partner.example.net.",
          ns_is_primary: true,
          ns_is_master: true,
        },
        {
          ns_set_name: "partner",
          ns_fqdn: "ns2.partner.example.net.",
          ns_is_primary: false,
          ns_is_master: true,
        },
      ]);
      expect(column(said.lists[2], "type")).toEqual(["REF-FQDN", "REF-FQDN"]);
    });
    it("10: a challenge of ACME is created and deleted", async () => {
      const values = { fqdn: `_acme-challenge.${n}`, type: "TXT", data: "x7Kp-3" };
      const wanted = [{ ...values, target_data_unref: "x7Kp-3" }];
      const said = await at.post("dns/record/create", { new: { ...values, fqdn_type: "domain" } });
      expect(bare(said)).toMatchObject(wanted);
      expect(bare(await at.post("dns/record/delete", { old: values }))).toMatchObject(wanted);
    });
    it("11, 12: an administrator of units requests a BCD", async () => {
      const wish = {
        oe: "KIT::SCC::NET",
        group: "scc-net-web",
        protection_requirement: 1,
        type_of_system: 2,
        load_balancer: false,
      };
      const said = await at.post("/api/bcd_request", wish, "otto");
      expect([said.status, JSON.parse(said.text)]).toMatchObject([200, { result: "success" }]);
      const bad = await at.post("/api/bcd_request", { ...wish, protection_requirement: 10 }, "otto");
      expect(refusal(bad)).toEqual([400, "-20040/1"]);
      expect(bad.exception.details["parameter"]).toBe("fields.protection_requirement_note");
      expect(JSON.parse(bad.text)).toMatchObject({ detail: expect.stringMatching(/./) as unknown });
    });
    it("[API-31] 13: records are tested by a dry run as named steps", async () => {
      const said = await execute(
        [
          { idx: "a", name: "dns.record.create", new: A_WITH_NAME },
          { idx: "b", name: "dns.record.create", new: CNAME_WITH_NAME },
        ],
        T,
        "?dict_mode=true&dry_mode=true",
      );
      expect([said.status, said.headers["x-transaction-state"]]).toEqual([200, "rolled_back"]);
      // Parse boundary: with dict_mode the answer is an object of lists.
      const lists = JSON.parse(said.text) as Readonly<Record<string, readonly Row[]>>;
      expect(Object.keys(lists)).toEqual(["a", "b"]);
      expect([lists["a"]?.map(withoutGpk), lists["b"]?.map(withoutGpk)]).toEqual([[R1], [R2]]);
      expect((await at.get("dns/record/list?type_list=%5B%22A%22%2C%22CNAME%22%5D")).text).toBe("[[]]");
    });
  },
);

/** The steps of wire contract 3.11 G. */
const NAME_SERVERS: readonly SentStep[] = [
  {
    idx: "create_parent_fqdn",
    name: "dns.fqdn.create",
    new: { value: "partner.example.net.", type: "extern" },
  },
  {
    idx: "defineNSSetMembers",
    name: "tmp.generic_object.list",
    old: {
      _dict_list: [
        { fqdn: "ns1.partner.example.net.", is_primary: true },
        { fqdn: "ns2.partner.example.net.", is_primary: false },
      ],
    },
  },
  {
    idx: "imp",
    name: "dns.record.imp",
    new: {
      fqdn_type: "nameserver_extref",
      strict_mode: true,
      import_data: { "dns.record_imp": [{ type: "REF-FQDN", data_list: [null] }] },
    },
    new_ref_params: [{ idx: "defineNSSetMembers", params: { fqdn: "fqdn" } }],
  },
  {
    idx: "create_ns_set",
    name: "dnscfg.ns_set.create",
    new: {
      name: "partner",
      description: "name servers of the partner",
      members_are_exclusive: false,
      zone_data_is_external: true,
    },
  },
  {
    idx: "create_ns_set_members",
    name: "dnscfg.ns_set_member.create",
    new: { ns_is_master: true, ns_is_native: false, ns_is_registered: true },
    new_ref_params: [
      { idx: "defineNSSetMembers", params: { ns_fqdn: "fqdn", ns_is_primary: "is_primary" } },
      { idx: "create_ns_set", join_type: "cross", params: { ns_set_name: "name" } },
    ],
  },
];

/** Objects for the requests of 8.3: a module in a module, and the right to create sets of name servers. */
async function setUp(world: SmallWorld): Promise<void> {
  const { db } = world;
  await db.query("insert into cntl.role (name, is_assignable) values ('ns_admin', true)");
  await db.query(`insert into cntl.role2permission (role_name, permission_name)
    select r.id, p.id from cntl.role r, cntl.permission p where r.name = 'ns_admin' and p.name like 'dnscfg.rw:%'`);
  await db.query(`insert into cntl.mgr2role (login_name, role_name)
    select m.id, r.id from cntl.mgr m, cntl.role r where m.login_name in ('ab1234', 'ab1234-dns') and r.name = 'ns_admin'`);
  await db.query(`insert into cntl.wapi_auth2role (wapi_auth_gfk, role_name)
    select a.id, r.id from cntl.wapi_auth a join cntl.mgr m on m.id = a.login_name, cntl.role r
    where m.login_name = 'ab1234-dns' and r.name = 'ns_admin'`);
  await db.query("update wapi.rights_epoch set epoch = epoch + 1");
  const step = (name: string, values: Row, more: Partial<SentStep> = {}): SentStep => ({
    name: `${name}.create`,
    new: values,
    ...more,
  });
  const said = await world.execute("ada", [
    step("nd.site", { name: "CN" }),
    step("nd.bldg", { site: "CN", number: "N001" }),
    step("nd.room", { site: "CN", bldg: "N001", name: "101" }, { idx: "room" }),
    step("ndcfg.module_type_class", { name: "panel" }),
    step("ndcfg.module_type", { name: "p24", class: "panel" }),
    step(
      "nd.module",
      { name: "rack", module_type: "p24" },
      {
        idx: "rack",
        new_ref_params: [{ idx: "room", params: { room_gfk: "gpk" } }],
      },
    ),
    step(
      "nd.module",
      { name: "card", module_type: "p24" },
      {
        new_ref_params: [{ idx: "rack", params: { parent_gfk: "gpk" } }],
      },
    ),
  ]);
  if (!said.ok) throw new Error(JSON.stringify(said.exception));
}
