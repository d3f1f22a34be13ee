import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  failedStep,
  rowsOf,
  smallWorld,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const assigned = (ip_addr: string, mac_addr = "aa:bb:cc:00:00:01", more: Params = {}): SentStep =>
  create("dhcp.static_assignment", { ip_addr, mac_addr, ...more });
const pool = (first_addr: string, last_addr: string): SentStep =>
  create("dhcp.pool", { first_addr, last_addr });
const record = (data: string): SentStep => create("dns.record", { fqdn: "example.com.", type: "A", data });
const setting = (bcd: string, values: Params): SentStep => ({
  name: "dhcp.bcd_setting.update",
  old: { bcd },
  new: values,
});
const subnetUpdate = (values: Params, cidr = "198.51.100.0/24"): SentStep => ({
  name: "nd.ip_subnet.update",
  old: { cidr },
  new: values,
});

describe("leases", () => {
  beforeAll(async () => {
    await world.db
      .query(`insert into dhcp.lease_state (ip_addr, mac_addr, hostname, ts_begin, ts_end, is_static) values
      ('198.51.100.50', 'aa:bb:cc:dd:ee:01', 'laptop', now() - interval '1 hour', now() + interval '1 hour', false),
      ('198.51.100.51', 'aa:bb:cc:dd:ee:02', null, now() - interval '2 hours', now() - interval '1 second', false),
      ('198.51.100.52', 'aa:bb:cc:dd:ee:03', null, now() - interval '1 hour', now() + interval '1 hour', true),
      ('203.0.113.9', 'aa:bb:cc:dd:ee:04', 'other', now() - interval '1 hour', now() + interval '1 hour', false),
      ('192.0.2.77', 'aa:bb:cc:dd:ee:05', 'nowhere', now() - interval '1 hour', now() + interval '1 hour', false)`);
  });

  it("[DHCP-02] are the active dynamic leases, without ended leases and leases of static assignments", async () => {
    const rows = rowsOf(await world.execute("ada", [{ name: "dhcp.lease.list" }]));
    expect(rows.map((row) => row["ip_addr"])).toEqual(["198.51.100.50", "203.0.113.9"]);
    expect(rows[0]).toEqual({
      gpk: "lease-198-51-100-50",
      ip_addr: "198.51.100.50",
      mac_addr: "aa:bb:cc:dd:ee:01",
      hostname: "laptop",
      bcd: "scc-net-web-1",
      subnet: "198.51.100.0/24",
      ts_begin: rows[0]?.["ts_begin"],
      ts_end: rows[0]?.["ts_end"],
      is_own: false,
    });
  });

  it("[DHCP-02] a lease disappears at its end, and returns with the next lease of its address", async () => {
    const list = async () => rowsOf(await world.execute("greta", [{ name: "dhcp.lease.list" }]));
    await world.db.query("update dhcp.lease_state set ts_end = now() where ip_addr = '203.0.113.9'");
    expect(await list()).toEqual([]);
    await world.db.query(
      "update dhcp.lease_state set ts_end = now() + interval '1 day' where ip_addr = '203.0.113.9'",
    );
    expect(await list()).toMatchObject([{ ip_addr: "203.0.113.9", is_own: true }]);
  });

  it("are readable by owners of the BCD, and through it", async () => {
    const said = await world.execute("otto", [
      { idx: "bcd", name: "nd.bcd.list" },
      { name: "dhcp.lease.list", inner_join_ref: { bcd: "default" } },
    ]);
    expect(rowsOf(said, 1)).toMatchObject([{ ip_addr: "198.51.100.50", bcd: "scc-net-web-1" }]);
  });

  it("cannot be written", async () => {
    for (const fn of ["create", "update", "delete"])
      expect(codeOf(await world.dry("ada", { name: `dhcp.lease.${fn}` }))).toBe("-20900/3");
  });
});

