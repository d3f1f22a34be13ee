import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { connect, type Client } from "../../server/client.ts";
import { planCsv } from "#imports/csv/plan";
import { planDhcp } from "#imports/dhcp/plan";
import { planZones } from "#imports/dns/plan";
import { findRejected, type TestedSteps } from "#imports/shared/find-rejected";
import { readKea } from "#imports/dhcp/kea";
import { toWire, type ImportDraft } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";
import { textIn } from "#contract/wire/json";
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
    say,
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
  return planZones({ inputs, client, toAscii, say, valueSpec });
}

async function recordsOf(zone: string): Promise<readonly string[]> {
  const rows = await client.list("dns.record", { zone, sorting_params_list: ["fqdn", "type", "data"] });
  return rows.map((row) =>
    ["fqdn", "ttl", "type", "data"]
      .map((name) => JSON.stringify(row[name]).replace(/^"|"$/g, "").replaceAll('\\"', '"'))
      .join(" "),
  );
}

/** As many rooms as a campus of 800 places has, and the names that stand on doors, floors and houses. */
const ROOMS = 7_610;
const DOORS =
  "-1|Hörsaal 1|-101|0.01|1.OG/3|U-03|A 114.2|R006 (Labor)|Foyer Süd|Großer Hörsaal|2-2.17b|S.I|01_05|WC D|K&K".split(
    "|",
  );
