import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Json, type Row } from "#contract/wire/json";
import { runImport, type Ended } from "../support/import-command.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "netportal-cases-"));
const BCDS = ["cases-bcd-1", "cases-bcd-2"] as const;
let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
  const names = ["outside.test.", "svc.outside.test."];
  const steps = [
    ...BCDS.map((name) => ({ name: "nd.bcd.create", new: { name } })),
    ...names.map((value) => ({ name: "dns.fqdn.create", new: { value, type: "extern" } })),
    { name: "nd.site.create", new: { name: "cases-site" } },
  ];
  expect((await world.client.run(steps, false)).ok).toBe(true);
});
afterAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await world.close();
});

function file(name: string, text: string | Uint8Array): string {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
}

interface Told {
  readonly code: Ended["code"];
  /** Line, file and reason of each rejected row and each note, without the usual notes about SOA records. */
  readonly rejected: readonly string[];
  readonly notes: readonly string[];
  /** Rows read, taken over, present already, left out with a note, rejected. */
  readonly sum: readonly number[];
}

/** Runs the command. The sum at the end adds up, contains the rejected rows, and counts as many rows as were reported before. */
async function imported(...args: readonly string[]): Promise<Told> {
  const { code, out, errors } = await runImport(...args, "--url", world.url);
  const last =
    /(\d+) rows read: (\d+) taken over \(\d+ steps\), (\d+) present already, (\d+) left out with a note, (\d+) rejected\.\n$/;
  const sum = (last.exec(out) ?? [errors]).slice(1).map(Number);
  expect([sum.length, sum[0], errors.includes("not known what became")]).toEqual([
    5,
    sum.slice(1).reduce((all, one) => all + one, 0),
    false,
  ]);
  const told = (pattern: RegExp) =>
    [...out.matchAll(pattern)].map(([, line = "", path = "", reason = ""]) =>
      `${line} ${path.replace(`${FOLDER}/`, "")} ${reason}`.replace("  ", " "),
    );
  const rejected = told(/^line (\d+)(?: of (\S+))? rejected: (.*)$/gm);
  expect([Number(/(\d+) rows read$/m.exec(errors)?.[1]), rejected.length]).toEqual([sum[0], sum[4]]);
  return {
    code,
    rejected,
    notes: told(/^line (\d+)(?: of (\S+?))?, note: (.*)$/gm).filter(
      (one) => !one.includes("makes the SOA record"),
    ),
    sum,
  };
}

const read = async (name: string, filters: Row, ...attributes: readonly string[]) =>
  (await world.client.list(name, { ...filters, sorting_params_list: attributes.slice(0, 1) })).map((row) =>
    attributes.map((attribute) => row[attribute] ?? null),
  );

const records = async (zone: string) =>
  (await read("dns.record", { zone }, "fqdn", "type", "data"))
    .map((one) => one.map(textIn).join(" ").replaceAll(`.${zone}`, ""))
    .toSorted();

const SOA = "$TTL 3600\n@ SOA ns h 1 1 1 1 1\n@ NS ns\nns A 192.0.2.201\n";

