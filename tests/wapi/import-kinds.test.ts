import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import type { Client } from "../../server/import/client.ts";
import { planCsv } from "#contract/import/csv";
import { planDhcp } from "#contract/import/dhcp";
import { planZones } from "#contract/import/dns";
import { findRejected, type TestedSteps } from "#contract/import/find-rejected";
import { readKea } from "#contract/import/kea";
import { toWire, type ImportDraft } from "#contract/import/steps";
import { speak } from "#contract/import/texts";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";

const say = speak("en");
/** Matchers have the type any. */
const containing = (part: string): unknown => expect.stringContaining(part);
let world: ImportWorld;
let client: Client;

beforeAll(async () => {
  world = await importWorld();
  ({ client } = world);
});
afterAll(() => world.close());

async function imported(plan: ImportDraft): Promise<TestedSteps> {
  const result = await findRejected(plan.steps, {
    test: (steps) => client.run(steps, true),
    onProgress: () => undefined,
  });
  const outcome = await client.run(toWire(result.steps), false);
  expect(outcome.ok && !outcome.rolledBack).toBe(true);
  return result;
}

function zones(...texts: readonly string[]): Promise<ImportDraft> {
  const inputs = texts.map((text, at) => ({
    label: `zone ${String(at)}`,
    text,
    zone: null,
    include: () => null,
  }));
  return planZones({ inputs, client, toAscii, say, valueSpec, onRead: () => undefined });
}

async function recordsOf(zone: string): Promise<readonly string[]> {
  const rows = await client.list("dns.record", { zone, sorting_params_list: ["fqdn", "type", "data"] });
  return rows.map((row) =>
    ["fqdn", "ttl", "type", "data"]
      .map((name) => JSON.stringify(row[name]).replace(/^"|"$/g, "").replaceAll('\\"', '"'))
      .join(" "),
  );
}

describe("zone files", () => {
  const above = `$ORIGIN above.example.
$TTL 2h
@ SOA ns h 1 2 3 4 5
@ NS ns
ns A 203.0.113.10
www 300 A 203.0.113.11
www CNAME2 x
mail MX 10 mx.below.above.example.
below NS ns.below
ns.below A 203.0.113.12
sip NAPTR 100 10 "s" "SIP+D2U" "" _sip._udp.other.example.
@ HTTPS 1 . alpn=h2
`;
  const below = `$ORIGIN below.above.example.
$TTL 1h
@ SOA ns h 1 2 3 4 5
@ NS ns
ns 2h A 203.0.113.12
mx A 203.0.113.13
`;
  const reverse = `$ORIGIN 113.0.203.in-addr.arpa.
$TTL 1h
@ SOA ns.above.example. h.above.example. 1 2 3 4 5
@ NS ns.above.example.
11 PTR www.above.example.
99 PTR www.above.example.
`;

  it("name each other, keep TTLs and reverse names, and a second run changes nothing", async () => {
    const plan = await zones(above, below, reverse);
    expect(plan.rejected.map(({ line, value }) => [line, value])).toEqual([[7, "zone 0: www CNAME2 x"]]);
    expect((await imported(plan)).rejected).toEqual([]);
    expect(await recordsOf("above.example.")).toEqual([
      "above.example. null HTTPS 1 . alpn=h2",
      "above.example. null NS ns.above.example.",
      "mail.above.example. null MX 10 mx.below.above.example.",
      "ns.above.example. null A 203.0.113.10",
      'sip.above.example. null NAPTR 100 10 "s" "SIP+D2U" "" _sip._udp.other.example.',
      "www.above.example. 300 A 203.0.113.11",
    ]);
    expect(await recordsOf("below.above.example.")).toContain("ns.below.above.example. 7200 A 203.0.113.12");
    expect(await recordsOf("113.0.203.in-addr.arpa.")).toEqual([
      "113.0.203.in-addr.arpa. null NS ns.above.example.",
      "99.113.0.203.in-addr.arpa. null PTR www.above.example.",
    ]);
    const addresses = await client.list("dns.record", { type: "A", zone: "above.example." });
    expect(addresses.filter((row) => row["target_is_reverse_unique"] === true)).toMatchObject([
      { fqdn: "www.above.example." },
    ]);
    const again = await zones(above, below, reverse);
    expect([again.steps, again.rejected.length]).toEqual([[], 1]);
  });

  it("plan a changed TTL for the whole set", async () => {
    const plan = await zones(above.replace("www 300", "www 60"));
    expect(plan.steps).toMatchObject([{ name: "dns.record.update", new: { ttl: 60 } }]);
    await imported(plan);
    expect(await recordsOf("above.example.")).toContain("www.above.example. 60 A 203.0.113.11");
  });

  it("make names real that counted as outside of all zones", async () => {
    const [before] = await client.list("dns.fqdn", { value: "_sip._udp.other.example." });
    expect(before).toMatchObject({ type: "extern" });
    const plan = await zones(
      "$ORIGIN other.example.\n@ SOA a b 1 2 3 4 5\n_sip._udp 1h SRV 0 5 5060 a\na 1h A 203.0.113.14\n",
    );
    expect((await imported(plan)).rejected).toEqual([]);
    const [after] = await client.list("dns.fqdn", { value: "_sip._udp.other.example." });
    expect(after).toMatchObject({ type: "domain", zone: "other.example." });
  });
});

