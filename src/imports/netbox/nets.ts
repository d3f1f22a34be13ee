import { parseAddress, parseNetwork } from "#contract/values/ip";
import { textIn, type Row } from "#contract/wire/json";
import { listIn } from "../shared/list-in.ts";
import type { ImportJob } from "../shared/job.ts";
import { choiceOf, partOf, textOf, type NetboxObject } from "./read.ts";
import { byIdIn, idIn, nameIn, noteAll, ofKind, type NetboxWork } from "./job.ts";
import { netOf } from "./vlans.ts";
import { given, type Wanted } from "../shared/objects.ts";
import type { SourceRow } from "../shared/steps.ts";
import type { TextKey } from "../shared/texts.ts";

export async function presentBcds(
  byKind: NetboxWork["byKind"],
  { client }: ImportJob,
): Promise<ReadonlyMap<string, string>> {
  const nets = new Set(ofKind({ byKind }, "ipam/vlans").map(netOf));
  const cidrs = new Set(ofKind({ byKind }, "ipam/prefixes").flatMap((one) => cidrOf(one) ?? []));
  const vlans = await listIn(client, "nd.vlan", "net_instnc_list", nets);
  const subnets = await listIn(client, "nd.ip_subnet", "cidr_list", cidrs);
  const keyOf = ({ net_instnc, id }: Row): string => `${textIn(net_instnc)} ${JSON.stringify(id)}`;
  return new Map([
    ...vlans.map((row) => [keyOf(row), textIn(row["bcd"])] as const),
    ...subnets.map((row) => [textIn(row["cidr"]), textIn(row["bcd"])] as const),
  ]);
}

export function planPrefixes(work: NetboxWork): void {
  const { wanted, rejected, bcds, vlans, bcd: others, say } = work;
  const { orphans = [], others: all = [] } = Object.groupBy(plainOf("ipam/prefixes", work), orphanOf(work));
  noteAll(orphans, "netboxOrphans", work, { kind: "ipam/prefixes" });
  for (const one of all) {
    const { members, row } = one;
    const cidr = cidrOf(one);
    const bcd = bcds.get(cidr ?? "") ?? byIdIn(vlans, idIn(one, "vlan")) ?? others;
    if (cidr === null)
      rejected.push({ ...row, reason: say("badSubnet", { value: textOf(members, "prefix") ?? "" }) });
    else if (bcd === null) rejected.push({ ...row, reason: say("noBcd", { cidr }) });
    else {
      const values = { cidr, bcd, ...given({ description: textOf(members, "description") }) };
      wanted.push({ type: "nd.ip_subnet", values, row, onlyNew: ["bcd", "description"] });
    }
  }
}

/** Decides how a prefix without a BCD is reported: `orphans` if its VLAN was rejected and the prefix is new, else `others`. */
function orphanOf(work: NetboxWork): (one: NetboxObject) => "orphans" | "others" {
  const listed = new Set(ofKind(work, "ipam/vlans").map(({ id }) => id));
  return (one) => {
    const vlan = idIn(one, "vlan");
    const isLost = vlan !== null && listed.has(vlan) && !work.vlans.has(vlan);
    return isLost && !work.bcds.has(cidrOf(one) ?? "") ? "orphans" : "others";
  };
}

/** Objects outside VRFs that are not containers. Containers and objects of a VRF are not imported and get a note. */
function plainOf(kind: string, work: NetboxWork): readonly NetboxObject[] {
  const why = ({ members }: NetboxObject): TextKey | null => {
    if (idIn({ members }, "vrf") !== null) return "netboxVrf";
    return choiceOf(members, "status") === "container" ? "netboxContainer" : null;
  };
  const byReason = Map.groupBy(ofKind(work, kind), why);
  for (const [key, all] of byReason) if (key !== null) noteAll(all, key, work, { kind });
  return byReason.get(null) ?? [];
}

export function planAddresses(work: NetboxWork): void {
  const plain = plainOf("ipam/ip-addresses", work);
  const macs = macsOf(work);
  const reserved = new Map(plain.map((one) => [one, reservedMac(one, macs)]));
  const isNamed = ({ members }: NetboxObject): boolean => textOf(members, "dns_name") !== null;
  const nameless = plain.filter((one) => !isNamed(one) && reserved.get(one) === null);
  noteAll(nameless, "netboxNameless", work);
  const used = new Set([...reserved.values()].map((mac) => mac?.id));
  const unused = [...macs.values()].filter(({ id }) => !used.has(id));
  const objects = Map.groupBy(ofKind(work, "dcim/mac-addresses"), interfaceOf);
  noteAll([...unused, ...(objects.get(null) ?? [])], "netboxMac", work);
  // Further MAC addresses of an interface are reported with its first one.
  const isTold = ([id]: readonly [number | null, unknown]): boolean => id !== null && !used.has(id);
  work.left.push(...[...objects].filter(isTold).flatMap(([, all]) => all.map(({ row }) => row)));
  const shared = sharedIn(plain);
  const made = plain.flatMap((one) => {
    const mac = reserved.get(one) ?? null;
    const of = (mac === null ? [] : (objects.get(mac.id) ?? [])).map(({ row }) => row);
    return addressOf(one, { mac: mac?.mac ?? null, also: of, isShared: shared.has(one) }, work);
  });
  const isRecord = ({ type }: Wanted): boolean => type === "dns.record";
  work.wanted.push(...made.filter(isRecord), ...made.filter((one) => !isRecord(one)));
}

