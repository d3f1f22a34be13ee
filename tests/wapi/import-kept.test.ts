import { textIn } from "#contract/wire/json";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DhcpConfig } from "#imports/dhcp/config";
import { planDhcp } from "#imports/dhcp/plan";
import { planZones } from "#imports/dns/plan";
import { readIscDhcp } from "#imports/dhcp/isc-dhcp";
import { readKea } from "#imports/dhcp/kea";
import type { ImportDraft } from "#imports/shared/steps";
import { sumOf } from "#imports/shared/tally";
import { speak } from "#imports/shared/texts";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import type { Client } from "../../server/client.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { applyDraft, planOfNetbox } from "../support/netbox-import.ts";

const say = speak("en");
let world: ImportWorld;
let client: Client;
beforeAll(async () => {
  world = await importWorld();
  ({ client } = world);
});
afterAll(() => world.close());

/** Applies a plan. Every row of it is accounted for. */
async function applied(draft: ImportDraft) {
  const { rejected, tally } = sumOf(draft, await applyDraft(client, draft));
  const { lost, read, planned, present, told } = tally;
  expect([lost, tally.rejected, read]).toEqual([
    0,
    rejected.length,
    planned + present + told + rejected.length,
  ]);
  return {
    planned,
    present,
    told,
    rejected: rejected.map(({ line, reason }) => `${String(line)} ${reason}`),
  };
}

function zones(...texts: readonly string[]): Promise<ImportDraft> {
  const inputs = texts.map((text, at) => ({
    label: `z${String(at)}`,
    text,
    zone: null,
    include: () => null,
  }));
  return planZones({ inputs, client, toAscii, say, valueSpec, now: 1_800_000_000 });
}

function zone(name: string, ...lines: readonly string[]): string {
  return [
    `$ORIGIN ${name}`,
    "$TTL 1h",
    "@ SOA ns h 1 1 1 1 1",
    "@ NS ns",
    "ns A 203.0.113.80",
    ...lines,
    "",
  ].join("\n");
}

