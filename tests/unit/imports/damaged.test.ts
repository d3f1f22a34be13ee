import { describe, expect, it } from "vitest";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";
import { keyOf } from "#imports/dns/rows";
import type { DhcpConfig } from "#imports/dhcp/config";
import { readIscDhcp } from "#imports/dhcp/isc-dhcp";
import { readKea } from "#imports/dhcp/kea";
import { readNetbox } from "#imports/netbox/read";
import type { Rejected } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";
import { readZones } from "#imports/dns/zones";

const say = speak("en");

/** The text with an odd token at each place between two words, and the line of the damage. */
function* damaged(text: string, tokens: readonly string[], from = 0) {
  for (const { index } of text.slice(from).matchAll(/(?<=\s)(?=\S)/g))
    for (const token of tokens) {
      const at = from + index;
      const line = text.slice(0, at).split("\n").length;
      yield { token, line, text: `${text.slice(0, at)}${token} ${text.slice(at)}` };
    }
}

interface Read {
  /** What was read, with the line that it begins in. */
  readonly units: ReadonlyMap<string, number>;
  readonly told: readonly Told[];
}

type Told = Pick<Rejected, "line" | "reason">;

/** Detected faults: a unit of another line is missing, or one is missing and not reported, with a reason and a line from its beginning to the damage. */
function faultsOf(
  read: (text: string) => Read,
  text: string,
  tokens: readonly string[],
  { from = 0, isLocal = true } = {},
) {
  const whole = read(text);
  const faults: string[] = [];
  let count = 0;
  for (const { token, line, text: odd } of damaged(text, tokens, from)) {
    count += 1;
    const { units, told } = read(odd);
    const gone = [...whole.units].filter(([unit]) => !units.has(unit));
    const block = Math.max(...[...whole.units.values()].filter((begin) => begin <= line));
    const others = gone.filter(([, begin]) => begin !== block);
    // A value may have become another one, which the plan refuses or takes.
    const isOther = [...units.keys()].some((unit) => !whole.units.has(unit));
    const isHere = ({ line: at, reason }: Told) => reason !== "" && (!isLocal || (at >= block && at <= line));
    if ((isLocal && others.length > 0) || (gone.length > 0 && !told.some(isHere) && !isOther))
      faults.push(`${token} in line ${String(line)}: ${gone.map(([unit]) => unit).join("; ")}`);
  }
  return { faults, count };
}

describe("one invalid token costs only its entry", () => {
  const zone = `$TTL 1h
@ SOA ns h ( 1 2h
   3h 4w 5m )
@ NS ns
ns A 192.0.2.1
www 300 IN A 192.0.2.2
mail MX 10 www
txt TXT "a b" c
srv SRV 0 5 443 www
long TXT ( "x"
  "y" )
last CNAME www
`;
  it("[IMP-01] in a zone file, wherever it is", () => {
    const read = (text: string): Read => {
      const input = { label: "zone", text, zone: "example.edu.", include: () => null };
      const { records, rejected } = readZones([input], toAscii, say);
      return {
        units: new Map(records.map((record) => [keyOf(record), record.row.line])),
        told: rejected,
      };
    };
    const tokens = ['"', "(", ")", "xyz", "[AGE:1]", "$", "$$", "\\"];
    const { faults, count } = faultsOf(read, zone, tokens, { from: zone.indexOf("@ NS") });
    expect([faults, count > 200]).toEqual([[], true]);
  });

  const units = ({ subnets, pools, reservations, rejected, notes }: DhcpConfig): Read => {
    const settings = ({ settings }: DhcpConfig["subnets"][number]) =>
      [...settings].map(([name, { value }]) => `${name} ${value}`).toSorted();
    // The contents of a subnet are parts of it.
    const blockOf = (line: number) =>
      Math.max(0, ...subnets.map(({ row }) => row.line).filter((begin) => begin <= line));
    return {
      units: new Map([
        ...subnets.map((one) => [[one.cidr, ...settings(one)].join(", "), one.row.line] as const),
        ...pools.map(({ first, last, row }) => [`${first}-${last}`, blockOf(row.line)] as const),
        ...reservations.map(({ address, mac, row }) => [`${address} ${mac}`, blockOf(row.line)] as const),
      ]),
      told: [...rejected, ...notes],
    };
  };

  const isc = [1, 2, 3]
    .map(
      (at) => `subnet 10.${String(at)}.0.0 netmask 255.255.255.0 {
  option routers 10.${String(at)}.0.1;
  option domain-name-servers 192.0.2.${String(at)} , 192.0.2.9 ;
  default-lease-time ${String(at)}00;
  option domain-name "lab" ;
  pool { range 10.${String(at)}.0.10 10.${String(at)}.0.20 ; }
  host h${String(at)} { hardware ethernet 02:00:00:00:00:0${String(at)} ; fixed-address 10.${String(at)}.0.5 ; }
}
`,
    )
    .join("");
  it("[IMP-01] in a configuration of ISC DHCP, wherever it is", () => {
    const read = (text: string) => units(readIscDhcp({ text }, say));
    const { faults, count } = faultsOf(read, isc, ["}", "{", ";", '"', "(", ")", "xyz", "="]);
    expect([faults, count > 500]).toEqual([[], true]);
  });

  const kea = `{ "Dhcp4": {
 "subnet4": [
${[1, 2, 3]
  .map(
    (at) => `{ "id": ${String(at)}, "subnet": "10.${String(at)}.0.0/24",
  "option-data": [ { "name": "routers", "data": "10.${String(at)}.0.1" } ],
  "valid-lifetime": ${String(at)}00,
  "pools": [ { "pool": "10.${String(at)}.0.10 - 10.${String(at)}.0.20" } ],
  "reservations": [ { "hw-address": "02:00:00:00:00:0${String(at)}", "ip-address": "10.${String(at)}.0.5" } ]
}`,
  )
  .join(",\n")}
 ]
} }
`;
  it("[IMP-01] in a configuration of Kea, wherever it is", () => {
    const read = (text: string) => units(readKea({ text }, say));
    const from = kea.indexOf('{ "id"');
    const { faults, count } = faultsOf(read, kea, ['"', "xyz", "'", ",", ":", "}", "]"], { from });
    expect([faults, count > 300]).toEqual([[], true]);
    // The parts that an opening bracket hides cannot always be identified, but they are always reported.
    expect(faultsOf(read, kea, ["{", "["], { from, isLocal: false }).faults).toEqual([]);
  });

  const netbox = `[
${[1, 2, 3, 4]
  .map(
    (at) => `{ "model": "dcim.site", "pk": ${String(at)},
  "fields": { "name": "S${String(at)}", "tags": [ "a", "b" ], "slug": "s${String(at)}" } }`,
  )
  .join(" ,\n")}
]
`;
  it("[IMP-01] in a dump of NetBox, wherever it is", () => {
    const read = (text: string): Read => {
      const { dumped, rejected } = readNetbox([{ name: "dump.json", text }], false, say);
      return {
        units: new Map(dumped.map(({ pk, fields, row }) => [JSON.stringify([pk, fields]), row.line])),
        told: rejected,
      };
    };
    const { faults, count } = faultsOf(read, netbox, ['"', "xyz", "'", ",", ":", "}", "]"]);
    expect([faults, count > 200]).toEqual([[], true]);
    expect(faultsOf(read, netbox, ["{", "["], { isLocal: false }).faults).toEqual([]);
  });
});