/** Facts about an address besides its name. */
interface Beside {
  readonly mac: string | null;
  /** Rows of MAC addresses of its interface. */
  readonly also: readonly SourceRow[];
  /** An earlier equal address has another name, and an address points back to only one name. */
  readonly isShared: boolean;
}

/** Repeated addresses, except the first one with a name. */
function sharedIn(plain: readonly NetboxObject[]): ReadonlySet<NetboxObject> {
  const named = plain.filter(({ members }) => textOf(members, "dns_name") !== null);
  const bare = ({ members }: NetboxObject): string => {
    const text = (textOf(members, "address") ?? "").replace(/\/.*/, "");
    return parseAddress(text)?.text ?? text;
  };
  return new Set([...Map.groupBy(named, bare).values()].flatMap((alike) => alike.slice(1)));
}

/** Steps for an address: the record of its name, and its static assignment if DHCP gives it. */
function addressOf(
  { members, row }: NetboxObject,
  { mac, also, isShared }: Beside,
  work: NetboxWork,
): readonly Wanted[] {
  const name = textOf(members, "dns_name");
  if (name === null && mac === null) return [];
  const text = textOf(members, "address") ?? "";
  const address = parseAddress(text.replace(/\/.*/, ""));
  const fqdn = name === null ? null : nameIn(name, row, work);
  if (address === null) {
    const { rejected, say } = work;
    rejected.push({ ...row, reason: say("badAddress", { value: text }) });
    return [];
  }
  const data = address.text;
  const type = data.includes(":") ? "AAAA" : "A";
  const reverse = isShared ? { target_is_reverse_unique: false } : {};
  const onlyNew = Object.keys(reverse);
  const assigned = { ip_addr: data, ...given({ mac_addr: mac, fqdn }) };
  return [
    ...(fqdn === null
      ? []
      : [{ type: "dns.record", values: { fqdn, type, data, ...reverse }, row, onlyNew }]),
    ...(mac === null ? [] : [{ type: "dhcp.static_assignment", values: assigned, row, also }]),
  ];
}

interface Mac {
  /** Id of the interface. */
  readonly id: number;
  readonly mac: string;
  readonly row: NetboxObject["row"];
}

/** MAC addresses of interfaces: an attribute of theirs, or since NetBox 4.2 objects of their own. */
function macsOf(work: NetboxWork): ReadonlyMap<number, Mac> {
  const macs = new Map<number, Mac>();
  for (const { id, members, row } of ofKind(work, "dcim/interfaces")) {
    const primary = partOf(members, "primary_mac_address");
    const mac = textOf(members, "mac_address") ?? textOf(primary, "mac_address");
    if (mac !== null) macs.set(id, { id, mac, row });
  }
  for (const one of ofKind(work, "dcim/mac-addresses")) {
    const [id, mac] = [interfaceOf(one), textOf(one.members, "mac_address")];
    if (id !== null && mac !== null && !macs.has(id)) macs.set(id, { id, mac, row: one.row });
  }
  return macs;
}

/** The MAC address of the interface to which DHCP gives the address, if it does. */
function reservedMac(one: NetboxObject, macs: ReadonlyMap<number, Mac>): Mac | null {
  if (choiceOf(one.members, "status") !== "dhcp") return null;
  return byIdIn(macs, interfaceOf(one));
}

/** Id of the interface that an address belongs to. */
function interfaceOf({ members }: NetboxObject): number | null {
  const id = members["assigned_object_id"];
  return members["assigned_object_type"] === "dcim.interface" && typeof id === "number" ? id : null;
}

/** Names outside all zones are imported like others, because their zone may be created later. */
export async function noteOutside(work: NetboxWork): Promise<void> {
  const names = work.wanted.filter(({ type }) => type === "dns.fqdn");
  const apexes = names.length === 0 ? [] : await work.client.list("dns.fqdn", { is_zone_apex: true });
  const zones = new Set(apexes.map((row) => textIn(row["value"])));
  const outside = names.filter(({ values }) => !isInZone(textIn(values["value"]), zones));
  noteAll(outside, "netboxOutside", work);
}

function isInZone(name: string, zones: ReadonlySet<string>): boolean {
  for (let rest = name; rest !== ""; rest = rest.slice(rest.indexOf(".") + 1))
    if (zones.has(rest)) return true;
  return zones.has(".");
}

function cidrOf({ members }: NetboxObject): string | null {
  return parseNetwork(textOf(members, "prefix") ?? "")?.text ?? null;
}