const FLOORS = ["-1", "EG", "1. OG", "", "Zwischengeschoß"];
const HOUSES = ["20.40", "B", "223/1 ", "919 A"];

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

  it("refer to each other, keep TTLs and reverse names, and a second run changes nothing", async () => {
    const plan = await zones(above, below, reverse);
    expect(plan.rejected).toMatchObject([{ file: "zone 0", line: 7, value: "www CNAME2 x" }]);
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

  it("keep the PTR record of a rejected address record, or report it with the refusal of the server", async () => {
    const forward = "$ORIGIN alone.example.\n@ SOA ns h 1 2 3 4 5\nwww 1h CNAME web\nweb 1h A 203.0.113.20\n";
    await imported(await zones(forward));
    const [subnet] = await client.list("nd.ip_subnet", { type: 4, fetch_limit: 1 });
    const network = textIn(subnet?.["cidr"]).split("/")[0] ?? "";
    const [a = "", b = "", c = "", d = ""] = network.split(".");
    const pointers = `$ORIGIN in-addr.arpa.\n$TTL 1h\n21.113.0.203 PTR www.alone.example.\n${d}.${c}.${b}.${a} PTR net.alone.example.\n`;
    const plan = await zones(
      `${forward.replace("CNAME web", "A 203.0.113.21")}net 1h A ${network}\n`,
      `${pointers}@ SOA ns h 1 2 3 4 5\n`,
    );
    expect(plan.rejected.map(({ value }) => value)).toEqual([containing("www 1h A 203.0.113.21")]);
    const { rejected } = await imported(plan);
    expect(rejected.map(({ value }) => value)).toEqual([
      containing(`net 1h A ${network}`),
      containing("PTR net.alone.example."),
    ]);
    expect(await client.list("dns.record", { type: "PTR", data: "www.alone.example." })).toMatchObject([
      { fqdn: "21.113.0.203.in-addr.arpa." },
    ]);
  });

  it("refer to each other in one run, and a foreign name becomes a name of its own zone", async () => {
    await imported(
      await zones("$ORIGIN early.example.\n@ 1h SOA ns.late h 1 2 3 4 5\n@ 1h NS ns.late.example.\n"),
    );
    const [foreign] = await client.list("dns.fqdn", { value: "ns.late.example." });
    expect(foreign).toMatchObject({ zone: null });
    const east = `$ORIGIN east.example.\n$TTL 1h\n@ SOA ns h 1 2 3 4 5\n@ NS ns.west.example.\nns A 203.0.113.40\nwww CNAME www.west.example.\n`;
    const west = `$ORIGIN west.example.\n$TTL 1h\n@ SOA ns h 1 2 3 4 5\n@ NS ns.east.example.\nns A 203.0.113.41\nwww A 203.0.113.42\n`;
    const late = `$ORIGIN late.example.\n$TTL 1h\n@ SOA ns h 1 2 3 4 5\n@ NS ns.late.example.\nns A 203.0.113.43\n`;
    const plan = await zones(east, west, late);
    expect(plan.rejected).toEqual([]);
    expect((await imported(plan)).rejected).toEqual([]);
    expect(await recordsOf("east.example.")).toEqual([
      "east.example. null NS ns.west.example.",
      "ns.east.example. null A 203.0.113.40",
      "www.east.example. null CNAME www.west.example.",
    ]);
    expect(await recordsOf("west.example.")).toContain("west.example. null NS ns.east.example.");
    expect(await recordsOf("late.example.")).toContain("ns.late.example. null A 203.0.113.43");
    const [real] = await client.list("dns.fqdn", { value: "ns.late.example." });
    expect(real).toMatchObject({ zone: "late.example.", type: "domain" });
    expect((await zones(east, west, late)).steps).toEqual([]);
  });

  it("plan a changed TTL for the whole set", async () => {
    const plan = await zones(above.replace("www 300", "www 60"));
    expect(plan.steps).toMatchObject([{ name: "dns.record.update", new: { ttl: 60 } }]);
    await imported(plan);
    expect(await recordsOf("above.example.")).toContain("www.above.example. 60 A 203.0.113.11");
  });

  it("keep the TTL of a reverse name that differs from its zone, and follow a change of it", async () => {
    const forward = "$ORIGIN timed.example.\n$TTL 1h\n@ SOA ns h 1 2 3 4 5\nwww A 198.18.7.70\n";
    const reverse = (ttl: string) =>
      `$ORIGIN 7.18.198.in-addr.arpa.\n$TTL 1h\n@ SOA ns.timed.example. h 1 2 3 4 5\n70 ${ttl} PTR www.timed.example.\n`;
    for (const [ttl, stored] of [
      ["1h", []],
      ["900", ["70.7.18.198.in-addr.arpa. 900 PTR www.timed.example."]],
      ["60", ["70.7.18.198.in-addr.arpa. 60 PTR www.timed.example."]],
      ["1h", ["70.7.18.198.in-addr.arpa. null PTR www.timed.example."]],
    ] as const) {
      const plan = await zones(forward, reverse(ttl));
      expect([...plan.rejected, ...(await imported(plan)).rejected]).toEqual([]);
      expect(await recordsOf("7.18.198.in-addr.arpa.")).toEqual(stored);
      expect((await zones(forward, reverse(ttl))).steps).toEqual([]);
    }
    expect(await client.list("dns.record", { fqdn: "www.timed.example." })).toMatchObject([
      { target_is_reverse_unique: true },
    ]);
  });

  it("of a person with rights for a part of the zone refer to names of others inside and outside the zone", async () => {
    const credentials = { user: "otto", password: "demo" };
    const otto = await connect({ url: world.url, credentials, language: "en" });
    const own = await otto.list("dns.fqdn", { type: "domain" });
    const visible = new Set(own.map((row) => row["value"]));
    const part = own.find((row) => !visible.has(row["zone"]) && row["is_own"] === true);
    const [zone, base] = [textIn(part?.["zone"]), textIn(part?.["value"])];
    const all = await client.list("dns.fqdn", { zone, type: "domain" });
    const foreign = textIn(all.find(({ value }) => !visible.has(value ?? "") && value !== zone)?.["value"]);
    const outside = { value: "mx.mail.example.net.", type: "extern" };
    expect((await client.run([{ name: "dns.fqdn.create", new: outside }], false)).ok).toBe(true);
    const lines = [
      "points-a CNAME mx.mail.example.net.",
      `points-b CNAME ${foreign}`,
      `points-c CNAME nowhere.${zone}`,
      `@ MX 10 mx.mail.example.net.`,
    ];
    const text = `$ORIGIN ${base}\n$TTL 1h\n${lines.join("\n")}\n`;
    const inputs = [{ label: "part", text, zone, include: () => null }];
    const plan = await planZones({ inputs, client: otto, toAscii, say, valueSpec });
    const { steps, rejected } = await findRejected(plan.steps, {
      test: (some) => otto.run(some, true),
      onProgress: () => undefined,
      say,
    });
    expect([...plan.rejected, ...rejected]).toMatchObject([
      { line: 5, reason: containing(`“nowhere.${zone}” does not exist`) },
    ]);
    expect(steps.filter(({ row }) => row !== null).map((step) => step.new["data"])).toEqual([
      "mx.mail.example.net.",
      foreign,
      "10 mx.mail.example.net.",
    ]);
    await otto.signOut();
  });

  it("of a person with rights for a part of the zone create names below own names, and leave the zone unchanged", async () => {
    const credentials = { user: "otto", password: "demo" };
    const otto = await connect({ url: world.url, credentials, language: "en" });
    const names = await otto.list("dns.fqdn", { type: "domain" });
    const visible = new Set(names.map((row) => row["value"]));
    const part = names.find((row) => !visible.has(row["zone"]) && row["is_own"] === true);
    const [zone, base] = [textIn(part?.["zone"]), textIn(part?.["value"])];
    expect([zone, base]).not.toContain("");
    const text = `$ORIGIN ${base}\n$TTL 2h\nnew-a TXT "one"\nnew-b CNAME new-a\nnew-c 60 TXT "two"\n`;
    const inputs = [{ label: "part", text, zone, include: () => null }];
    const plan = () => planZones({ inputs, client: otto, toAscii, say, valueSpec });
    const first = await plan();
    expect(first.steps.map(({ name, new: { value, ttl } }) => [name, value ?? ttl ?? null])).toEqual([
      ["dns.fqdn.create", `new-a.${base}`],
      ["dns.fqdn.create", `new-b.${base}`],
      ["dns.fqdn.create", `new-c.${base}`],
      ["dns.record.create", null],
      ["dns.record.create", null],
      ["dns.record.create", 60],
    ]);
    const outcome = await otto.run(toWire(first.steps), false);
    expect(outcome.ok && !outcome.rolledBack).toBe(true);
    expect((await plan()).steps).toEqual([]);
    await otto.signOut();
  });

  it("turn names outside all zones into names of a zone", async () => {
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
  it("creates objects of any type, reports faults of both sides, changes differing values, and plans nothing the second time", async () => {
    const text = "name,campus,geo_lat\nNord -1,cn,49.1\n#1,,\nHörsaal 1,,\nSüd,,north\nOst,,91\n";
    const plan = await planCsv("nd.site", [{ text }], { client, toAscii, say, valueSpec });
    expect(plan.rejected.map(({ line }) => line)).toEqual([3, 5]);
    expect((await imported(plan)).rejected.map(({ line }) => line)).toEqual([6]);
    const again = await planCsv("nd.site", [{ text: text.replace("cn,49.1", "cs,49.2") }], {
      client,
      toAscii,
      say,
      valueSpec,
    });
    expect(again.steps.slice(0, 1)).toMatchObject([
      { name: "nd.site.update", old: { name: "Nord -1" }, new: { campus: "cs", geo_lat: 49.2 } },
    ]);
    expect(again.present).toHaveLength(1);
  });

  it("of a type whose key the server makes reports that a changed row becomes a new object", async () => {
    const [type] = await client.list("ndcfg.module_type", { fetch_limit: 1 });
    const [room] = await client.list("nd.room", { fetch_limit: 1 });
    const plan = (name: string) =>
      planCsv(
        "nd.module",
        [{ text: `name,module_type,room_gfk\n${name},${textIn(type?.["name"])},${textIn(room?.["gpk"])}\n` }],
        { client, toAscii, say, valueSpec },
      );
    const first = await plan("imp-1");
    expect(first.notes).toMatchObject([{ line: 2, reason: containing("key of nd.module (gpk)") }]);
    expect((await imported(first)).rejected).toEqual([]);
    expect(await plan("imp-1")).toMatchObject({ steps: [], present: [{ line: 2 }], notes: [] });
    expect((await plan("imp-2")).notes).toHaveLength(1);
  });

  it(
    "of the rooms of a campus is imported completely with the names on the doors, and a second run plans nothing",
    { timeout: 60_000 },
    async () => {
      const use = { client, toAscii, say, valueSpec };
      const table = (head: string, rows: readonly string[]) => [head, ...rows].join("\n");
      const sites = await planCsv("nd.site", [{ text: "name,title\nimp-west,West\n" }], use);
      expect((await imported(sites)).rejected).toEqual([]);
      const houses = Array.from(
        { length: 60 },
        (_, at) => `imp-west,${HOUSES[at % HOUSES.length] ?? ""}${String(at)}`,
      );
      const buildings = await planCsv("nd.bldg", [{ text: table("site,number", houses) }], use);
      expect((await imported(buildings)).rejected).toEqual([]);
      const rows = Array.from({ length: ROOMS }, (_, at) => {
        const [house = "", nth] = [houses[at % houses.length], Math.floor(at / houses.length)];
        const name = `${DOORS[nth % DOORS.length] ?? ""}${nth < DOORS.length ? "" : String(nth)}`;
        return `${house},"${name}",${FLOORS[nth % FLOORS.length] ?? ""}`;
      });
      const text = table("site,bldg,name,floor", rows);
      const plan = await planCsv("nd.room", [{ text }], use);
      expect([plan.rejected, plan.steps.length]).toEqual([[], ROOMS]);
      expect((await imported(plan)).rejected).toEqual([]);
      const names = ["-1", "Hörsaal 1"];
      const found = await client.list("nd.room", {
        site: "imp-west",
        bldg: "20.400",
        name_list: names,
        sorting_params_list: ["name"],
      });
      expect(found.map((row) => row["name"])).toEqual(names);
      const again = await planCsv("nd.room", [{ text }], use);
      expect([again.steps, again.present.length, again.rejected]).toEqual([[], ROOMS, []]);
    },
  );

  it("counts an equal row of another file as existing, and rejects a different one", async () => {
    const use = { client, toAscii, say, valueSpec };
    const files = [
      { name: "a.csv", text: "name,title\nTwice,One\nTwice,One\n" },
      { name: "b.csv", text: "title;name\nOne;Twice\nTwo;Twice\n" },
    ];
    const plan = await planCsv("nd.site", files, use);
    expect([plan.steps.length, plan.present.length]).toEqual([1, 2]);
    expect(plan.rejected).toEqual([
      {
        file: "b.csv",
        line: 3,
        value: "Two | Twice",
        reason:
          "The same object is in line 2 of a.csv already, with other values. Leave one of the two lines out.",
      },
    ]);
  });

  it("of a spreadsheet may end its lines with a separator, and use decimal commas if commas are not the separator", async () => {
    const use = { client, toAscii, say, valueSpec };
    const plan = await planCsv("nd.site", [{ text: "name;geo_lat;\nKomma;49,0123;\nzuviel;1;x\n" }], use);
    expect(plan.steps.map((step) => step.new)).toEqual([{ name: "Komma", geo_lat: 49.0123 }]);
    expect(plan.rejected.map(({ line }) => line)).toEqual([3]);
    const commas = await planCsv("nd.site", [{ text: 'name,geo_lat\nKomma,"49,0123"\n' }], use);
    expect(commas.rejected).toMatchObject([
      { line: 2, reason: containing("(a comma instead of a point; write a point, or separate") },
    ]);
    await expect(planCsv("nd.site", [{ text: "\n" }], use)).rejects.toThrow("Nothing here is known");
  });

  it("of PowerShell, with labels as headings, loses only its faulty rows, each with its reason and line", async () => {
    const text =
      '#TYPE Selected.System\r\n"Name","Titel","Breitengrad"\r\n"ps-1","One","49"\r\n"ps-2","Two\r\n"ps-3" x,"Three"\r\n"ps-4","Four"\r\n';
    const plan = await planCsv("nd.site", [{ text }], { client, toAscii, say, valueSpec });
    expect(plan.steps.map((step) => step.new["name"])).toEqual(["ps-1", "ps-4"]);
    expect(plan.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "The quotation mark of line 4 is not closed."],
      [5, containing("Text stands behind the closing quotation mark of line 5.")],
    ]);
  });

  it("has numbers with digits only, as the portal reads them", async () => {
    const text = "net_instnc;id;name\nno;0x10;a\nno;1e2;b\nno;0b11;c\nno;16;d\n";
    const plan = await planCsv("nd.vlan", [{ text }], { client, toAscii, say, valueSpec });
    expect(plan.rejected.map(({ line, reason }) => [line, reason])).toEqual(
      ["0x10", "1e2", "0b11"].map((value, at) => [
        at + 2,
        containing(`id: ${value} is invalid (no whole number; digits alone, for example 3600).`),
      ]),
    );
    expect(plan.steps.map((step) => step.new["id"])).toEqual([16]);
  });

  it("without a known column or of a type that cannot be created is refused with a sentence; an unknown column is reported", async () => {
    const plan = (text: string) => planCsv("nd.site", [{ text }], { client, toAscii, say, valueSpec });
    await expect(plan("colour\nb\n")).rejects.toThrow(/\(colour\).*name, title/);
    await expect(plan("name,Name\na,b\n")).rejects.toThrow("Two columns stand for name.");
    const beside = await plan("name,colour\na,b\n");
    expect(beside.steps.map((step) => step.new)).toEqual([{ name: "a" }]);
    expect(beside.notes).toMatchObject([
      { line: 1, reason: containing("There is no column colour; it was left out. There are: name, title") },
    ]);
    await expect(
      planCsv("nd.nothing", [{ text: "name\na\n" }], { client, toAscii, say, valueSpec }),
    ).rejects.toThrow("no object type nd.nothing");
    await expect(
      planCsv("dns.ip_addr", [{ text: "value\n1\n" }], { client, toAscii, say, valueSpec }),
    ).rejects.toThrow("cannot be created");
  });
});

describe("a configuration of Kea", () => {
  const text = `{ "Dhcp4": { "valid-lifetime": 7200, "subnet4": [ // one
    { "subnet": "10.251.1.0/24", "option-data": [{ "name": "routers", "data": "10.251.1.1" }],
      "pools": [{ "pool": "10.251.1.100 - 10.251.1.199" }, { "pool": "10.251.1.150 - 10.251.1.210" }],
      "reservations": [{ "hw-address": "02-00-00-00-FF-01", "ip-address": "10.251.1.20", "hostname": "none.example" }]
  }] } }`;
  const plan = (bcd: string | null) =>
    planDhcp({ config: readKea({ text }, say), bcd, client, toAscii, say, valueSpec });

  it("becomes subnets, settings, pools and assignments of a BCD, and a second run changes nothing", async () => {
    expect((await plan(null)).rejected).toMatchObject([
      { line: 2, reason: containing("--bcd") },
      ...[3, 3, 4].map((line) => ({ line, reason: containing("rejected (line 2: 10.251.1.0/24)") })),
    ]);
    await imported(
      await planCsv("nd.bcd", [{ text: "name\nimp-kea-1\n" }], { client, toAscii, say, valueSpec }),
    );
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
