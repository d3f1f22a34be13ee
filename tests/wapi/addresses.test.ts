import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
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
const NET = "198.51.100.0/24";
const space: SentStep = create("cntl.group_addr_space", {
  group_name: "scc-net-web",
  cidr: "198.51.100.64/26",
});
const noSpace: SentStep = {
  name: "cntl.group_addr_space.delete",
  old: { group_name: "scc-net-web", cidr: "198.51.100.64/26" },
};
const subnet = (values: Params): SentStep => ({
  name: "nd.ip_subnet.update",
  old: { cidr: "198.51.100.0/24" },
  new: values,
});

describe("address spaces of groups protect their subnet and link (wire contract 7.1, 7.3)", () => {
  const deleted: SentStep = { name: "nd.ip_subnet.delete", old: { cidr: "198.51.100.0/24" } };
  const unlinked: SentStep = {
    name: "nd.bcd2group.delete",
    old: { bcd: "scc-net-web-1", group_name: "scc-net-web" },
  };

  it.each<readonly [string, SentStep]>([
    ["their subnet", deleted],
    ["the link of the BCD", unlinked],
    ["the network of the subnet", subnet({ cidr: "198.51.100.0/27", reserved_addr_list: [] })],
    ["the BCD of the subnet", subnet({ bcd: "scc-other-1" })],
  ])("%s stays", async (_, step) => {
    const said = await world.dry("ada", space, step);
    expect([codeOf(said), failedStep(said)?.position, detailsOf(said)["child_list"]]).toMatchObject([
      "-20030/2",
      1,
      [
        {
          object_fq_name: "cntl.group_addr_space",
          attribute_list: ["cidr"],
          count: 1,
          title_list: ["scc-net-web 198.51.100.64/26"],
        },
      ],
    ]);
    expect(codeOf(await world.dry("ada", space, noSpace, step))).toBe("200");
  });

  it("links of other groups and subnets around the space can be deleted", async () => {
    const other: SentStep = {
      name: "nd.bcd2group.delete",
      old: { bcd: "scc-net-web-1", group_name: "scc-net-web-dns" },
    };
    expect(codeOf(await world.dry("ada", space, other))).toBe("200");
    expect(codeOf(await world.dry("ada", space, subnet({ cidr: "198.51.100.0/25" })))).toBe("200");
    expect(codeOf(await world.dry("ada", space, subnet({ description: "x" })))).toBe("200");
  });

  it("a group can be deleted once its spaces and its links are gone", async () => {
    const said = await world.dry("ada", space, {
      name: "nd.bcd2group.delete",
      old: { bcd: "scc-net-web-1", group_name: "scc-net-web" },
    });
    expect(codeOf(said)).toBe("-20030/2");
    const lists = await world.dry(
      "ada",
      create("cntl.group", { name: "short" }),
      create("nd.bcd2group", { bcd: "scc-other-1", group_name: "short" }),
      create("cntl.group_addr_space", { group_name: "short", cidr: "203.0.113.64/26" }),
      { name: "cntl.group_addr_space.delete", old: { group_name: "short", cidr: "203.0.113.64/26" } },
      { name: "nd.bcd2group.delete", old: { bcd: "scc-other-1", group_name: "short" } },
      { name: "cntl.group.delete", old: { name: "short" } },
    );
    expect(codeOf(lists)).toBe("200");
  });
});

