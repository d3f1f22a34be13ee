import { parseAddress } from "#contract/values/ip";
import { isList, textIn, type Json } from "#contract/wire/json";
import { listIn } from "../shared/list-in.ts";
import type { ImportJob } from "../shared/job.ts";
import type { Wanted } from "../shared/objects.ts";
import { placeIn, type Rejected } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

/** The DHCP setting of each BCD, from its subnets of either IP version. */
export type RunSettings = Map<string, Map<4 | 6, Wanted>>;

interface Telling {
  readonly notes: Rejected[];
  readonly say: Say;
}

/** Subnets of one BCD share its settings, so settings that differ from the first ones of their IP version are only noted. */
export function addSetting(settings: RunSettings, one: Wanted, version: 4 | 6, telling: Telling): void {
  const bcd = bcdOf(one);
  const own = settings.get(bcd) ?? new Map<4 | 6, Wanted>();
  settings.set(bcd, own);
  const earlier = own.get(version);
  if (earlier === undefined) own.set(version, one);
  else if (JSON.stringify(earlier.values) !== JSON.stringify(one.values)) noteOther(one, earlier, telling);
}

/** One setting for each BCD, with the DNS servers of both IP versions. Existing servers of a version that the run has no subnet of stay. */
export async function joinedSettings(
  settings: RunSettings,
  telling: Telling,
  { client }: ImportJob,
): Promise<readonly Wanted[]> {
  const rows = await listIn(client, "dhcp.bcd_setting", "bcd_list", new Set(settings.keys()));
  const present = new Map(rows.map((row) => [textIn(row["bcd"]), serversIn(row["dns_server_list"])]));
  return [...settings].flatMap(([bcd, own]) => {
    const joined = joinedOf(own, telling);
    if (joined === null) return [];
    const there = present.get(bcd) ?? [];
    const given = serversIn(joined.values["dns_server_list"]);
    if (given.length === 0) return joined;
    // The servers of the run take the positions of those that they replace, so that a second run changes nothing.
    const replaced = there.filter((address) => isOf(own, address) || given.includes(address));
    const inPlace = there.flatMap((address) =>
      replaced.includes(address) ? (given[replaced.indexOf(address)] ?? []) : address,
    );
    const all = [...inPlace, ...given.slice(replaced.length)];
    return { ...joined, values: { ...joined.values, dns_server_list: all } };
  });
}

function joinedOf(own: ReadonlyMap<4 | 6, Wanted>, telling: Telling): Wanted | null {
  const [four, six] = [own.get(4), own.get(6)];
  if (four === undefined || six === undefined) return four ?? six ?? null;
  const names = ["domain", "lease_time"];
  if (names.some((name) => isOther(four.values[name], six.values[name]))) noteOther(six, four, telling);
  const servers = [four, six].flatMap(({ values }) => serversIn(values["dns_server_list"]));
  const list = servers.length === 0 ? {} : { dns_server_list: [...new Set(servers)] };
  return { ...four, values: { ...six.values, ...four.values, ...list }, also: [six.row] };
}

function isOther(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

function noteOther(one: Wanted, earlier: Wanted, { notes, say }: Telling): void {
  const place = placeIn(earlier.row, say);
  notes.push({ ...one.row, reason: say("otherSettings", { bcd: bcdOf(one), place }) });
}

function bcdOf({ values }: Wanted): string {
  return textIn(values["bcd"]);
}

function isOf(own: ReadonlyMap<4 | 6, Wanted>, address: string): boolean {
  const version = parseAddress(address)?.version;
  return version === undefined || own.has(version);
}

function serversIn(list: Json | undefined): readonly string[] {
  return isList(list) ? list.map(textIn) : [];
}