describe("zones", () => {
  const zones: Readonly<Record<string, string>> = {
    "pointed.example.": `${SOA}a A 10.230.0.5\nb CNAME a\n`,
    "0.230.10.in-addr.arpa.":
      "$TTL 3600\n@ SOA ns.pointed.example. h 1 1 1 1 1\n@ NS ns.pointed.example.\n5 PTR a.pointed.example.\n5 PTR old.other.test.\n",
    "minimum.example.": "@ SOA ns h ( 1 3h 15m 1w 1d )\n  NS ns\nns A 192.0.2.202\nm 300 A 192.0.2.203\n",
    "generated.example.": `${SOA}$GENERATE 1-3 \${-2,0,n}.neg A 192.0.2.21$\n`,
    "numbered.example.": `${SOA}a CLASS1 A 192.0.2.205\nb IN TYPE1 \\# 4 C00002CE\n`,
    "texts.example.": `${SOA}e TXT ""\nf TXT "a" ""\n`,
    "outside.test.": `${SOA}svc A 192.0.2.231\nwww.svc A 192.0.2.232\n`,
    "ahead.example.": SOA.replace("h 1 1", "h 2999112801 1"),
    "windows.example.": `${SOA}pc01 [AGE:3711234] 1200 A 192.0.2.214\n_ldap._tcp.dc._msdcs [AGE:3711235] 600 SRV 0 100 389 ns\n`,
  };

  it(
    "[IMP-03, IMP-04, IMP-05, IMP-06, IMP-07] are imported completely in one run, and a second run changes nothing",
    { timeout: 120_000 },
    async () => {
      const paths = Object.entries(zones).map(([zone, text]) => `${zone}=${file(`${zone}zone`, text)}`);
      const notes = [
        expect.stringMatching(/^2 ahead\.example\.zone The serial 2999112801 of this zone is ahead/),
        expect.stringMatching(/^5 windows\.example\.zone Marks of Windows .* have no place/),
      ] as unknown;
      const first = await imported("zone", ...paths);
      expect(first).toMatchObject({ code: 0, rejected: [] });
      expect(first.notes.toSorted()).toEqual(notes);
      const again = await imported("zone", ...paths);
      expect([again.code, again.sum[1], again.sum[2]]).toEqual([0, 0, first.sum[1]]);
      expect(await records("0.230.10.in-addr.arpa.")).toEqual([
        "0.230.10.in-addr.arpa. NS ns.pointed.example.",
        "5 PTR a.pointed.example.",
        "5 PTR old.other.test.",
      ]);
      expect(await records("generated.example.")).toEqual([
        "0.neg A 192.0.2.212",
        "1.neg A 192.0.2.213",
        "f.f.f.f.f.f.f.f.neg A 192.0.2.211",
        "generated.example. NS ns",
        "ns A 192.0.2.201",
      ]);
      expect(await records("numbered.example.")).toEqual(
        expect.arrayContaining(["a A 192.0.2.205", "b A 192.0.2.206"]),
      );
      expect(await records("texts.example.")).toEqual(expect.arrayContaining(['e TXT ""', 'f TXT "a" ""']));
      expect(await records("outside.test.")).toEqual(
        expect.arrayContaining(["svc A 192.0.2.231", "www.svc A 192.0.2.232"]),
      );
      expect(await records("windows.example.")).toEqual(
        expect.arrayContaining(["pc01 A 192.0.2.214", "_ldap._tcp.dc._msdcs SRV 0 100 389 ns"]),
      );
      expect(await read("dns.fqdn", { value: "minimum.example." }, "zone_ttl_default")).toEqual([[86_400]]);
      expect(await read("dns.record", { zone: "minimum.example.", type: "A" }, "fqdn", "ttl")).toEqual([
        ["m.minimum.example.", 300],
        ["ns.minimum.example.", null],
      ]);
    },
  );
});