describe("a table", () => {
  it("makes objects of any type, tells faults of both sides, changes what differs, and then nothing", async () => {
    const text = "name,campus,geo_lat\nNord -1,cn,49.1\n#1,,\nHörsaal 1,,\nSüd,,north\nOst,,91\n";
    const plan = await planCsv("nd.site", text, { client, toAscii, say, valueSpec });
    expect(plan.rejected.map(({ line }) => line)).toEqual([3, 5]);
    expect((await imported(plan)).rejected.map(({ line }) => line)).toEqual([6]);
    const again = await planCsv("nd.site", text.replace("cn,49.1", "cs,49.2"), {
      client,
      toAscii,
      say,
      valueSpec,
    });
    expect(again.steps.slice(0, 1)).toMatchObject([
      { name: "nd.site.update", old: { name: "Nord -1" }, new: { campus: "cs", geo_lat: 49.2 } },
    ]);
    expect(again.present).toBe(1);
  });

  it("with unknown columns, or of a type that cannot be created, is refused with a sentence", async () => {
    await expect(
      planCsv("nd.site", "name,colour\na,b\n", { client, toAscii, say, valueSpec }),
    ).rejects.toThrow(/\(colour\).*name, title/);
    await expect(planCsv("nd.nothing", "name\na\n", { client, toAscii, say, valueSpec })).rejects.toThrow(
      "no object type nd.nothing",
    );
    await expect(planCsv("dns.ip_addr", "value\n1\n", { client, toAscii, say, valueSpec })).rejects.toThrow(
      "cannot be created",
    );
  });
});

describe("a configuration of Kea", () => {
  const text = `{ "Dhcp4": { "valid-lifetime": 7200, "subnet4": [ // one
    { "subnet": "10.251.1.0/24", "option-data": [{ "name": "routers", "data": "10.251.1.1" }],
      "pools": [{ "pool": "10.251.1.100 - 10.251.1.199" }, { "pool": "10.251.1.150 - 10.251.1.210" }],
      "reservations": [{ "hw-address": "02-00-00-00-FF-01", "ip-address": "10.251.1.20", "hostname": "none.example" }]
  }] } }`;
  const plan = (bcd: string | null) =>
    planDhcp({ config: readKea(text, say), bcd, client, toAscii, say, valueSpec });

  it("becomes subnets, settings, pools and assignments of a BCD, and a second run changes nothing", async () => {
    expect((await plan(null)).rejected).toMatchObject([{ line: 2, reason: containing("--bcd") }]);
    await imported(await planCsv("nd.bcd", "name\nimp-kea-1\n", { client, toAscii, say, valueSpec }));
    const first = await plan("imp-kea-1");
    expect(first.notes).toMatchObject([{ line: 4, reason: containing("none.example") }]);
    expect((await imported(first)).rejected.map(({ line, value }) => [line, value])).toEqual([
      [3, "10.251.1.150 - 10.251.1.210"],
    ]);
    expect(await client.list("nd.ip_subnet", { cidr: "10.251.1.0/24" })).toMatchObject([
      { bcd: "imp-kea-1", gateway_addr: "10.251.1.1" },
    ]);
    expect(await client.list("dhcp.bcd_setting", { bcd: "imp-kea-1" })).toMatchObject([
      { is_enabled: true, lease_time: 7_200 },
    ]);
    expect(await client.list("dhcp.static_assignment", { ip_addr: "10.251.1.20" })).toMatchObject([
      { mac_addr: "02:00:00:00:ff:01", bcd: "imp-kea-1" },
    ]);
    const again = await plan("imp-kea-1");
    expect(again.steps.map(({ row }) => row?.value)).toEqual(["10.251.1.150 - 10.251.1.210"]);
  });
});