describe("settings of a BCD", () => {
  it("[DHCP-03] exist from the creation of a BCD on, and allow static assignments", async () => {
    const said = await world.dry("ada", create("nd.bcd", { name: "new-bcd" }), {
      name: "dhcp.bcd_setting.list",
      old: { bcd: "new-bcd" },
    });
    expect(rowsOf(said, 1)).toMatchObject([
      { is_enabled: false, mdhcp_enabled: true, domain: null, dns_server_list: [], lease_time: 3600 },
    ]);
  });

  it("show in nd.bcd whether DHCP is on", async () => {
    const said = await world.dry("ada", setting("scc-net-web-1", { is_enabled: true }), {
      name: "nd.bcd.list",
    });
    expect(rowsOf(said, 1)).toMatchObject([
      { name: "scc-net-web-1", dhcp_enabled: true },
      { name: "scc-other-1", dhcp_enabled: false },
    ]);
  });

  it("can be changed only by holders of the permission", async () => {
    const said = await world.dry("otto", setting("scc-net-web-1", { mdhcp_enabled: false }));
    expect(codeOf(said)).toBe("-20010/1");
  });
});

describe("static assignments", () => {
  it("[DHCP-03] are created by owners of the address, which determines subnet and BCD", async () => {
    const said = await world.dry(
      "otto",
      assigned("198.51.100.20", "AA-BB-CC-00-00-01", { fqdn: "example.com", description: "printer" }),
      {
        name: "dhcp.static_assignment.update",
        old: { ip_addr: "198.51.100.20", mac_addr: "aabbcc000001" },
        new: { ip_addr: "2001:db8:47:11::20" },
      },
      { name: "dns.ip_addr.list", old: { value: "2001:db8:47:11::20" } },
      { name: "dhcp.static_assignment.delete", old: { ip_addr: "2001:db8:47:11::20" } },
    );
    expect(rowsOf(said)).toMatchObject([
      {
        ip_addr: "198.51.100.20",
        mac_addr: "aa:bb:cc:00:00:01",
        bcd: "scc-net-web-1",
        subnet: "198.51.100.0/24",
        fqdn: "example.com.",
        description: "printer",
        is_own: true,
      },
    ]);
    expect(rowsOf(said, 1)).toMatchObject([{ subnet: "2001:db8:47:11::/64", bcd: "scc-net-web-1" }]);
    expect(rowsOf(said, 2)).toMatchObject([
      { value: "2001:db8:47:11::20", mac_addr: "aa:bb:cc:00:00:01", record_count: 0, is_own: true },
    ]);
  });

  it("need the setting that allows them, except for holders of the permission", async () => {
    const off = setting("scc-net-web-1", { mdhcp_enabled: false });
    expect(codeOf(await world.dry("ada", off, assigned("198.51.100.20")))).toBe("200");
    await world.execute("ada", [off]);
    const said = await world.dry("otto", assigned("198.51.100.20"));
    expect([codeOf(said), detailsOf(said)["required_assignment_list"]]).toEqual(["-20010/1", null]);
    await world.execute("ada", [setting("scc-net-web-1", { mdhcp_enabled: true })]);
    expect(codeOf(await world.dry("otto", assigned("198.51.100.20")))).toBe("200");
  });

  it.each<readonly [string, string, string, string]>([
    ["an address of somebody else", "greta", "198.51.100.20", "-20010/1"],
    ["an address in no subnet, for owners", "otto", "192.0.2.20", "-20010/1"],
    ["an address in no subnet", "ada", "192.0.2.20", "-20030/3"],
    ["the network address", "otto", "198.51.100.0", "-20060/8"],
    ["the broadcast address", "otto", "198.51.100.255", "-20060/8"],
    ["a reserved address", "otto", "198.51.100.2", "-20060/8"],
    ["the gateway, whoever asks", "ada", "198.51.100.1", "-20060/8"],
  ])("are refused for %s", async (_, login, address, code) => {
    expect(codeOf(await world.dry(login, assigned(address)))).toBe(code);
  });

  it("can move only to another own address", async () => {
    const said = await world.dry("otto", assigned("198.51.100.20"), {
      name: "dhcp.static_assignment.update",
      old: { ip_addr: "198.51.100.20" },
      new: { ip_addr: "203.0.113.20" },
    });
    expect([codeOf(said), failedStep(said)?.position]).toEqual(["-20010/1", 1]);
  });

  it("have a MAC address that is unique in the BCD, and may occur in another BCD", async () => {
    const taken = await world.dry("ada", assigned("198.51.100.20"), assigned("198.51.100.21"));
    expect([codeOf(taken), failedStep(taken)?.position, detailsOf(taken)["attribute_list"]]).toEqual([
      "-20030/1",
      1,
      ["mac_addr"],
    ]);
    const elsewhere = [assigned("198.51.100.20"), assigned("203.0.113.20")];
    expect(codeOf(await world.dry("ada", ...elsewhere))).toBe("200");
    const moved = await world.dry(
      "ada",
      ...elsewhere,
      subnetUpdate({ bcd: "scc-net-web-1" }, "203.0.113.0/24"),
    );
    expect([codeOf(moved), failedStep(moved)?.position]).toEqual(["-20030/1", 2]);
    const free = await world.dry(
      "ada",
      assigned("198.51.100.20"),
      subnetUpdate({ bcd: "scc-other-1" }),
      { name: "dhcp.static_assignment.list" },
      assigned("2001:db8:47:11::20"),
    );
    expect(rowsOf(free, 2)).toMatchObject([{ ip_addr: "198.51.100.20", bcd: "scc-other-1" }]);
  });

  it("keep their subnet and their name", async () => {
    const steps = [assigned("198.51.100.20", "aa:bb:cc:00:00:01", { fqdn: "example.org." })];
    const subnet = await world.dry("ada", ...steps, {
      name: "nd.ip_subnet.delete",
      old: { cidr: "198.51.100.0/24" },
    });
    expect([codeOf(subnet), detailsOf(subnet)["child_list"]]).toMatchObject([
      "-20030/2",
      [
        {
          object_fq_name: "dhcp.static_assignment",
          count: 1,
          title_list: ["198.51.100.20 aa:bb:cc:00:00:01"],
        },
      ],
    ]);
    const name = await world.dry("ada", ...steps, {
      name: "dns.fqdn.delete",
      old: { value: "example.org." },
    });
    expect(codeOf(name)).toBe("-20030/2");
    expect(codeOf(await world.dry("ada", ...steps, subnetUpdate({ cidr: "198.51.100.0/28" })))).toBe(
      "-20030/2",
    );
    expect(codeOf(await world.dry("ada", ...steps, subnetUpdate({ cidr: "198.51.100.0/27" })))).toBe("200");
  });

  it("exclude roles of the subnet for their address", async () => {
    for (const role of [{ gateway_addr: "198.51.100.20" }, { reserved_addr_list: ["198.51.100.20"] }]) {
      const said = await world.dry("ada", assigned("198.51.100.20"), subnetUpdate(role));
      expect([codeOf(said), failedStep(said)?.position, detailsOf(said)]).toMatchObject([
        "-20060/8",
        1,
        { address: "198.51.100.20", reason: "assignment", subnet: "198.51.100.0/24" },
      ]);
    }
  });

  it("limit groups to their address space", async () => {
    const groups = ["scc-net-web", "scc-net-web-dns"];
    const space = (group_name: string): Params => ({ group_name, cidr: "198.51.100.64/26" });
    await world.execute(
      "ada",
      groups.map((group) => create("cntl.group_addr_space", space(group))),
    );
    expect(codeOf(await world.dry("ab1234", assigned("198.51.100.70")))).toBe("200");
    expect(codeOf(await world.dry("ab1234", assigned("198.51.100.20")))).toBe("-20010/1");
    await world.execute("ada", [assigned("198.51.100.20")]);
    const rows = rowsOf(await world.execute("ab1234", [{ name: "dhcp.static_assignment.list" }]));
    expect(rows).toMatchObject([{ ip_addr: "198.51.100.20", is_own: false }]);
    await world.execute("ada", [
      { name: "dhcp.static_assignment.delete", old: { ip_addr: "198.51.100.20" } },
      ...groups.map((group) => ({ name: "cntl.group_addr_space.delete", old: space(group) })),
    ]);
  });
});