describe("addresses of a subnet (wire contract 7.6)", () => {
  it("dns.ip_addr has a row for each record, static assignment and role", async () => {
    const said = await world.dry(
      "ada",
      subnet({ router_anycast_addr: "198.51.100.9" }),
      create("dns.record", { fqdn: "example.com.", type: "A", data: "198.51.100.20" }),
      create("dhcp.static_assignment", { ip_addr: "198.51.100.20", mac_addr: "aa:bb:cc:00:00:01" }),
      create("dhcp.static_assignment", { ip_addr: "198.51.100.21", mac_addr: "aa:bb:cc:00:00:02" }),
      { name: "dns.ip_addr.list", old: { cidr: "198.51.100.0/24" } },
    );
    const rows = rowsOf(said, 4).map((row) =>
      ["value", "record_count", "mac_addr", "is_gateway", "is_reserved", "bcd"].map((name) => row[name]),
    );
    expect(rows).toEqual([
      ["198.51.100.1", 0, null, true, false, "scc-net-web-1"],
      ["198.51.100.2", 0, null, false, true, "scc-net-web-1"],
      ["198.51.100.3", 0, null, false, true, "scc-net-web-1"],
      ["198.51.100.9", 0, null, true, false, "scc-net-web-1"],
      ["198.51.100.20", 1, "aa:bb:cc:00:00:01", false, false, "scc-net-web-1"],
      ["198.51.100.21", 0, "aa:bb:cc:00:00:02", false, false, "scc-net-web-1"],
    ]);
  });

  it("dns.ip_addr is found by its BCD, its subnet and joins, each address once even while a call replaces a subnet by its parts", async () => {
    const [half, other] = ["198.51.100.0/25", "198.51.100.128/25"];
    const part = (cidr: string): SentStep => create("nd.ip_subnet", { cidr, bcd: "scc-net-web-1" });
    const said = await world.dry(
      "ada",
      create("dns.record", { fqdn: "example.com.", type: "A", data: "198.51.100.20" }),
      { name: "dns.ip_addr.list", old: { bcd: "scc-net-web-1", cidr: NET } },
      { name: "dns.ip_addr.list", old: { subnet: NET } },
      { name: "dns.ip_addr.list", old: { bcd: null } },
      part(half),
      part(other),
      { idx: "net", name: "nd.ip_subnet.list", old: { bcd: "scc-net-web-1" } },
      { name: "dns.ip_addr.list", old: { cidr: NET }, inner_join_ref: { net: "default" } },
      { name: "nd.ip_subnet.delete", old: { cidr: NET } },
      { name: "dns.ip_addr.list", old: { subnet: half } },
    );
    const values = (at: number): readonly (readonly unknown[])[] =>
      rowsOf(said, at).map((row) => [row["value"], row["subnet"]]);
    const roles = ["198.51.100.1", "198.51.100.2", "198.51.100.3"];
    expect(values(1)).toEqual([...roles, "198.51.100.20"].map((value) => [value, NET]));
    expect(values(2)).toEqual(values(1));
    expect(values(3)).toEqual([]);
    // The roles are deleted with the subnet that had them.
    expect(values(7)).toEqual([...roles, "198.51.100.20"].map((value) => [value, half]));
    expect(values(9)).toEqual([["198.51.100.20", half]]);
  });

  it("addresses of routers get records only from holders of rw", async () => {
    const steps = (address: string): SentStep =>
      create("dns.record", { fqdn: "example.com.", type: "A", data: address });
    await world.execute("ada", [subnet({ router_anycast_addr: "198.51.100.9" })]);
    for (const [address, reason] of [
      ["198.51.100.1", "gateway"],
      ["198.51.100.9", "anycast"],
    ] as const) {
      const said = await world.dry("otto", steps(address));
      expect([codeOf(said), detailsOf(said)]).toMatchObject(["-20060/8", { address, reason, subnet: NET }]);
      expect(codeOf(await world.dry("ada", steps(address)))).toBe("200");
    }
  });

  it("a role that holders of rw may use does not hide a role that nobody may use", async () => {
    const said = await world.dry(
      "ada",
      subnet({ gateway_addr: "198.51.100.2" }),
      create("dns.record", { fqdn: "example.com.", type: "A", data: "198.51.100.2" }),
    );
    expect([codeOf(said), detailsOf(said)]).toMatchObject([
      "-20060/8",
      { address: "198.51.100.2", reason: "reserved", subnet: NET },
    ]);
  });
});

describe("an address that cannot be used is refused with the reason (wire contract 4.2, -20060/8)", () => {
  const pool = create("dhcp.pool", { first_addr: "198.51.100.100", last_addr: "198.51.100.120" });
  const record = create("dns.record", { fqdn: "example.com.", type: "A", data: "198.51.100.110" });
  const exception = (said: Awaited<ReturnType<SmallWorld["dry"]>>) => (said.ok ? null : said.exception);

  it("names the pool by its bounds and the subnet, with a hint", async () => {
    const said = await world.dry("ada", pool, record);
    expect(exception(said)?.description).toBe(
      "198.51.100.110 liegt in einem DHCP-Pool (198.51.100.100 – 198.51.100.120) des Subnetzes 198.51.100.0/24 im BCD scc-net-web-1.",
    );
    expect(exception(said)?.hint).toContain("außerhalb des Pools");
    expect(detailsOf(said)["place_list"]).toEqual([
      {
        object_fq_name: "dhcp.pool",
        title: "198.51.100.100 – 198.51.100.120",
        row: { first_addr: "198.51.100.100", bcd: "scc-net-web-1" },
      },
      {
        object_fq_name: "nd.ip_subnet",
        title: "198.51.100.0/24",
        row: { cidr: "198.51.100.0/24", bcd: "scc-net-web-1" },
      },
    ]);
  });

  it("names no object that the account may not read", async () => {
    const role = { login_name: "greta", role_name: "dns_admin" };
    await world.execute("ada", [create("cntl.mgr2role", role), pool]);
    const said = await world.dry("greta", record);
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20060/8",
      { address: "198.51.100.110", reason: "pool" },
    ]);
    expect(exception(said)?.description).toBe("198.51.100.110 liegt in einem DHCP-Pool.");
    await world.execute("ada", [
      { name: "dhcp.pool.delete", old: { first_addr: "198.51.100.100" } },
      { name: "cntl.mgr2role.delete", old: role },
    ]);
  });
});
