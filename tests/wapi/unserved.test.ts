import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import { unservedOf } from "../../server/output/check.ts";
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

async function told(login: string, old: Params = {}): Promise<readonly Row[]> {
  return rowsOf(
    await world.execute(login, [
      { name: "output.unserved.list", old: { ...old, sorting_params_list: ["reason", "object"] } },
    ]),
  );
}

async function words(login: string, old: Params = {}): Promise<readonly string[]> {
  return (await told(login, old)).map((row) => `${textIn(row, "reason")} ${textIn(row, "object")}`);
}

/** The reference by which objects of each type are joined to what is told of them. */
const ATTRIBUTE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    "dns.fqdn": "fqdn",
    "nd.bcd": "bcd",
    "dns.record": "record",
    "nd.ip_subnet": "subnet",
    "dhcp.bcd_setting": "setting",
    "dhcp.static_assignment": "assignment",
    "macauth.client": "client",
  }).map(([type, attribute]) => [type, `api_fkey_output_unserved_${attribute}`]),
);

/** Whether a list tells this reason of an object before it is mended, and no more afterwards. */
async function mended(
  reason: string,
  type: string,
  key: Params,
  ...steps: readonly SentStep[]
): Promise<readonly boolean[]> {
  const isTold = async (): Promise<boolean> => {
    const said = await world.execute("ada", [
      { idx: "object", name: `${type}.list`, old: key },
      { name: "output.unserved.list", old: { reason }, inner_join_ref: { object: ATTRIBUTE[type] ?? "" } },
    ]);
    expect(rowsOf(said)).toHaveLength(1);
    return rowsOf(said, 1).length === 1;
  };
  const before = await isTold();
  await apply(...steps);
  return [before, await isTold()];
}

const TOLD_THEN_NOT = [true, false];