describe("pools", () => {
  it("lie in one subnet, and their size is counted", async () => {
    const said = await world.dry("ada", pool("198.51.100.100", "198.51.100.149"), { name: "dhcp.pool.list" });
    expect(rowsOf(said, 1)).toMatchObject([
      {
        first_addr: "198.51.100.100",
        last_addr: "198.51.100.149",
        subnet: "198.51.100.0/24",
        bcd: "scc-net-web-1",
        size: 50,
        description: null,
      },
    ]);
  });

  it("are created only by holders of the permission, and are readable by owners", async () => {
    expect(codeOf(await world.dry("otto", pool("198.51.100.100", "198.51.100.149")))).toBe("-20010/1");
    await world.execute("ada", [pool("198.51.100.100", "198.51.100.149")]);
    const list = { name: "dhcp.pool.list" };
    expect(rowsOf(await world.execute("otto", [list]))).toMatchObject([{ size: 50, is_own: true }]);
    expect(rowsOf(await world.execute("greta", [list]))).toEqual([]);
    await world.execute("ada", [{ name: "dhcp.pool.delete", old: { first_addr: "198.51.100.100" } }]);
  });

  it.each<readonly [string, string, string, string, Json]>([
    ["one address", "198.51.100.10", "198.51.100.10", "-20040/6", "198.51.100.11"],
    ["the last before the first", "198.51.100.10", "198.51.100.9", "-20040/6", "198.51.100.11"],
    ["more than the subnet minus 5", "198.51.100.4", "198.51.100.255", "-20040/6", "198.51.100.5"],
    ["IPv6", "2001:db8:47:11::10", "2001:db8:47:11::20", "-20030/3", undefined as never],
    ["two subnets", "198.51.100.250", "203.0.113.10", "-20030/3", undefined as never],
    ["no subnet", "192.0.2.10", "192.0.2.20", "-20030/3", undefined as never],
  ])("are refused for %s", async (_, first, last, code, min) => {
    const said = await world.dry("ada", pool(first, last));
    expect([codeOf(said), detailsOf(said)["min"]]).toEqual([code, min]);
  });

  it("have from 2 addresses to the size of the subnet minus 5", async () => {
    expect(codeOf(await world.dry("ada", pool("198.51.100.10", "198.51.100.11")))).toBe("200");
    const wide = create("nd.ip_subnet", { cidr: "192.0.2.0/28", bcd: "scc-other-1" });
    expect(codeOf(await world.dry("ada", wide, pool("192.0.2.1", "192.0.2.11")))).toBe("200");
    const said = await world.dry("ada", wide, pool("192.0.2.1", "192.0.2.12"));
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20040/6",
      { parameter: "last_addr", scope: "new", data_type: "inet", min: "192.0.2.2", max: "192.0.2.11" },
    ]);
  });

  it.each<readonly [string, string, string, Params]>([
    ["both too far apart", "198.51.100.0", "198.51.100.255", { min: "198.51.100.1", max: "198.51.100.250" }],
    ["near the end", "198.51.100.200", "198.51.100.199", { min: "198.51.100.201", max: "198.51.100.254" }],
    ["no room behind", "198.51.100.255", "198.51.100.254", { min: "198.51.100.4", max: "198.51.100.253" }],
    ["no room at all", "203.0.113.1", "203.0.113.2", { min: null, max: null }],
  ])("the bounds in a refusal lie in the subnet: %s", async (_, first, last, bounds) => {
    const small: readonly SentStep[] = [
      { name: "nd.ip_subnet.update", old: { cidr: "203.0.113.0/24" }, new: { cidr: "203.0.113.0/30" } },
    ];
    const said = await world.dry("ada", ...small, pool(first, last));
    expect([codeOf(said), detailsOf(said)]).toMatchObject(["-20040/6", bounds]);
  });

  it("may overlap within a call but not at its end, and the fault names the last step that changed one of them", async () => {
    const [one, other] = [pool("198.51.100.100", "198.51.100.120"), pool("198.51.100.115", "198.51.100.140")];
    const said = await world.dry("ada", one, other, { name: "nd.bcd.list" });
    expect([codeOf(said), failedStep(said)?.position, detailsOf(said)]).toMatchObject([
      "-20030/4",
      1,
      {
        object_fq_name: "dhcp.pool",
        attribute: "first_addr",
        value: "198.51.100.115-198.51.100.140",
        other: "198.51.100.100-198.51.100.120",
        other_title: "198.51.100.100 198.51.100.120",
      },
    ]);
    const longer = {
      name: "dhcp.pool.update",
      old: { first_addr: "198.51.100.100" },
      new: { last_addr: "198.51.100.122" },
    };
    const changed = await world.dry("ada", one, longer, other);
    expect(detailsOf(changed)).toMatchObject({ other: "198.51.100.100-198.51.100.122", other_gpk: null });
    const ended = await world.dry("ada", one, other, {
      name: "dhcp.pool.update",
      old: { first_addr: "198.51.100.100" },
      new: { last_addr: "198.51.100.114" },
    });
    expect(codeOf(ended)).toBe("200");
  });

  it.each<readonly [string, readonly SentStep[], string, string]>([
    ["gateway", [], "198.51.100.1", "198.51.100.9"],
    ["reserved", [], "198.51.100.3", "198.51.100.9"],
    ["anycast", [subnetUpdate({ router_anycast_addr: "198.51.100.5" })], "198.51.100.4", "198.51.100.9"],
    ["record", [record("198.51.100.30")], "198.51.100.20", "198.51.100.40"],
    ["assignment", [assigned("198.51.100.30")], "198.51.100.20", "198.51.100.40"],
    ["broadcast", [], "198.51.100.250", "198.51.100.255"],
  ])("hold no %s address", async (reason, before, first, last) => {
    const said = await world.dry("ada", ...before, pool(first, last));
    expect([codeOf(said), failedStep(said)?.position, detailsOf(said)["reason"]]).toEqual([
      "-20060/8",
      before.length,
      reason,
    ]);
  });

  it.each<readonly [string, SentStep]>([
    ["a record", record("198.51.100.110")],
    ["a static assignment", assigned("198.51.100.110")],
    ["a gateway", subnetUpdate({ gateway_addr: "198.51.100.110" })],
    ["a reserved address", subnetUpdate({ reserved_addr_list: ["198.51.100.110"] })],
  ])("prevent %s in their range until they are deleted", async (_, step) => {
    const made = pool("198.51.100.100", "198.51.100.120");
    const said = await world.dry("ada", made, step);
    expect([codeOf(said), failedStep(said)?.position, detailsOf(said)]).toMatchObject([
      "-20060/8",
      1,
      {
        address: "198.51.100.110",
        reason: "pool",
        subnet: "198.51.100.0/24",
        first_addr: "198.51.100.100",
        last_addr: "198.51.100.120",
      },
    ]);
    const gone = { name: "dhcp.pool.delete", old: { first_addr: "198.51.100.100" } };
    expect(codeOf(await world.dry("ada", made, gone, step))).toBe("200");
  });

  it("stay in their subnet", async () => {
    const made = pool("198.51.100.100", "198.51.100.120");
    const shrunk = await world.dry("ada", made, subnetUpdate({ cidr: "198.51.100.0/26" }));
    expect([codeOf(shrunk), detailsOf(shrunk)["child_list"]]).toMatchObject([
      "-20030/2",
      [{ object_fq_name: "dhcp.pool", count: 1 }],
    ]);
    expect(codeOf(await world.dry("ada", made, subnetUpdate({ cidr: "198.51.100.0/25" })))).toBe("200");
    const deleted = await world.dry("ada", made, {
      name: "nd.ip_subnet.delete",
      old: { cidr: "198.51.100.0/24" },
    });
    expect(codeOf(deleted)).toBe("-20030/2");
  });

  it("pools and records that are created at the same time never overlap", async () => {
    const tries = Array.from({ length: 12 }, (_, n) => {
      const address = `198.51.100.${String(150 + n * 8)}`;
      return Promise.all([
        world.execute("ada", [pool(address, `198.51.100.${String(153 + n * 8)}`)]),
        world.execute("otto", [record(`198.51.100.${String(152 + n * 8)}`)]),
        world.execute("otto", [
          assigned(`198.51.100.${String(151 + n * 8)}`, `aa:bb:cc:00:01:${String(10 + n)}`),
        ]),
      ]);
    });
    const said = await Promise.all(tries);
    expect(said.flat().filter((one) => !["200", "-20060/8"].includes(codeOf(one)))).toEqual([]);
    const [row] = await world.db.query<{ count: string }>(`select count(*)::text count from dhcp.pool p
      where exists (select from dns.record r where r.target_ipaddr between p.first_addr and p.last_addr)
        or exists (select from dhcp.static_assignment a where a.ip_addr between p.first_addr and p.last_addr)`);
    expect(row?.count).toBe("0");
  });
});