describe("DHCP", () => {
  const isc = [
    `ddns-hostname = pick-first-value(
    option host-name,
    concat("h-", binary-to-ascii(10, 8, "-", leased-address))
);
subnet 10.242.0.0 netmask 255.255.255.0 { option routers 10.242.0.1; range 10.242.0.50 10.242.0.90; }
`,
    `subnet6 2001:db8:242::/64 {
  option dhcp6.name-servers 2001:db8:242::53;
  range6 2001:db8:242::100 2001:db8:242::1ff;
  host p { hardware ethernet 02:00:00:00:42:31; fixed-address6 2001:db8:242::31; }
}
`,
    "subnet 10.242.8.0 netmask 255.255.255.0 { option routers 10.242.8.1;\npool { range 10.242.8.100; } }\n",
  ];
  const kea = [
    `{ "Dhcp6": { "option-data": [ { "name": "dns-servers", "data": "2001:db8:241::53" } ],
  "subnet6": [ { "id": 1, "subnet": "2001:db8:241::/64", "pools": [ { "pool": "2001:db8:241::100-2001:db8:241::1ff" } ] } ] } }`,
    `{ "Dhcp4": { "calculate-tee-times": true, "t1-percent": .5,
  "subnet4": [ { "id": 1, "subnet": "10.241.4.0/24", "pools": [ { "pool": "10.241.4.10-10.241.4.20" } ] },
  { "id": 2, "subnet": "10.241.7.9/24", "pools": [ { "pool": "10.241.7.10-10.241.7.20" } ] } ] } }`,
  ];

  const there = async (bcd: string) => ({
    subnets: await read("nd.ip_subnet", { bcd }, "cidr", "gateway_addr"),
    pools: await read("dhcp.pool", { bcd }, "first_addr", "last_addr"),
    servers: (await world.client.list("dhcp.bcd_setting", { bcd })).flatMap(
      (row) => row["dns_server_list"] ?? [],
    ),
    reserved: await read("dhcp.static_assignment", { bcd }, "ip_addr", "mac_addr"),
  });

  it(
    "[IMP-08, IMP-09] ISC DHCP: the parts around an expression, a range of one address and options of DHCPv6 are kept",
    { timeout: 60_000 },
    async () => {
      const paths = isc.map((text, at) => file(`isc-${String(at)}.conf`, text));
      const first = await imported("isc-dhcp", ...paths, "--bcd", BCDS[0]);
      expect(first).toEqual({
        code: 2,
        rejected: [
          "2 isc-2.conf A pool has at least two addresses here, and this range has only 10.242.8.100. Add a neighbouring address, or reserve the address for a MAC address. | range 10.242.8.100",
        ],
        notes: [
          expect.stringMatching(/^1 isc-0\.conf ddns-hostname has no place here/),
          expect.stringMatching(/^3 isc-1\.conf range6 has no place here/),
        ],
        sum: [8, 5, 0, 2, 1],
      });
      expect((await imported("isc-dhcp", ...paths, "--bcd", BCDS[0])).sum).toEqual([8, 0, 5, 2, 1]);
      expect(await there(BCDS[0])).toEqual({
        subnets: [
          ["10.242.0.0/24", "10.242.0.1"],
          ["10.242.8.0/24", "10.242.8.1"],
          ["2001:db8:242::/64", null],
        ],
        pools: [["10.242.0.50", "10.242.0.90"]],
        servers: ["2001:db8:242::53"],
        reserved: [["2001:db8:242::31", "02:00:00:00:42:31"]],
      });
    },
  );

  it(
    "[IMP-08, IMP-09] Kea: numbers, host bits and options of DHCPv6 are read as Kea reads them",
    { timeout: 60_000 },
    async () => {
      const paths = kea.map((text, at) => file(`kea-${String(at)}.json`, text));
      const first = await imported("kea", ...paths, "--bcd", BCDS[1]);
      expect(first).toMatchObject({ code: 0, rejected: [], sum: [8, 5, 0, 3, 0] });
      expect((await imported("kea", ...paths, "--bcd", BCDS[1])).sum).toEqual([8, 0, 5, 3, 0]);
      expect(await there(BCDS[1])).toEqual({
        subnets: [
          ["10.241.4.0/24", null],
          ["10.241.7.0/24", null],
          ["2001:db8:241::/64", null],
        ],
        pools: [
          ["10.241.4.10", "10.241.4.20"],
          ["10.241.7.10", "10.241.7.20"],
        ],
        servers: ["2001:db8:241::53"],
        reserved: [],
      });
    },
  );
});

describe("rows that are reported as rejected", () => {
  it(
    "[IMP-13] are counted for an open block, a subnet without a network, a name of a record, and a row of a list",
    { timeout: 120_000 },
    async () => {
      const block = "subnet 10.240.1.0 netmask 255.255.255.0 { range 10.240.1.10 10.240.1.20;\n";
      const closed = [2, 3].map((at) => `${block.trim()} }\n`.replaceAll("240.1.", `240.${String(at)}.`));
      const open = await imported("isc-dhcp", file("open.conf", block + closed.join("")), "--bcd", BCDS[0]);
      expect(open).toMatchObject({ code: 2, sum: [6, 5, 0, 0, 1] });
      expect(open.rejected).toEqual([expect.stringMatching(/^1 The block that begins here is not closed\./)]);
      const kea = ['"subnet": ,', '"subnet": 5,', '"id": 9,', '"subnet": "",'].map(
        (odd, at) =>
          `{ ${odd}\n "pools": [ { "pool": "10.240.${String(90 + at)}.10 - 10.240.${String(90 + at)}.20" } ] }`,
      );
      const none = await imported(
        "kea",
        file("none.json", `{ "Dhcp4": { "subnet4": [ ${kea.join(",\n")} ] } }`),
        "--bcd",
        BCDS[0],
      );
      expect([none.code, none.sum]).toEqual([2, [8, 0, 0, 0, 8]]);
      const subnets = none.rejected.filter((one) => one.includes("is no subnet"));
      expect(subnets).toHaveLength(4);
      for (const one of subnets) expect(one).toMatch(/\(empty\) is no subnet\. .* \| \S/);
      const zone = file("counted.zone", `${SOA}b CNAME2 ns\n(\na A 192.0.2.999\n`);
      expect((await imported("zone", `counted.example=${zone}`)).sum.at(-1)).toBeGreaterThan(1);
      const list = file("list.csv", "name,type,data\nok,A,192.0.2.240\nok,A\n");
      expect(await imported("dns", list, "--zone", "listed.example.")).toMatchObject({
        code: 2,
        rejected: [expect.stringMatching(/^3 2 columns instead of 3/)],
        sum: [2, 1, 0, 0, 1],
      });
    },
  );
});

