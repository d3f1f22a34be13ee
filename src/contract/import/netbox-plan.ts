import { parseAddress, parseNetwork } from "../values/ip.ts";
import { readFqdn } from "../values/fqdn.ts";
import { patternOf } from "../data-type.ts";
import { value as ofBcdName } from "../types/bcd-name.ts";
import { textIn, type Json } from "../wire/json.ts";
import { listIn } from "./dns-present.ts";
import type { ImportJob } from "./job.ts";
import { partOf, readNetbox, textOf, type NetboxFile, type NetboxObject } from "./netbox.ts";
import { given, planObjects, type Wanted } from "./objects.ts";
import type { ImportDraft, Rejected } from "./steps.ts";
import type { TextKey } from "./texts.ts";

export interface NetboxImport extends ImportJob {
  readonly files: readonly NetboxFile[];
  /** BCD of new subnets without a VLAN. */
  readonly bcd: string | null;
}

/** What is made of each kind, in the order in which the objects rest on each other. */
type Kind = (all: readonly NetboxObject[], plan: Plan) => void;

const KINDS: Readonly<Record<string, Kind>> = {
  "dcim/sites": planSites,
  "dcim/locations": planLocations,
  "ipam/vlans": planVlans,
  "ipam/prefixes": planPrefixes,
  "ipam/ip-addresses": planAddresses,
  "dcim/devices": planDevices,
};

interface Plan extends NetboxImport {
  readonly byKind: ReadonlyMap<string, readonly NetboxObject[]>;
  readonly wanted: Wanted[];
  readonly rejected: Rejected[];
  readonly notes: Rejected[];
  /** BCDs of VLANs that are there, by net instance and id, and of subnets by network. */
  readonly bcds: ReadonlyMap<string, string>;
  /** BCD of each VLAN of the files, by its id in NetBox. */
  readonly vlans: Map<number, string>;
  readonly names: Set<string>;
}

/** Sites, buildings, rooms, VLANs, subnets, names with addresses, and devices of answers of the API of NetBox. */
export async function planNetbox(job: NetboxImport): Promise<ImportDraft> {
  const read = readNetbox(job.files, job.say);
  if (read.objects.length === 0) throw new Error(job.say("netboxNothing"));
  const byKind = Map.groupBy(read.objects, ({ kind }) => kind);
  const plan: Plan = {
    ...job,
    byKind,
    wanted: [],
    rejected: [],
    notes: [...read.notes],
    bcds: await presentBcds(byKind, job),
    vlans: new Map(),
    names: new Set(),
  };
  for (const [kind, planKind] of Object.entries(KINDS)) planKind(byKind.get(kind) ?? [], plan);
  for (const [kind, [first, ...more]] of byKind) {
    if (Object.hasOwn(KINDS, kind) || first === undefined) continue;
    const reason = job.say("netboxKind", { count: more.length + 1, kind });
    plan.notes.push({ ...first.row, reason });
  }
  const draft = await planObjects(plan.wanted, job);
  const rejected = [...plan.rejected, ...draft.rejected].toSorted((a, b) => a.line - b.line);
  return { ...draft, rejected, notes: plan.notes };
}

async function presentBcds(
  byKind: Plan["byKind"],
  { client }: ImportJob,
): Promise<ReadonlyMap<string, string>> {
  const nets = new Set((byKind.get("ipam/vlans") ?? []).map(netOf));
  const cidrs = new Set((byKind.get("ipam/prefixes") ?? []).flatMap((one) => cidrOf(one) ?? []));
  const vlans = await listIn(client, "nd.vlan", "net_instnc_list", nets);
  const subnets = await listIn(client, "nd.ip_subnet", "cidr_list", cidrs);
  return new Map([
    ...vlans.map((row): [string, string] => [
      `${textIn(row["net_instnc"])} ${textIn(row["id"])}`,
      textIn(row["bcd"]),
    ]),
    ...subnets.map((row): [string, string] => [textIn(row["cidr"]), textIn(row["bcd"])]),
  ]);
}

function planSites(all: readonly NetboxObject[], { wanted }: Plan): void {
  for (const { members, row } of all) {
    const name = textOf(members, "slug") ?? "";
    const place = { geo_lat: numberOf(members["latitude"]), geo_lon: numberOf(members["longitude"]) };
    wanted.push({
      type: "nd.site",
      values: { name, ...given({ title: textOf(members, "name"), ...place }) },
      row,
    });
  }
}

/** A location of a site is a building, and what lies in it is a room. */
function planLocations(all: readonly NetboxObject[], { wanted }: Plan): void {
  const byId = new Map(all.map((one) => [one.id, one]));
  const rootOf = (one: NetboxObject, depth = 0): NetboxObject => {
    const parent = byId.get(idIn(one, "parent") ?? -1);
    return parent === undefined || depth > 100 ? one : rootOf(parent, depth + 1);
  };
  const isRoom = (one: NetboxObject): boolean => rootOf(one) !== one;
  for (const one of all.toSorted((a, b) => Number(isRoom(a)) - Number(isRoom(b)))) {
    const { members, row } = one;
    const site = textOf(partOf(members, "site") ?? {}, "slug") ?? "";
    const name = textOf(members, "name") ?? "";
    const description = textOf(members, "description");
    if (isRoom(one)) {
      const bldg = textOf(rootOf(one).members, "name") ?? "";
      wanted.push({ type: "nd.room", values: { site, bldg, name, ...given({ description }) }, row });
    } else
      wanted.push({
        type: "nd.bldg",
        values: { site, number: name, ...given({ title: description }) },
        row,
      });
  }
}

