import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { unservedOf } from "../../server/services/drift/check.ts";
import { runServices } from "../support/service-machine.ts";
import { rowsOf, smallWorld, textIn, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const record = (fqdn: string, type: string, data: string, more = {}): SentStep =>
  create("dns.record", { fqdn, type, data, fqdn_type: "domain", ...more });
const server = (name: string, kind: string): SentStep =>
  create("output.server", { name, kind, address: "127.0.0.1", key_name: `${name}.`, copy_name: null });

async function apply(...steps: readonly SentStep[]): Promise<void> {
  rowsOf(await world.execute("ada", steps));
}

/** The type of the states of objects of each type. */
const STATES: Readonly<Record<string, string>> = {
  "dns.fqdn": "output.name_state",
  "nd.bcd": "output.bcd_state",
  "dns.record": "output.record_state",
  "nd.ip_subnet": "output.subnet_state",
  "dhcp.bcd_setting": "output.setting_state",
  "dhcp.static_assignment": "output.assignment_state",
  "macauth.client": "output.client_state",
};

/** Why objects are not served, with the name of names and records. */
async function words(login: string, name: string | null = null): Promise<readonly string[]> {
  const steps = Object.values(STATES).map((state) => ({ name: `${state}.list`, old: { is_live: false } }));
  const said = await world.execute(login, steps);
  const rows = steps.flatMap((_, at) => rowsOf(said, at)).filter((row) => row["server"] === null);
  return rows
    .filter((row) => name === null || [row["fqdn"], row["name"]].includes(name))
    .map((row) => `${textIn(row, "error")} ${textIn(row, "fqdn") || textIn(row, "name")}`.trim())
    .toSorted();
}

async function reasonsOf(type: string, key: Params): Promise<readonly string[]> {
  const said = await world.execute("ada", [
    { idx: "object", name: `${type}.list`, old: key },
    { name: `${STATES[type] ?? ""}.list`, inner_join_ref: { object: "default" } },
  ]);
  expect(rowsOf(said)).toHaveLength(1);
  const rows = rowsOf(said, 1).filter((row) => row["server"] === null);
  for (const row of rows) expect(row).toMatchObject({ is_live: false, since: null });
  return rows.map((row) => textIn(row, "error")).toSorted();
}

/** Whether the state of an object shows this reason before it is corrected, and no longer afterwards. */
async function mended(
  reason: string,
  type: string,
  key: Params,
  ...steps: readonly SentStep[]
): Promise<readonly boolean[]> {
  const before = await reasonsOf(type, key);
  await apply(...steps);
  return [before.includes(reason), (await reasonsOf(type, key)).includes(reason)];
}

const TOLD_THEN_NOT = [true, false];

describe("data that cannot be served", () => {
  it("are reported only while there is a server that would answer them", async () => {
    expect(await words("ada")).toEqual([]);
    await apply(server("ns1", "dns"));
    expect(await words("ada")).toEqual(["no_name_server example.com.", "no_name_server example.org."]);
    await apply(server("kea1", "kea"), server("radius1", "radius"));
  });

  it("can be a zone without name server", async () => {
    await apply(create("dns.fqdn", { value: "ns1.example.com.", type: "domain" }));
    const ends = record("example.com.", "NS", "ns1.example.com.");
    expect(await mended("no_name_server", "dns.fqdn", { value: "example.com." }, ends)).toEqual(
      TOLD_THEN_NOT,
    );
  });

  it("can be a zone that no enabled name server has", async () => {
    const zones = (zone_list: readonly string[]): SentStep => ({
      name: "output.server.update",
      old: { name: "ns1" },
      new: { has_all_zones: false, zone_list },
    });
    const away = server("ns-away", "dns");
    await apply({ ...away, new: { ...away.new, is_enabled: false } }, zones(["example.org."]));
    const key = { value: "example.com." };
    expect(await mended("no_server", "dns.fqdn", key, zones(["example.com."]))).toEqual(TOLD_THEN_NOT);
    const all: SentStep = {
      name: "output.server.update",
      old: { name: "ns1" },
      new: { has_all_zones: true },
    };
    expect(await mended("no_server", "dns.fqdn", { value: "example.org." }, all)).toEqual(TOLD_THEN_NOT);
  });

  it("can be a name server of an own zone without address", async () => {
    const key = { fqdn: "example.com.", type: "NS" };
    const ends = record("ns1.example.com.", "A", "198.51.100.53");
    expect(await mended("no_address", "dns.record", key, ends)).toEqual(TOLD_THEN_NOT);
  });

  it("can be an address without reverse zone", async () => {
    const key = { fqdn: "ns1.example.com.", type: "A" };
    const zone = { value: "100.51.198.in-addr.arpa.", type: "domain", is_zone_apex: true };
    expect(await mended("no_reverse_zone", "dns.record", key, create("dns.fqdn", zone))).toEqual(
      TOLD_THEN_NOT,
    );
  });

  it("include the reverse name of an address without a reverse zone, unless a zone for a part of the network may have this name", async () => {
    const zone = (value: string): SentStep =>
      create("dns.fqdn", { value, type: "domain", is_zone_apex: true });
    const five = "2001:db8:5::1:5";
    await apply(
      record("r5.example.com.", "A", "10.20.30.5"),
      record("r200.example.com.", "A", "10.20.30.200"),
      record("six.example.com.", "AAAA", five),
    );
    const lacks = async (fqdn: string, type = "A"): Promise<readonly unknown[]> => {
      const said = await world.execute("ada", [
        { idx: "record", name: "dns.record.list", old: { fqdn, type } },
        {
          name: "output.record_state.list",
          inner_join_ref: { record: "default" },
          old: { error: "no_reverse_zone" },
        },
      ]);
      return rowsOf(said, 1).flatMap((row) => [row["zone"], row["name"]]);
    };
    const [r5, r200] = ["5.30.20.10.in-addr.arpa.", "200.30.20.10.in-addr.arpa."];
    expect(await lacks("r5.example.com.")).toEqual([r5, r5]);
    // Names of a part of the network (RFC 2317) are below a label of their own.
    await apply(
      zone("0-127.30.20.10.in-addr.arpa."),
      record("5.0-127.30.20.10.in-addr.arpa.", "PTR", "r5.example.com."),
    );
    expect(await lacks("r5.example.com.")).toEqual([]);
    expect(await lacks("r200.example.com.")).toEqual([r200, r200]);
    await apply(zone("lab.30.20.10.in-addr.arpa."));
    expect(await lacks("r200.example.com.")).toEqual([]);
    const above = "5.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.";
    await apply(zone(`4-7.${above}`));
    expect(await lacks("six.example.com.", "AAAA")).toHaveLength(2);
    await apply(zone(`0-3.${above}`));
    expect(await lacks("six.example.com.", "AAAA")).toEqual([]);
  });

  it("can be a record below a DNAME", async () => {
    await apply(
      record("deep.alias.example.com.", "TXT", "below"),
      record("alias.example.com.", "DNAME", "example.org."),
    );
    const ends: SentStep = {
      name: "dns.record.delete",
      old: { fqdn: "alias.example.com.", type: "DNAME", data: "example.org." },
    };
    const key = { fqdn: "deep.alias.example.com.", type: "TXT" };
    expect(await mended("below_dname", "dns.record", key, ends)).toEqual(TOLD_THEN_NOT);
  });

  it("can be a name server of a wildcard", async () => {
    const key = { fqdn: "*.example.com.", type: "NS", data: "ns1.example.com." };
    await apply(create("dns.record", { ...key, fqdn_type: "domain" }));
    expect(await words("ada", "*.example.com.")).toEqual(["wildcard *.example.com."]);
    await apply({ name: "dns.record.delete", old: key });
    expect(await words("ada", "*.example.com.")).toEqual([]);
  });

  it("can be a subnet with DHCP but without gateway, and DHCP without subnet", async () => {
    const dhcp = (bcd: string, is_enabled: boolean): SentStep => ({
      name: "dhcp.bcd_setting.update",
      old: { bcd },
      new: { is_enabled },
    });
    await apply(
      create("nd.bcd", { name: "bcd-dhcp" }),
      create("nd.ip_subnet", { cidr: "192.0.2.0/26", bcd: "bcd-dhcp" }),
      create("nd.bcd", { name: "bcd-empty" }),
      dhcp("bcd-dhcp", true),
      dhcp("bcd-empty", true),
    );
    // The BCD and its settings show the problem of a subnet.
    for (const [type, key] of [
      ["nd.bcd", { name: "bcd-dhcp" }],
      ["dhcp.bcd_setting", { bcd: "bcd-dhcp" }],
    ] as const)
      expect(await reasonsOf(type, key)).toEqual(["no_gateway"]);
    expect(await reasonsOf("nd.bcd", { name: "bcd-empty" })).toEqual(["no_subnet"]);
    const gateway: SentStep = {
      name: "nd.ip_subnet.update",
      old: { cidr: "192.0.2.0/26" },
      new: { gateway_addr: "192.0.2.1" },
    };
    expect(await mended("no_gateway", "nd.ip_subnet", { bcd: "bcd-dhcp" }, gateway)).toEqual(TOLD_THEN_NOT);
    expect(
      await mended("no_subnet", "dhcp.bcd_setting", { bcd: "bcd-empty" }, dhcp("bcd-empty", false)),
    ).toEqual(TOLD_THEN_NOT);
  });

  it("can be a static assignment without DHCP, or of IPv6 while no server has DHCPv6", async () => {
    await apply(
      create("nd.bcd", { name: "bcd-fixed" }),
      create("nd.ip_subnet", { cidr: "192.0.2.64/26", bcd: "bcd-fixed" }),
      create("nd.ip_subnet", { cidr: "2001:db8:77::/64", bcd: "bcd-fixed" }),
      create("dhcp.static_assignment", { ip_addr: "192.0.2.70", mac_addr: "02:00:00:00:00:70" }),
      create("dhcp.static_assignment", { ip_addr: "2001:db8:77::70", mac_addr: "02:00:00:00:00:71" }),
    );
    const on: SentStep = {
      name: "dhcp.bcd_setting.update",
      old: { bcd: "bcd-fixed" },
      new: { is_enabled: true },
    };
    expect(await mended("dhcp_disabled", "dhcp.static_assignment", { ip_addr: "192.0.2.70" }, on)).toEqual(
      TOLD_THEN_NOT,
    );
    const six: SentStep = { name: "output.server.update", old: { name: "kea1" }, new: { has_dhcp6: true } };
    expect(await mended("no_dhcp6", "dhcp.static_assignment", { ip_addr: "2001:db8:77::70" }, six)).toEqual(
      TOLD_THEN_NOT,
    );
  });

  it("can have DHCP in IPv4, or in IPv6 alone, while no enabled server has it", async () => {
    const kea = (values: Params): SentStep => ({
      name: "output.server.update",
      old: { name: "kea1" },
      new: values,
    });
    const away = server("kea-away", "kea");
    await apply(
      { ...away, new: { ...away.new, has_dhcp6: true, is_enabled: false } },
      create("nd.bcd", { name: "bcd-six" }),
      create("nd.ip_subnet", { cidr: "2001:db8:78::/64", bcd: "bcd-six" }),
      { name: "dhcp.bcd_setting.update", old: { bcd: "bcd-six" }, new: { is_enabled: true } },
      kea({ has_dhcp4: false, has_dhcp6: false }),
    );
    const subjects = (bcd: string, cidr: string): readonly (readonly [string, Params])[] => [
      ["dhcp.bcd_setting", { bcd }],
      ["nd.bcd", { name: bcd }],
      ["nd.ip_subnet", { cidr }],
    ];
    const four: readonly (readonly [string, Params])[] = [
      ...subjects("bcd-fixed", "192.0.2.64/26"),
      ["dhcp.static_assignment", { ip_addr: "192.0.2.70" }] as const,
    ];
    const six = subjects("bcd-six", "2001:db8:78::/64");
    const told = async (
      reason: string,
      all: readonly (readonly [string, Params])[],
    ): Promise<readonly boolean[]> =>
      Promise.all(all.map(async ([type, key]) => (await reasonsOf(type, key)).includes(reason)));
    expect([await told("no_dhcp4", four), await told("no_dhcp6", six)]).toEqual([
      Array(4).fill(true),
      Array(3).fill(true),
    ]);
    // Devices of a subnet of IPv6 beside one of IPv4 have DHCP without it.
    expect(await reasonsOf("nd.ip_subnet", { cidr: "2001:db8:77::/64" })).toEqual([]);
    expect(await told("no_dhcp6", four)).toEqual(Array(4).fill(false));
    await apply(kea({ has_dhcp4: true }));
    expect([await told("no_dhcp4", four), await told("no_dhcp6", six)]).toEqual([
      Array(4).fill(false),
      Array(3).fill(true),
    ]);
    await apply(kea({ has_dhcp6: true }));
    expect(await told("no_dhcp6", six)).toEqual(Array(3).fill(false));
  });

  it("can be a MAC client in a BCD without VLAN, and a BCD with clients and VLANs of several numbers", async () => {
    const vlan = (net_instnc: string, id: number): SentStep =>
      create("nd.vlan", { net_instnc, id, name: `vlan-${String(id)}`, bcd: "bcd-mac" });
    await apply(
      create("nd.bcd", { name: "bcd-mac" }),
      create("macauth.client", { mac_addr: "02:00:00:00:00:80", bcd_name: "bcd-mac", wpa2_key: null }),
      create("nd.net_instnc", { name: "net-one" }),
      create("nd.net_instnc", { name: "net-two" }),
    );
    const client = { mac_addr: "02:00:00:00:00:80" };
    expect(await reasonsOf("nd.bcd", { name: "bcd-mac" })).toEqual(["no_vlan"]);
    expect(await mended("no_vlan", "macauth.client", client, vlan("net-one", 10))).toEqual(TOLD_THEN_NOT);
    expect(await reasonsOf("nd.bcd", { name: "bcd-mac" })).toEqual([]);
    await apply(vlan("net-two", 20));
    const ends: SentStep = { name: "nd.vlan.delete", old: { net_instnc: "net-two", id: 20 } };
    expect(await mended("several_vlans", "nd.bcd", { name: "bcd-mac" }, ends)).toEqual(TOLD_THEN_NOT);
  });
});

describe("data that cannot be served are reported", () => {
  it("to accounts that may read the object, and to no others", async () => {
    await apply(
      record("web.example.com.", "A", "192.0.2.200"),
      record("shared.example.com.", "A", "203.0.113.5"),
      create("macauth.client", { mac_addr: "02:00:00:00:00:90", bcd_name: "scc-net-web-1", wpa2_key: null }),
    );
    const shared = "no_reverse_zone 5.113.0.203.in-addr.arpa.";
    const ofWeb = ["no_reverse_zone 200.2.0.192.in-addr.arpa.", "no_vlan"];
    for (const login of ["otto", "ab1234"])
      expect([login, await words(login)]).toEqual([login, expect.arrayContaining([shared, ...ofWeb])]);
    // Greta owns the address of the shared record, and no name of its zone.
    expect(await words("greta", "5.113.0.203.in-addr.arpa.")).toEqual([shared]);
    expect(await words("greta", "200.2.0.192.in-addr.arpa.")).toEqual([]);
    expect(await words("greta")).not.toContain("no_vlan");
    expect(await words("ab1234-none")).not.toContain(shared);
  });

  it("at a name to accounts that may read the name, by whatever right", async () => {
    await apply(create("dns.fqdn", { value: "bare.example.com.", type: "domain", is_zone_apex: true }));
    const bare = "no_name_server bare.example.com.";
    for (const login of ["ada", "otto", "ab1234"])
      expect([login, await words(login)]).toContainEqual(expect.arrayContaining([bare]));
    for (const login of ["greta", "ab1234-none"])
      expect([login, (await words(login)).filter((said) => said === bare)]).toEqual([login, []]);
    for (const login of ["ada", "otto", "ab1234", "greta", "ab1234-none"]) {
      const said = await world.execute(login, [
        { name: "dns.fqdn.list" },
        { name: "output.name_state.list" },
      ]);
      const readable = rowsOf(said).map((row) => row["value"]);
      expect([login, rowsOf(said, 1).filter((row) => !readable.includes(row["fqdn"]))]).toEqual([login, []]);
    }
  });

  it("to accounts that may read all objects of the type by a permission", async () => {
    await world.db.query(
      `insert into cntl.mgr2role (login_name, role_name)
       select m.id, r.id from cntl.mgr m, cntl.role r where m.login_name = 'greta' and r.name = 'dns_admin'`,
    );
    await world.db.query("update wapi.rights_epoch set epoch = epoch + 1");
    expect(await words("greta", "200.2.0.192.in-addr.arpa.")).toEqual([
      "no_reverse_zone 200.2.0.192.in-addr.arpa.",
    ]);
    expect(await words("greta", "bare.example.com.")).toEqual(["no_name_server bare.example.com."]);
    expect(await words("greta")).not.toContain("no_vlan");
  });

  it("by the check once for each reason in both languages, with the number of objects and the first of them", async () => {
    const found = await unservedOf(world.db, world.catalogue);
    const texts = found.map(({ text }) => text.en);
    expect(new Set(texts).size).toBe(texts.length);
    const reverse = found.find(({ objects }) => objects.includes("web.example.com. A 192.0.2.200"));
    expect(reverse?.text.de).toMatch(/^Keine Rückwärtszone .* Legen Sie die Zone an/);
    expect(reverse?.text.en).toMatch(/^No reverse zone .* Create the zone/);
    expect(reverse?.count).toBe(reverse?.objects.length);
    const clients = found.filter(({ text }) => text.en.includes("has no VLAN"));
    expect(clients.map(({ count, objects }) => [count, ...objects])).toEqual([
      [1, "02:00:00:00:00:90 (scc-net-web-1)"],
    ]);
  });

  it("by the check in the order of addresses, each line once, with at most twenty of a reason", async () => {
    const numbers = Array.from({ length: 25 }, (_, n) => n);
    await apply(
      ...numbers.map((n) => record(`m${String(n)}.example.com.`, "A", `10.9.9.${String(n + 1)}`)),
      ...["one", "two"].map((text) => record("deep.dname.example.com.", "TXT", text)),
      record("dname.example.com.", "DNAME", "example.org."),
    );
    const found = await unservedOf(world.db, world.catalogue);
    const of = (text: RegExp): (typeof found)[number] | undefined =>
      found.find((one) => text.test(one.text.en));
    const reverse = of(/^No reverse zone/);
    expect(reverse?.objects).toHaveLength(20);
    expect(reverse?.count).toBeGreaterThanOrEqual(25);
    expect(reverse?.objects).toEqual(
      numbers.slice(0, 20).map((n) => `m${String(n)}.example.com. A 10.9.9.${String(n + 1)}`),
    );
    expect(of(/is below a DNAME/)?.objects).toEqual(
      ["one", "two"].map((text) => `deep.dname.example.com. TXT ${text}`),
    );
  });

  it("by the check with the numbers of several VLANs", async () => {
    const vlan = (net_instnc: string, id: number, name: string): SentStep =>
      create("nd.vlan", { net_instnc, id, name, bcd: "bcd-mac" });
    await apply(vlan("net-one", 9, "nine"), vlan("net-two", 9, "nine"), vlan("net-two", 101, "more"));
    const found = await unservedOf(world.db, world.catalogue);
    expect(found.filter(({ text }) => text.en.includes("VLANs with different numbers"))).toMatchObject([
      { count: 1, objects: ["bcd-mac (9, 10, 101)"] },
    ]);
  });

  it("by the command, which names each reason once", async () => {
    const { code, output } = await runServices(world.url, ["check"]);
    const [text, ...lines] = output.slice(output.indexOf("No reverse zone")).split("\n");
    expect([code, text]).toEqual([1, expect.stringMatching(/reverse name from the record\. \(\d+\)$/)]);
    expect(lines.slice(0, 21)).toEqual([
      ...Array.from({ length: 20 }, (_, n) => `  m${String(n)}.example.com. A 10.9.9.${String(n + 1)}`),
      "  …",
    ]);
    expect(output.split("No reverse zone contains")).toHaveLength(2);
  });
});