describe("tables", () => {
  it(
    "[IMP-10] [IMP-14] may have headings in words and lines of programs before them, and only digits are numbers",
    { timeout: 60_000 },
    async () => {
      const houses = [
        file(
          "type.csv",
          '#TYPE Selected.System\r\n"site","number","title"\r\n"cases-site","W01","House one"\r\n',
        ),
        file("labels.csv", '\uFEFF"Number","Title","Site"\r\n"K1","House","cases-site"\r\n'),
      ];
      expect(await imported("csv", "nd.bldg", ...houses)).toMatchObject({ code: 0, sum: [2, 2, 0, 0, 0] });
      expect(await read("nd.bldg", { site: "cases-site" }, "number", "title")).toEqual([
        ["K1", "House"],
        ["W01", "House one"],
      ]);
      const numbers = file("numbers.csv", "net_instnc;id;name\nx;0x10;a\nx;1e2;b\nx;0b11;c\n");
      expect(await imported("csv", "nd.vlan", numbers)).toMatchObject({
        code: 2,
        rejected: [
          expect.stringMatching(/^2 id: 0x10 is invalid \(no whole number; digits alone/),
          expect.stringMatching(/^3 id: 1e2 is invalid \(no whole number; digits alone/),
          expect.stringMatching(/^4 id: 0b11 is invalid \(no whole number; digits alone/),
        ],
        sum: [3, 0, 0, 0, 3],
      });
    },
  );

  it(
    "[IMP-10] are refused with the place if they have another encoding or invisible characters",
    { timeout: 60_000 },
    async () => {
      const bytes = Buffer.from("site;number;title\r\ncases-site;W07;B\u0081ro Geb\u0084ude\r\n", "latin1");
      const { code, errors } = await runImport(
        "csv",
        "nd.bldg",
        file("cp850.csv", bytes),
        "--url",
        world.url,
      );
      expect([code, errors]).toEqual([1, expect.stringContaining("the byte 0x81 in line 2 is no sign in")]);
      const odd = "name,title\r\ncases-odd-1,Hafenstra\u00e1e\r\ncases-odd-2,\u008emter und \u0099fen\r\n";
      const guessed = await imported("csv", "nd.site", file("guessed.csv", Buffer.from(odd, "latin1")));
      const advice =
        "If these signs are wrong, save the file in UTF-8 and import it again. For code page 850 of the Windows command line, iconv -f CP850 -t UTF-8 helps.";
      const of = expect.stringContaining(
        "guessed.csv This file is not in UTF-8. It was read as Windows-1252, so this line has",
      ) as unknown;
      expect([guessed.code, guessed.notes]).toEqual([0, [of, of]]);
      expect(guessed.notes[1]).toMatch(`has \u017d \u2122. ${advice} | cases-odd-2,\u017dmter und \u2122fen`);
      const signs = ["\u0007", "\u202e", "\u200b"];
      const table = signs.map((sign, at) => `cases-sign-${String(at)},a${sign}b`).join("\n");
      const told = await imported("csv", "nd.site", file("signs.csv", `name,title\n${table}\n`));
      expect([told.code, told.sum]).toEqual([2, [3, 0, 0, 0, 3]]);
      expect(told.rejected.map((reason) => /U\+\w+/.exec(reason)?.[0])).toEqual([
        "U+0007",
        "U+202E",
        "U+200B",
      ]);
    },
  );
});

describe("NetBox since 4.5", () => {
  const nb = (path: string, id: number, more: Readonly<Record<string, Json>>) => ({
    id,
    url: `https://nb.example.test/api/${path}/${String(id)}/`,
    ...more,
  });

  const passages = async (name: string) => {
    const [module] = await world.client.list("nd.module", { name });
    const ports = await world.client.list("nd.p_port", { module_gfk: module?.["gpk"] ?? null });
    const names = new Map(ports.map((row) => [row["gpk"], textIn(row["name"])]));
    return ports
      .map((row) => `${textIn(row["name"])} ${names.get(row["internal_gfk"]) ?? "nowhere"}`)
      .toSorted();
  };

  it(
    "[IMP-02] [IMP-11] dumps contain the passages; what is only a part of others counts with them",
    { timeout: 60_000 },
    async () => {
      const fields = (model: string, pk: number, more: Readonly<Record<string, Json>>) => ({
        model,
        pk,
        fields: more,
      });
      const dump = [
        fields("contenttypes.contenttype", 1, { app_label: "dcim", model: "frontport" }),
        fields("dcim.site", 1, { name: "World", slug: "cases-nb", status: "active" }),
        fields("dcim.location", 1, { name: "B1", slug: "b1", site: 1, parent: null }),
        fields("dcim.location", 2, { name: "R1", slug: "r1", site: 1, parent: 1 }),
        fields("dcim.manufacturer", 1, { name: "ACME", slug: "acme" }),
        fields("dcim.devicetype", 1, { model: "Panel", slug: "panel", manufacturer: 1 }),
        fields("dcim.devicerole", 1, { name: "panel", slug: "panel" }),
        fields("dcim.device", 1, {
          name: "cases-pp1",
          device_type: 1,
          role: 1,
          site: 1,
          location: 2,
          rack: null,
        }),
        fields("dcim.rearport", 11, { device: 1, name: "R1", type: "8p8c", positions: 1 }),
        fields("dcim.frontport", 21, { device: 1, name: "F1", type: "8p8c", positions: 1 }),
        fields("dcim.portmapping", 1, {
          device: 1,
          front_port: 21,
          front_port_position: 1,
          rear_port: 11,
          rear_port_position: 1,
        }),
      ];
      const told = await imported("netbox", file("h1.json", JSON.stringify(dump, null, 1)));
      expect(told).toMatchObject({ code: 0, notes: [], rejected: [], sum: [6, 6, 0, 0, 0] });
      expect(await passages("cases-pp1")).toEqual(["F1 R1", "R1 F1"]);
    },
  );

  it(
    "[IMP-11] reports both rear ports of a front port, or makes the passage if there is one rear port",
    { timeout: 60_000 },
    async () => {
      const site = nb("dcim/sites", 1, { name: "World", slug: "cases-nb" });
      const building = nb("dcim/locations", 1, { name: "B1", site, parent: null });
      const panel = (id: number, rears: readonly number[]) => {
        const device = nb("dcim/devices", id, { name: `cases-panel-${String(id)}` });
        const rear_ports = rears.map((rear, at) => ({
          position: at + 1,
          rear_port: rear,
          rear_port_position: at + 1,
        }));
        return [
          nb("dcim/devices", id, {
            ...device,
            device_type: { id: 1, model: "Panel" },
            site,
            location: nb("dcim/locations", 2, {}),
          }),
          ...[10, 20].map((plus) =>
            nb("dcim/rear-ports", id + plus, { name: `R${String(plus)}`, device, type: { value: "lc" } }),
          ),
          nb("dcim/front-ports", id, { name: "F", device, type: { value: "lc" }, rear_ports }),
        ];
      };
      const results = [
        site,
        building,
        nb("dcim/locations", 2, { name: "R1", site, parent: building }),
        ...panel(1, [11, 11]),
        ...panel(2, [12, 22]),
      ];
      const told = await imported(
        "netbox",
        file("h2.json", JSON.stringify({ count: results.length, next: null, results }, null, 1)),
      );
      expect(told).toMatchObject({
        code: 2,
        rejected: [
          expect.stringMatching(/^\d+ The front port leads to several rear ports \(R10, R20\)/) as unknown,
        ],
      });
      expect(await passages("cases-panel-1")).toEqual(["F R10", "R10 F", "R20 nowhere"]);
      expect(await passages("cases-panel-2")).toEqual(["F nowhere", "R10 nowhere", "R20 nowhere"]);
    },
  );
});