describe("what cannot be served", () => {
  it("is told only while there is a server that would answer it", async () => {
    expect(await told("ada")).toEqual([]);
    await apply(server("ns1", "dns"));
    expect(await words("ada")).toEqual(["no_name_server example.com.", "no_name_server example.org."]);
    await apply(server("kea1", "kea"), server("radius1", "radius"));
  });

  it("is a zone without name server", async () => {
    await apply(create("dns.fqdn", { value: "ns1.example.com.", type: "domain" }));
    const ends = record("example.com.", "NS", "ns1.example.com.");
    expect(await mended("no_name_server", "dns.fqdn", { value: "example.com." }, ends)).toEqual(
      TOLD_THEN_NOT,
    );
  });

  it("is a name server of an own zone without address", async () => {
    const key = { fqdn: "example.com.", type: "NS" };
    const ends = record("ns1.example.com.", "A", "198.51.100.53");
    expect(await mended("no_address", "dns.record", key, ends)).toEqual(TOLD_THEN_NOT);
  });

  it("is an address without reverse zone", async () => {
    const key = { fqdn: "ns1.example.com.", type: "A" };
    const zone = { value: "100.51.198.in-addr.arpa.", type: "domain", is_zone_apex: true };
    expect(await mended("no_reverse_zone", "dns.record", key, create("dns.fqdn", zone))).toEqual(
      TOLD_THEN_NOT,
    );
  });

  it("is a record below a DNAME", async () => {
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

  it("is a name server of a wildcard", async () => {
    const key = { fqdn: "*.example.com.", type: "NS", data: "ns1.example.com." };
    await apply(create("dns.record", { ...key, fqdn_type: "domain" }));
    expect(await words("ada", { reason: "wildcard" })).toEqual(["wildcard *.example.com. NS"]);
    await apply({ name: "dns.record.delete", old: key });
    expect(await words("ada", { reason: "wildcard" })).toEqual([]);
  });

  it("is a subnet with DHCP but without gateway, and DHCP without subnet", async () => {
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
    expect(await words("ada", { bcd: "bcd-dhcp" })).toEqual(["no_gateway 192.0.2.0/26"]);
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

  it("is a static assignment without DHCP, or of IPv6 while no server has DHCPv6", async () => {
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

  it("is a MAC client in a BCD without VLAN, and a BCD with clients and VLANs of several numbers", async () => {
    const vlan = (net_instnc: string, id: number): SentStep =>
      create("nd.vlan", { net_instnc, id, name: `vlan-${String(id)}`, bcd: "bcd-mac" });
    await apply(
      create("nd.bcd", { name: "bcd-mac" }),
      create("macauth.client", { mac_addr: "02:00:00:00:00:80", bcd_name: "bcd-mac", wpa2_key: null }),
      create("nd.net_instnc", { name: "net-one" }),
      create("nd.net_instnc", { name: "net-two" }),
    );
    const client = { mac_addr: "02:00:00:00:00:80" };
    expect(await mended("no_vlan", "macauth.client", client, vlan("net-one", 10))).toEqual(TOLD_THEN_NOT);
    await apply(vlan("net-two", 20));
    const ends: SentStep = { name: "nd.vlan.delete", old: { net_instnc: "net-two", id: 20 } };
    expect(await mended("several_vlans", "nd.bcd", { name: "bcd-mac" }, ends)).toEqual(TOLD_THEN_NOT);
  });
});

describe("what cannot be served is told", () => {
  it("to who may read the object, and to nobody else", async () => {
    await apply(
      record("web.example.com.", "A", "192.0.2.200"),
      record("shared.example.com.", "A", "203.0.113.5"),
      create("macauth.client", { mac_addr: "02:00:00:00:00:90", bcd_name: "scc-net-web-1", wpa2_key: null }),
    );
    const shared = "no_reverse_zone shared.example.com. A 203.0.113.5";
    const ofWeb = ["no_reverse_zone web.example.com. A 192.0.2.200", "no_vlan 02:00:00:00:00:90"];
    for (const login of ["otto", "ab1234"])
      expect([login, await words(login)]).toEqual([login, [shared, ...ofWeb]]);
    // Greta owns the address of the shared record, and no name of its zone.
    expect(await words("greta")).toEqual(["no_name_server example.org.", shared]);
    expect(await words("greta", { fqdn: "web.example.com." })).toEqual([]);
    expect(await words("greta", { bcd: "scc-net-web-1" })).toEqual([]);
    expect(await words("ab1234-none")).toEqual([]);
  });

  it("to who may read all objects of its type by a permission", async () => {
    await world.db.query(
      `insert into cntl.mgr2role (login_name, role_name)
       select m.id, r.id from cntl.mgr m, cntl.role r where m.login_name = 'greta' and r.name = 'dns_admin'`,
    );
    await world.db.query("update wapi.rights_epoch set epoch = epoch + 1");
    const seen = await words("greta");
    expect(seen).toContain("no_reverse_zone web.example.com. A 192.0.2.200");
    expect(seen.filter((one) => one.startsWith("no_vlan"))).toEqual([]);
  });

  it("at the object by a join, and by the check as a sentence in both languages", async () => {
    const joined = await world.execute("ada", [
      { idx: "name", name: "dns.record.list", old: { fqdn: "web.example.com." } },
      { name: "output.unserved.list", inner_join_ref: { name: "default" } },
    ]);
    expect(rowsOf(joined, 1)).toMatchObject([{ service: "dns", reason: "no_reverse_zone" }]);
    const sentences = await unservedOf(world.db, world.catalogue);
    const web = sentences.find(({ en }) => en.startsWith("web.example.com. A 192.0.2.200: "));
    expect(web?.de).toMatch(/: Keine Rückwärtszone .* Legen Sie die Zone an/);
    expect(web?.en).toMatch(/: No reverse zone .* Create the zone/);
    expect(sentences).toHaveLength((await told("ada")).length);
  });
});
