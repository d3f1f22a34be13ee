import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planCsv } from "#imports/csv/plan";
import { planDhcp, readConfigs } from "#imports/dhcp/plan";
import { planDns, planZones } from "#imports/dns/plan";
import { findRejected } from "#imports/shared/find-rejected";
import { readIscDhcp } from "#imports/dhcp/isc-dhcp";
import type { ImportJob } from "#imports/shared/job";
import { readKea } from "#imports/dhcp/kea";
import { planNetbox } from "#imports/netbox/plan";
import { toWire, type ImportDraft } from "#imports/shared/steps";
import { sumOf } from "#imports/shared/tally";
import { speak } from "#imports/shared/texts";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { planPlaces } from "../../server/import/places.ts";
import { damage } from "../support/damage.ts";
import { extent, seed } from "../support/extent.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { asDump, asPages, netboxCampus } from "../support/netbox-campus.ts";
import { asTables } from "../support/netbox-tables.ts";
import { random } from "../support/random.ts";

const say = speak("en");
const BCD = "damaged-bcd-1";
let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
  const outcome = await world.client.run([{ name: "nd.bcd.create", new: { name: BCD } }], false);
  expect(outcome.ok).toBe(true);
});
afterAll(() => world.close());

interface Input {
  readonly kind: string;
  readonly text: string;
  /** The place where damage may begin. Before it, damage may change the meaning of the whole file. */
  readonly from: number;
  /** Set if each line is a row or a part of a row, and rows have their whole text; `file` is the name of the file in them. */
  readonly lines?: { readonly file: string | null };
  readonly plan: (text: string, job: ImportJob) => Promise<ImportDraft>;
}

const zone = `$ORIGIN damaged.example.
$TTL 2h
@ SOA ns h ( 1 2h
   3h 4w 5m )
@ NS ns
ns A 203.0.113.120
www 300 IN A 203.0.113.121
    AAAA 2001:db8:113::121
mail MX 10 www
     TXT "v=spf1 -all"
txt TXT "a b" c
srv._tcp SRV 0 5 443 www
long TXT ( "x"
  "y" )
pc [AGE:3711234] 1200 A 203.0.113.122
$GENERATE 1-3 host-$ A 203.0.113.13$
alias CNAME www
$ORIGIN sub.damaged.example.
one CLASS1 A 203.0.113.123
two A 203.0.113.123
ds DS 1 RSASHA256 SHA256 ${"ab".repeat(32)}
`;
const reverse = `$ORIGIN 113.0.203.in-addr.arpa.
$TTL 1h
@ SOA ns.damaged.example. h 1 1 1 1 1
@ NS ns.damaged.example.
121 PTR www.damaged.example.
123 PTR one.sub.damaged.example.
123 PTR old.foreign.test.
`;
const isc = `option domain-name "damaged.example";
default-lease-time 600;
ddns-hostname = pick-first-value(
  option host-name,
  concat("h-", binary-to-ascii(10, 8, "-", leased-address))
);
subnet 10.244.1.0 netmask 255.255.255.0 {
  option routers 10.244.1.1;
  option domain-name-servers 192.0.2.1, 192.0.2.9;
  pool { range 10.244.1.10 10.244.1.20; }
  host h1 { hardware ethernet 02:00:00:00:44:01; fixed-address 10.244.1.5; }
}
shared-network two {
  subnet 10.244.2.0 netmask 255.255.255.0 { range 10.244.2.10 10.244.2.20; }
  subnet6 2001:db8:244::/64 {
    option dhcp6.name-servers 2001:db8:244::53;
    host h2 { hardware ethernet 02:00:00:00:44:02; fixed-address6 2001:db8:244::5; }
  }
}
group {
  option host-name "x";
  host h3 { hardware ethernet 02:00:00:00:44:03; fixed-address 10.244.2.5; }
}
`;
const kea = `{ "Dhcp4": { "valid-lifetime": 600, "t1-percent": .5, // half
  "option-data": [ { "name": "domain-name-servers", "data": "192.0.2.1, 192.0.2.9" } ],
  "shared-networks": [ { "name": "n", "subnet4": [
    { "id": 1, "subnet": "10.243.1.0/24",
      "option-data": [ { "code": 3, "data": "10.243.1.1" } ],
      "pools": [ { "pool": "10.243.1.10 - 10.243.1.20" }, { "pool": "10.243.1.64/28" } ],
      "reservations": [ { "hw-address": "02:00:00:00:43:01", "ip-address": "10.243.1.5", "hostname": "none" } ]
    } ] } ],
  "subnet4": [
    { "id": 2, "subnet": "10.243.2.9/24", "user-context": { "bcd": "${BCD}", "room": 1 }, "pools": [] }
  ] },
"Dhcp6": { "subnet6": [ { "id": 1, "subnet": "2001:db8:243::/64",
  "reservations": [ { "hw-address": "02:00:00:00:43:02", "ip-addresses": [ "2001:db8:243::5" ] } ] } ] } }
`;
const sites = `name;title;geo_lat;description
dam-1;One;49,01;"a; b"
dam-2;"Two
lines";;
dam-3;Three "3";48.5;
dam-1;One;49,01;"a; b"
dam-4;;;__NULL
`;
const places = `id,title,category,aliasList,positionList,url
1,77.01 - Hall,building,,"[49.01, 8.41]",
2,77.02,building,,"[49.02, 8.42]",
3,Library (Geb. 77.02),library,,"[49.02, 8.42]",
4,Canteen 77.02,food,,"[49.02, 8.42]",
5,Shop 77.09,food,,"[49.02, 8.42]",
`;
const names = `name\ttype\tdata
@\tNS\tns.damaged-list.example.
ns\tA\t203.0.113.140
www\tCNAME\tns.damaged-list.example.
www\tA\t203.0.113.141
txt\tTXT\t"a b"
`;
const campus = netboxCampus({ buildings: 1, switches: 1, ports: 2 });
const dump = JSON.stringify(asDump(campus), null, 1);
const answers = asPages(campus, 3)
  .map((page) => JSON.stringify(page, null, 1))
  .join("\n");
