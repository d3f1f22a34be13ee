import { parseAddress, parseNetwork } from "../values/ip.ts";
import { patternOf } from "../data-type.ts";
import { value as ofBcdName } from "../types/bcd-name.ts";
import { textIn } from "../wire/json.ts";
import { listIn } from "./dns-present.ts";
import type { ImportJob } from "./job.ts";
import { choiceOf, partOf, textOf, type NetboxObject } from "./netbox.ts";
import { byIdIn, idIn, nameIn, noteAll, ofKind, type NetboxWork } from "./netbox-job.ts";
import { given, type Wanted } from "./objects.ts";
import type { TextKey } from "./texts.ts";

export async function presentBcds(
  byKind: NetboxWork["byKind"],
  { client }: ImportJob,
): Promise<ReadonlyMap<string, string>> {
  const nets = new Set((byKind.get("ipam/vlans") ?? []).map(netOf));
  const cidrs = new Set((byKind.get("ipam/prefixes") ?? []).flatMap((one) => cidrOf(one) ?? []));
  const vlans = await listIn(client, "nd.vlan", "net_instnc_list", nets);
  const subnets = await listIn(client, "nd.ip_subnet", "cidr_list", cidrs);
  return new Map([
    ...vlans.map((row): [string, string] => [
      `${textIn(row["net_instnc"])} ${JSON.stringify(row["id"])}`,
      textIn(row["bcd"]),
    ]),
    ...subnets.map((row): [string, string] => [textIn(row["cidr"]), textIn(row["bcd"])]),
  ]);
}

/** Each VLAN is a broadcast domain of its own; a VLAN that is there keeps its BCD. */
export function planVlans(work: NetboxWork): void {
  const { wanted, bcds, vlans } = work;
  const all = ofKind(work, "ipam/vlans");
  const nets = new Map(all.map((one) => [netOf(one), one.row]));
  for (const [name, row] of nets) wanted.push({ type: "nd.net_instnc", values: { name }, row });
  const used = new Set<string>();
  const steps = all.map((one): readonly [Wanted[], Wanted] => {
    const { members, id, row } = one;
    const [vid, net] = [Number(members["vid"]), netOf(one)];
    const there = bcds.get(`${net} ${String(vid)}`);
    const bcd = there ?? bcdName(textOf(members, "name") ?? "", vid, used);
    used.add(bcd);
    vlans.set(id, bcd);
    const description = textOf(members, "description");
    const values = { net_instnc: net, id: vid, name: textOf(members, "name") ?? "", bcd };
    const own: Wanted = { type: "nd.bcd", values: { name: bcd, ...given({ description }) }, row };
    return [
      there === undefined ? [{ ...own, onlyNew: ["description"] }] : [],
      { type: "nd.vlan", values: { ...values, ...given({ description }) }, row },
    ];
  });
  wanted.push(...steps.flatMap(([bcd]) => bcd), ...steps.map(([, vlan]) => vlan));
}

const UNGROUPED = "netbox";

/** A group of VLANs has VLAN ids of its own. */
function netOf({ members }: NetboxObject): string {
  return textOf(partOf(members, "group") ?? {}, "slug") ?? UNGROUPED;
}

/** The name of the VLAN in the form of a BCD name; one that has no such form is named by its number. */
function bcdName(name: string, vid: number, used: ReadonlySet<string>): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const isName = (text: string): boolean =>
    patternOf(ofBcdName.pattern).test(text) && text.length <= ofBcdName.textLength && !used.has(text);
  const forms = [words.join("-"), ["vlan", ...words].join("-"), `vlan-${String(vid)}`];
  for (const form of forms) if (isName(form)) return form;
  for (let number = 2; ; number += 1) {
    const form = `vlan-${String(vid)}-${String(number)}`;
    if (isName(form)) return form;
  }
}

export function planPrefixes(work: NetboxWork): void {
  const { wanted, rejected, bcds, vlans, bcd: others, say } = work;
  for (const one of plainOf("ipam/prefixes", work)) {
    const { members, row } = one;
    const cidr = cidrOf(one);
    const vlan = idIn(one, "vlan");
    const bcd = bcds.get(cidr ?? "") ?? (vlan === null ? undefined : vlans.get(vlan)) ?? others;
    if (cidr === null)
      rejected.push({ ...row, reason: say("badSubnet", { value: textOf(members, "prefix") ?? "" }) });
    else if (bcd === null) rejected.push({ ...row, reason: say("noBcd", { cidr }) });
    else {
      const values = { cidr, bcd, ...given({ description: textOf(members, "description") }) };
      wanted.push({ type: "nd.ip_subnet", values, row, onlyNew: ["bcd", "description"] });
    }
  }
}

/** Networks that only hold others, and tables of addresses beside the one that everybody uses, have no place here. */
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
  noteAll(
    plain.filter((one) => textOf(one.members, "dns_name") === null && reserved.get(one) === null),
    "netboxNameless",
    work,
  );
  const used = new Set([...reserved.values()].map((mac) => mac?.id));
  noteAll(
    [...macs.values()].filter(({ id }) => !used.has(id)),
    "netboxMac",
    work,
  );
  const made = plain.flatMap((one) => addressOf(one, reserved.get(one)?.mac ?? null, work));
  work.wanted.push(
    ...made.filter(({ type }) => type === "dns.record"),
    ...made.filter(({ type }) => type !== "dns.record"),
  );
}

/** The record of an address with a name, and the assignment of one that DHCP gives. */
function addressOf({ members, row }: NetboxObject, mac: string | null, work: NetboxWork): readonly Wanted[] {
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
  const assigned = { ip_addr: data, ...given({ mac_addr: mac, fqdn }) };
  return [
    ...(fqdn === null ? [] : [{ type: "dns.record", values: { fqdn, type, data }, row }]),
    ...(mac === null ? [] : [{ type: "dhcp.static_assignment", values: assigned, row }]),
  ];
}

interface Mac {
  /** Of the interface. */
  readonly id: number;
  readonly mac: string;
  readonly row: NetboxObject["row"];
}

/** MAC addresses of interfaces: an attribute of theirs, or since NetBox 4.2 objects of their own. */
function macsOf(work: NetboxWork): ReadonlyMap<number, Mac> {
  const macs = new Map<number, Mac>();
  for (const { id, members, row } of ofKind(work, "dcim/interfaces")) {
    const mac =
      textOf(members, "mac_address") ?? textOf(partOf(members, "primary_mac_address") ?? {}, "mac_address");
    if (mac !== null) macs.set(id, { id, mac, row });
  }
  for (const one of ofKind(work, "dcim/mac-addresses")) {
    const [id, mac] = [interfaceOf(one), textOf(one.members, "mac_address")];
    if (id !== null && mac !== null && !macs.has(id)) macs.set(id, { id, mac, row: one.row });
  }
  return macs;
}

/** The MAC address of the interface that DHCP gives the address to, if it does. */
function reservedMac(one: NetboxObject, macs: ReadonlyMap<number, Mac>): Mac | null {
  if (choiceOf(one.members, "status") !== "dhcp") return null;
  return byIdIn(macs, interfaceOf(one));
}

/** Id of the interface that an address belongs to. */
function interfaceOf({ members }: NetboxObject): number | null {
  const id = members["assigned_object_id"];
  return members["assigned_object_type"] === "dcim.interface" && typeof id === "number" ? id : null;
}

function cidrOf({ members }: NetboxObject): string | null {
  return parseNetwork(textOf(members, "prefix") ?? "")?.text ?? null;
}