describe("zone files", () => {
  it("[IMP-03] with two PTR records of one address keep both, also in a second run", async () => {
    const texts = [
      zone("kept.example.", "a A 203.0.113.81"),
      "$ORIGIN 113.0.203.in-addr.arpa.\n$TTL 1h\n@ SOA ns.kept.example. h 1 1 1 1 1\n@ NS ns.kept.example.\n81 PTR a.kept.example.\n81 PTR old.foreign.test.\n",
    ];
    expect(await applied(await zones(...texts))).toMatchObject({ planned: 6, told: 2, rejected: [] });
    const rows = await client.list("dns.record", { fqdn: "81.113.0.203.in-addr.arpa." });
    expect(rows.map((row) => textIn(row["data"])).toSorted()).toEqual([
      "a.kept.example.",
      "old.foreign.test.",
    ]);
    expect(await applied(await zones(...texts))).toMatchObject({ planned: 0, present: 6, rejected: [] });
  });

  it("[IMP-04] have the default TTL of $TTL, of the SOA record or of most records, and a note tells which", async () => {
    const soa = "SOA ns h 1 1 1 1 900";
    const rest = "@ 300 NS ns\nns 7200 A 203.0.113.85\na 7200 A 203.0.113.86\nb 60 A 203.0.113.87\n";
    for (const [name, head, ttl, note] of [
      [
        "ttl-given.example.",
        `$TTL 1800\n@ ${soa}\n`,
        1_800,
        /^2 .*only the default TTL of the zone is taken/,
      ],
      ["ttl-minimum.example.", `@ ${soa}\n`, 900, /^1 .*no \$TTL.*minimum of this record \(900 seconds\)/],
      ["ttl-frequent.example.", `@ 3600 ${soa}\n`, 7_200, /^1 .*no \$TTL.*most frequent.*\(7200 seconds\)/],
      ["ttl-bare.example.", "", 7_200, /^1 .*neither \$TTL nor a SOA.*most frequent.*\(7200 seconds\)/],
    ] as const) {
      const input = { label: name, text: head + rest, zone: name, include: () => null };
      const draft = await planZones({ inputs: [input], client, toAscii, say, valueSpec, now: 1_800_000_000 });
      expect((draft.notes ?? []).map(({ line, reason }) => `${String(line)} ${reason}`)).toEqual([
        expect.stringMatching(note),
      ]);
      expect((await applied(draft)).rejected).toEqual([]);
      const [zone] = await client.list("dns.fqdn", { value: name });
      expect(zone).toMatchObject({ zone_ttl_default: ttl });
    }
  });

  it("[IMP-06] turn names outside all zones into a zone and a zone below it, in one run", async () => {
    const names = ["turned.test.", "svc.turned.test.", "deep.svc.turned.test."];
    const steps = names.map((value) => ({ name: "dns.fqdn.create", new: { value, type: "extern" } }));
    expect((await client.run(steps, false)).ok).toBe(true);
    const texts = [
      zone("turned.test.", "www.deep A 203.0.113.82"),
      zone("svc.turned.test.", "deep A 203.0.113.83", "www.deep A 203.0.113.84"),
    ];
    expect((await applied(await zones(...texts))).rejected).toEqual([]);
    const rows = await client.list("dns.fqdn", { value_list: names });
    expect(rows.map((row) => row["type"])).toEqual(["domain", "domain", "domain"]);
  });

  it("[IMP-05, IMP-07] keep empty strings of texts, and report that strings are joined and that a serial is too high", async () => {
    const text = zone("texts.example.", 'e TXT ""', 'f TXT "a" ""', 'g TXT "k=1" "l=2"');
    const draft = await zones(text.replace("h 1 1", "h 2026112801 1"));
    expect((await applied(draft)).rejected).toEqual([]);
    const rows = await client.list("dns.record", { zone: "texts.example.", type: "TXT" });
    expect(rows.map((row) => textIn(row["data"])).toSorted()).toEqual(['""', '"a" ""', "k=1l=2"]);
    const notes = (draft.notes ?? []).map(({ line, reason }) => `${String(line)} ${reason.slice(0, 40)}`);
    expect(notes).toContainEqual(expect.stringMatching(/^8 The strings of this text become one/));
    expect(notes).toContainEqual(expect.stringMatching(/^3 The serial 2026112801 of this zone is/));
    const [ahead] = (draft.notes ?? []).filter(({ reason }) => reason.includes("2026112801"));
    expect(ahead?.reason).toContain("remove the zone there before you let them fetch it from here");
  });

  it("[IMP-07] compare serials as numbers in a circle of 32 bits: less than half of it ahead is ahead", async () => {
    const now = 1_800_000_000;
    const ahead = async (serial: number) => {
      const text = zone("circle.example.").replace("h 1 1", `h ${String(serial)} 1`);
      const { notes = [] } = await zones(text);
      return notes.some(({ reason }) =>
        reason.startsWith(`The serial ${String(serial)} of this zone is ahead`),
      );
    };
    const half = 2 ** 31;
    for (const [serial, isAhead] of [
      [now - 1, false],
      [now + 1, true],
      [now + half - 1, true],
      [now + half + 1, false],
      [2 ** 32 - 1, false],
    ] as const)
      expect([serial, await ahead(serial)]).toEqual([serial, isAhead]);
  });
});

describe("DHCP", () => {
  const plan = (config: DhcpConfig) =>
    planDhcp({ config, bcd: "kept-bcd-1", client, toAscii, say, valueSpec });
  beforeAll(async () => {
    const step = { name: "nd.bcd.create", new: { name: "kept-bcd-1" } };
    expect((await client.run([step], false)).ok).toBe(true);
  });

  it("[IMP-09] keeps DNS servers of DHCPv4 if those of DHCPv6 follow, and clears host bits of a subnet", async () => {
    const four = `{ "Dhcp4": { "subnet4": [ { "subnet": "10.249.7.9/24", "option-data": [
      { "name": "domain-name-servers", "data": "192.0.2.53" } ] } ] } }`;
    const six = `{ "Dhcp6": { "option-data": [ { "name": "dns-servers", "data": "2001:db8:88::53" } ],
      "subnet6": [ { "subnet": "2001:db8:88::/64" } ] } }`;
    for (const text of [four, six, four, six])
      expect((await applied(await plan(readKea({ text }, say)))).rejected).toEqual([]);
    expect(await client.list("dhcp.bcd_setting", { bcd: "kept-bcd-1" })).toMatchObject([
      { dns_server_list: ["192.0.2.53", "2001:db8:88::53"] },
    ]);
    expect(await client.list("nd.ip_subnet", { cidr: "10.249.7.0/24" })).toHaveLength(1);
  });

  it("[IMP-08, IMP-09] reserves an address of DHCPv6 by MAC address, and reports that a pool of one address cannot exist", async () => {
    const text = `subnet6 2001:db8:77::/64 {
host p { hardware ethernet 02:00:00:00:00:31; fixed-address6 2001:db8:77::31; } }
subnet 10.249.8.0 netmask 255.255.255.0 {
range 10.249.8.100; }`;
    const { rejected } = await applied(await plan(readIscDhcp({ text }, say)));
    expect(rejected).toEqual([expect.stringMatching(/^4 A pool has at least two addresses here/)]);
    const found = await client.list("dhcp.static_assignment", { ip_addr: "2001:db8:77::31" });
    expect(found).toMatchObject([{ mac_addr: "02:00:00:00:00:31" }]);
  });
});

