import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
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

/** Whether the state of an object tells this reason before it is mended, and no more afterwards. */
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

describe("what cannot be served", () => {
  it("is told only while there is a server that would answer it", async () => {
    expect(await words("ada")).toEqual([]);
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
    expect(await words("ada", "*.example.com.")).toEqual(["wildcard *.example.com."]);
    await apply({ name: "dns.record.delete", old: key });
    expect(await words("ada", "*.example.com.")).toEqual([]);
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
    // The BCD and its settings tell what is the matter with a subnet.
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
    expect(await reasonsOf("nd.bcd", { name: "bcd-mac" })).toEqual(["no_vlan"]);
    expect(await mended("no_vlan", "macauth.client", client, vlan("net-one", 10))).toEqual(TOLD_THEN_NOT);
    expect(await reasonsOf("nd.bcd", { name: "bcd-mac" })).toEqual([]);
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
    const shared = "no_reverse_zone shared.example.com.";
    const ofWeb = ["no_reverse_zone web.example.com.", "no_vlan"];
    for (const login of ["otto", "ab1234"])
      expect([login, await words(login)]).toEqual([login, expect.arrayContaining([shared, ...ofWeb])]);
    // Greta owns the address of the shared record, and no name of its zone.
    expect(await words("greta", "shared.example.com.")).toEqual([shared]);
    expect(await words("greta", "web.example.com.")).toEqual([]);
    expect(await words("greta")).not.toContain("no_vlan");
    expect(await words("ab1234-none")).not.toContain(shared);
  });

  it("of a name to who may read the name, by whatever right", async () => {
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

  it("to who may read all objects of its type by a permission", async () => {
    await world.db.query(
      `insert into cntl.mgr2role (login_name, role_name)
       select m.id, r.id from cntl.mgr m, cntl.role r where m.login_name = 'greta' and r.name = 'dns_admin'`,
    );
    await world.db.query("update wapi.rights_epoch set epoch = epoch + 1");
    expect(await words("greta", "web.example.com.")).toEqual(["no_reverse_zone web.example.com."]);
    expect(await words("greta", "bare.example.com.")).toEqual(["no_name_server bare.example.com."]);
    expect(await words("greta")).not.toContain("no_vlan");
  });

  it("by the check as a sentence in both languages, once for each object", async () => {
    const sentences = await unservedOf(world.db, world.catalogue);
    const web = sentences.filter(({ en }) => en.startsWith("web.example.com. A 192.0.2.200: "));
    expect(web).toHaveLength(1);
    expect(web[0]?.de).toMatch(/: Keine Rückwärtszone .* Legen Sie die Zone an/);
    expect(web[0]?.en).toMatch(/: No reverse zone .* Create the zone/);
    const clients = sentences.filter(({ en }) => en.includes("has no VLAN"));
    expect(clients.map(({ en }) => en.slice(0, 17))).toEqual(["02:00:00:00:00:90"]);
  });
});