const tables = asTables(campus);

const withZones = (text: string, other: string, job: ImportJob) =>
  planZones({
    ...job,
    inputs: [text, other].map((one, at) => ({
      label: `z${String(at)}`,
      text: one,
      zone: at === 0 ? "damaged.example." : "113.0.203.in-addr.arpa.",
      include: () => null,
    })),
  });
const withNetbox = (files: readonly { name: string; text: string }[], job: ImportJob) =>
  planNetbox({ ...job, files, bcd: BCD });

const INPUTS: readonly Input[] = [
  {
    kind: "zone",
    text: zone,
    from: zone.indexOf("@ NS"),
    lines: { file: "z0" },
    plan: (text, job) => withZones(text, reverse, job),
  },
  {
    kind: "reverse zone",
    text: reverse,
    from: reverse.indexOf("@ NS"),
    lines: { file: "z1" },
    plan: (text, job) => withZones(zone, text, job),
  },
  {
    kind: "isc-dhcp",
    text: isc,
    from: isc.indexOf("default-lease-time"),
    plan: (text, job) => planDhcp({ ...job, config: readConfigs(readIscDhcp, [{ text }], say), bcd: BCD }),
  },
  {
    kind: "kea",
    text: kea,
    from: kea.indexOf('"valid-lifetime"'),
    plan: (text, job) => planDhcp({ ...job, config: readConfigs(readKea, [{ text }], say), bcd: BCD }),
  },
  {
    kind: "csv",
    text: sites,
    from: sites.indexOf("\n") + 1,
    lines: { file: null },
    plan: (text, job) => planCsv("nd.site", [{ text }], job),
  },
  {
    kind: "places",
    text: places,
    from: places.indexOf("\n") + 1,
    plan: (text, { client }) => planPlaces(text, client, say),
  },
  {
    kind: "dns",
    text: names,
    from: names.indexOf("\n") + 1,
    lines: { file: null },
    plan: (text, job) => planDns({ ...job, text, zone: "damaged-list.example." }),
  },
  {
    kind: "netbox dump",
    text: dump,
    from: dump.indexOf('"model"', 20),
    plan: (text, job) => withNetbox([{ name: "dump.json", text }], job),
  },
  {
    kind: "netbox answers",
    text: answers,
    from: answers.indexOf('"url"', 200),
    plan: (text, job) => withNetbox([{ name: "answers.json", text }], job),
  },
  ...tables.map(({ name, text }): Input => ({
    kind: name,
    text,
    from: text.indexOf("\n") + 1,
    plan: (odd, job) =>
      withNetbox(
        tables.map((one) => (one.name === name ? { name, text: odd } : one)),
        job,
      ),
  })),
];