describe("NetBox since 4.5", () => {
  const panel = (slug: string) => [
    { model: "dcim.site", pk: 1, fields: { name: slug, slug } },
    { model: "dcim.location", pk: 1, fields: { name: "B1", slug: "b1", site: 1, parent: null } },
    { model: "dcim.location", pk: 2, fields: { name: "R1", slug: "r1", site: 1, parent: 1 } },
    { model: "dcim.devicetype", pk: 1, fields: { model: "Panel", slug: "panel" } },
    { model: "dcim.devicetype", pk: 2, fields: { model: "Unused", slug: "unused" } },
    { model: "dcim.device", pk: 1, fields: { name: slug, device_type: 1, site: 1, location: 2 } },
    { model: "dcim.rearport", pk: 11, fields: { device: 1, name: "R1", type: "8p8c" } },
    { model: "dcim.rearport", pk: 12, fields: { device: 1, name: "R2", type: "8p8c" } },
    { model: "dcim.frontport", pk: 21, fields: { device: 1, name: "F1", type: "8p8c" } },
  ];
  it("[IMP-02] reports nested locations, and counts no floor besides its rooms", async () => {
    const location = (pk: number, name: string, parent: number | null) => ({
      model: "dcim.location",
      pk,
      fields: { name, slug: name, site: 1, parent },
    });
    const site = { model: "dcim.site", pk: 1, fields: { name: "kept-floors", slug: "kept-floors" } };
    const circular = [location(4, "C", 5), location(5, "D", 4)];
    const house = [location(1, "House", null), location(2, "EG", 1), location(3, "001", 2)];
    const draft = await planOfNetbox(client, [[site, ...house, ...circular]]);
    expect(await applied(draft)).toEqual({ planned: 3, present: 0, told: 2, rejected: [] });
    expect((draft.notes ?? []).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^They belong to something .* \(dcim\/locations\): 2\./),
    ]);
    expect(await client.list("nd.room", { site: "kept-floors" })).toMatchObject([
      { name: "001", floor: "EG" },
    ]);
  });

  const passage = (rear: number, pk: number) => ({
    model: "dcim.portmapping",
    pk,
    fields: { device: 1, front_port: 21, front_port_position: pk, rear_port: rear, rear_port_position: pk },
  });

  it.each([
    ["one", [11], true, []],
    ["twice", [11, 11], true, []],
    ["two", [11, 12], false, [/ The front port leads to several rear ports \(R1, R2\)/]],
  ] as const)(
    "[IMP-11] makes the passage of %s mapping, or reports its rear ports",
    async (slug, rears, isThere, reasons) => {
      const objects = [...panel(`kept-${slug}`), ...rears.map((rear, at) => passage(rear, at + 1))];
      const draft = await planOfNetbox(client, [objects]);
      const { rejected } = await applied(draft);
      expect(rejected).toEqual(reasons.map((reason) => expect.stringMatching(reason) as unknown));
      const [module] = await client.list("nd.module", { name: `kept-${slug}` });
      const ports = await client.list("nd.p_port", { module_gfk: module?.["gpk"] ?? null });
      const front = ports.find((row) => row["name"] === "F1");
      expect((front?.["internal_gfk"] ?? null) !== null).toBe(isThere);
      expect((draft.notes ?? []).map(({ reason }) => reason)).toContainEqual(
        "Nothing in the files uses them, so they are not taken over (dcim/device-types): 1.",
      );
    },
  );
});