/** Each VLAN is a broadcast domain of its own; a VLAN that is there keeps its BCD. */
function planVlans(all: readonly NetboxObject[], { wanted, bcds, vlans }: Plan): void {
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

function planPrefixes(all: readonly NetboxObject[], plan: Plan): void {
  const { wanted, rejected, bcds, vlans, bcd: others, say } = plan;
  for (const one of all.filter((prefix) => isPlain(prefix, plan))) {
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
function isPlain({ members, row }: NetboxObject, { notes, say }: Plan): boolean {
  const status = textOf(partOf(members, "status") ?? {}, "value") ?? textOf(members, "status");
  const key = textKey(partOf(members, "vrf") !== null, status === "container");
  if (key !== null) notes.push({ ...row, reason: say(key) });
  return key === null;
}

function textKey(isOfVrf: boolean, isContainer: boolean): TextKey | null {
  if (isOfVrf) return "netboxVrf";
  return isContainer ? "netboxContainer" : null;
}

function planAddresses(all: readonly NetboxObject[], plan: Plan): void {
  const plain = all.filter((one) => isPlain(one, plan));
  const nameless = plain.filter(({ members }) => textOf(members, "dns_name") === null);
  const [first] = nameless;
  if (first !== undefined)
    plan.notes.push({ ...first.row, reason: plan.say("netboxNameless", { count: nameless.length }) });
  const records = plain.flatMap(({ members, row }): readonly Wanted[] => {
    const name = textOf(members, "dns_name");
    if (name === null) return [];
    const fqdn = nameIn(name, row, plan);
    const address = parseAddress((textOf(members, "address") ?? "").split("/", 1)[0] ?? "");
    if (fqdn === null) return [];
    if (address === null) {
      plan.rejected.push({
        ...row,
        reason: plan.say("badData", { type: "A", problem: plan.say("bad_format") }),
      });
      return [];
    }
    const type = address.text.includes(":") ? "AAAA" : "A";
    return [{ type: "dns.record", values: { fqdn, type, data: address.text }, row }];
  });
  plan.wanted.push(...records);
}

function planDevices(all: readonly NetboxObject[], plan: Plan): void {
  const addresses = new Map((plan.byKind.get("ipam/ip-addresses") ?? []).map((one) => [one.id, one]));
  const devices = all.flatMap((one): readonly Wanted[] => {
    const name = deviceName(one, addresses);
    if (name === null) plan.rejected.push({ ...one.row, reason: plan.say("netboxDevice") });
    const fqdn = name === null ? null : nameIn(name, one.row, plan);
    return fqdn === null ? [] : [deviceOf(one, fqdn)];
  });
  plan.wanted.push(...devices);
}

function deviceName(one: NetboxObject, addresses: ReadonlyMap<number, NetboxObject>): string | null {
  const own = textOf(one.members, "name");
  if (own?.includes(".") === true) return own;
  const primary = addresses.get(idIn(one, "primary_ip") ?? -1);
  return primary === undefined ? null : textOf(primary.members, "dns_name");
}

function deviceOf({ members, row }: NetboxObject, fqdn: string): Wanted {
  // The role had another name before NetBox 3.6.
  const role = partOf(members, "role") ?? partOf(members, "device_role") ?? {};
  const more = { serial_number: textOf(members, "serial"), description: textOf(members, "description") };
  const values = { fqdn, type: textOf(role, "slug") ?? "device", ...given(more) };
  return { type: "nd.device", values, row };
}

/** The name, which is wanted too; null where it is none, which is told. */
function nameIn(text: string, row: NetboxObject["row"], plan: Plan): string | null {
  const { names, wanted, rejected, say, toAscii } = plan;
  const name = readFqdn(text.endsWith(".") ? text : `${text}.`, toAscii);
  if (!name.ok) {
    rejected.push({ ...row, reason: say("badName", { problem: say(name.fault) }) });
    return null;
  }
  if (!names.has(name.value)) {
    names.add(name.value);
    wanted.push({ type: "dns.fqdn", values: { value: name.value, type: "domain" }, row, onlyNew: ["type"] });
  }
  return name.value;
}

function cidrOf({ members }: NetboxObject): string | null {
  return parseNetwork(textOf(members, "prefix") ?? "")?.text ?? null;
}

function idIn({ members }: NetboxObject, name: string): number | null {
  const id = partOf(members, name)?.["id"];
  return typeof id === "number" ? id : null;
}

function numberOf(value: Json | undefined): number | null {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}