/** A job whose lists are kept, because the database stays as it is while the files are damaged. */
function keptJob(): ImportJob {
  const kept = new Map<string, ReturnType<ImportJob["client"]["list"]>>();
  const list: ImportJob["client"]["list"] = (name, filters) => {
    const key = JSON.stringify([name, filters]);
    const known = kept.get(key) ?? world.client.list(name, filters);
    kept.set(key, known);
    return known;
  };
  return { client: { list }, toAscii, say, valueSpec };
}

/** The steps that the server accepts, and the results of the rows. */
async function tried(draft: ImportDraft) {
  const tested = await findRejected(draft.steps, {
    test: (some) => world.client.run(some, true),
    onProgress: () => undefined,
    say,
  });
  return { steps: tested.steps, ...sumOf(draft, tested) };
}

/** Lines that no row and no message contains, neither by their place nor within a part that begins before them. */
function untold({ lines, from }: Input, text: string, { rows, rejected, notes = [] }: ImportDraft) {
  if (lines === undefined) return [];
  const signs = (one: string) => one.replaceAll(/[^A-Za-z0-9]/g, "");
  const told = [...rows, ...rejected, ...notes].filter(({ file }) => file === lines.file);
  const first = text.slice(0, from).split("\n").length;
  return text.split("\n").filter((written, at) => {
    const line = at + 1;
    if (line <= first || signs(written) === "" || /^\s*[;$]/.test(written)) return false;
    return !told.some(
      (one) => one.line === line || (one.line < line && signs(one.value).includes(signs(written))),
    );
  });
}

const ROUNDS = 40;
/** Every so many rounds the plan is tested by the server too. */
const TESTED = 15;

/** Damaged files whose rows do not add up. Each file is planned; some plans are tested by the server as well. */
async function lostIn(input: Input, job: ImportJob, own: number) {
  const { kind, text, from, plan } = input;
  const next = random(seed(own));
  const faults: unknown[] = [];
  let damages = 0;
  for (let round = 0; round < extent(ROUNDS); round += 1) {
    const odd = damage(text, next, from);
    const planned = await plan(odd, job).catch((error: unknown) => String(error));
    if (typeof planned === "string") {
      faults.push([kind, planned, odd]);
      continue;
    }
    const { steps, tally, rejected } =
      round % TESTED === 0
        ? await tried(planned)
        : { steps: planned.steps, ...sumOf(planned, { steps: planned.steps, rejected: [] }) };
    const lines = untold(input, odd, planned);
    const sum = tally.planned + tally.present + tally.rejected + tally.told;
    const isOdd = tally.lost > 0 || tally.read !== sum || tally.rejected !== rejected.length;
    if (isOdd || lines.length > 0) faults.push([kind, tally, lines, odd]);
    if (steps.length < planned.steps.length || planned.rejected.length > 0) damages += 1;
  }
  return { faults, damages };
}

describe("damaged files are never refused as a whole, and their rows add up", () => {
  it("[IMP-02] if nothing exists yet", { timeout: 300_000 }, async () => {
    const job = keptJob();
    let all = 0;
    for (const [at, input] of INPUTS.entries()) {
      const { faults, damages } = await lostIn(input, job, 4_711 + at);
      expect(faults).toEqual([]);
      all += damages;
    }
    expect(all).toBeGreaterThan(INPUTS.length * 5);
  });

  it("[IMP-02] if the undamaged files are already imported", { timeout: 300_000 }, async () => {
    for (const input of INPUTS) {
      const { steps } = await tried(await input.plan(input.text, { ...keptJob(), client: world.client }));
      const outcome = await world.client.run(toWire(steps), false);
      expect([input.kind, outcome.ok && !outcome.rolledBack]).toEqual([input.kind, true]);
    }
    const job = keptJob();
    for (const [at, input] of INPUTS.entries())
      expect((await lostIn(input, job, 1_174 + at)).faults).toEqual([]);
  });
});
