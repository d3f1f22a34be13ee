import { parseAddress, parseNetwork } from "../values/ip.ts";
import { parseFqdn } from "../values/fqdn.ts";
import { textIn } from "../wire/json.ts";
import { noted, type ConfigFile } from "./including.ts";
import type { ImportJob } from "./job.ts";
import { listIn } from "./dns-present.ts";
import { given, planObjects, type Wanted } from "./objects.ts";
import {
  addAll,
  inOrder,
  ofFile,
  placeIn,
  rowAt,
  type ImportDraft,
  type Rejected,
  type SourceRow,
} from "./steps.ts";
import type { Say } from "./texts.ts";

/** A subnet as the configuration of a DHCP server has it; what it inherits is filled in. */
export interface DhcpSubnet {
  readonly row: SourceRow;
  readonly cidr: string;
  /** BCD that the file names. */
  readonly bcd: string | null;
  readonly description: string | null;
  readonly gateway: string | null;
  readonly dnsServers: readonly string[] | null;
  readonly domain: string | null;
  readonly leaseTime: number | null;
  readonly pools: readonly { readonly row: SourceRow; readonly first: string; readonly last: string }[];
}

export interface Reservation {
  readonly row: SourceRow;
  readonly address: string;
  readonly mac: string;
  readonly name: string | null;
  readonly description: string | null;
}

export interface DhcpConfig {
  readonly subnets: readonly DhcpSubnet[];
  readonly reservations: readonly Reservation[];
  readonly rejected: readonly Rejected[];
  readonly notes: readonly Rejected[];
  /** Names of the files in the order in which they were read. */
  readonly files?: readonly string[];
}

export interface DhcpImport extends ImportJob {
  readonly config: DhcpConfig;
  /** BCD of new subnets for which the file names none. */
  readonly bcd: string | null;
}

/** What several configurations have together. Rows have the name of their file if there is more than one. */
export function readConfigs(
  read: (file: ConfigFile, say: Say) => DhcpConfig,
  files: readonly ConfigFile[],
  say: Say,
): DhcpConfig {
  const names: string[] = [];
  const all = files.map(({ name = null, include = () => null, ...file }) => {
    if (name !== null) names.push(name);
    return read({ ...file, name: files.length === 1 ? null : name, include: noted(include, names) }, say);
  });
  if (all.every(isEmpty)) throw new Error(ofFile(names[0] ?? null, say("nothingHere")));
  return {
    files: names,
    subnets: all.flatMap(({ subnets }) => subnets),
    reservations: all.flatMap(({ reservations }) => reservations),
    rejected: all.flatMap((config, at) => {
      const name = files[at]?.name ?? null;
      if (!isEmpty(config)) return config.rejected;
      return { ...rowAt({ file: name, line: 1 }, name ?? ""), reason: say("nothingHere") };
    }),
    notes: all.flatMap(({ notes }) => notes),
  };
}

/** A file of another kind, or a part of a configuration that nothing includes. */
function isEmpty({ subnets, reservations, rejected, notes }: DhcpConfig): boolean {
  return subnets.length + reservations.length + rejected.length + notes.length === 0;
}

/** Subnets, DHCP settings, pools and static assignments that a configuration makes or changes. */
export async function planDhcp({ config, bcd, ...job }: DhcpImport): Promise<ImportDraft> {
  const { client, say } = job;
  const rejected: Rejected[] = [...config.rejected];
  const notes: Rejected[] = [...config.notes];
  const cidrs = config.subnets.map((subnet) => ({ subnet, cidr: networkIn(subnet.cidr) }));
  const asked = new Set(cidrs.flatMap(({ cidr }) => cidr ?? []));
  const there = await listIn(client, "nd.ip_subnet", "cidr_list", asked);
  const bcds = new Map(there.map((row) => [textIn(row["cidr"]), textIn(row["bcd"])]));
  const networks: Wanted[] = [];
  const settings = new Map<string, Wanted>();
  const pools: Wanted[] = [];
  const nameOf = await knownNames(config, job);
  for (const { subnet, cidr } of cidrs) {
    const owner = (cidr === null ? undefined : bcds.get(cidr)) ?? subnet.bcd ?? bcd;
    if (cidr === null) rejected.push({ ...subnet.row, reason: say("badSubnet", { value: subnet.cidr }) });
    else if (owner === null) rejected.push({ ...subnet.row, reason: say("noBcd", { cidr }) });
    else {
      networks.push(networkOf(subnet, cidr, owner));
      if (subnet.domain !== null && nameOf(subnet.domain) === null)
        notes.push({ ...subnet.row, reason: say("noSuchDomain", { name: subnet.domain }) });
      addSetting(settings, settingOf(subnet, owner, nameOf), notes, say);
      addAll(pools, subnet.pools.map(poolOf));
    }
  }
  const assignments = config.reservations.map((one) => assignmentOf(one, nameOf, notes, say));
  const draft = await planObjects([...networks, ...settings.values(), ...pools, ...assignments], job);
  return {
    ...draft,
    rejected: inOrder([...rejected, ...draft.rejected], config.files),
    notes,
    files: config.files ?? [],
  };
}

function networkIn(text: string): string | null {
  return parseNetwork(text)?.text ?? null;
}

function networkOf({ row, gateway, description }: DhcpSubnet, cidr: string, bcd: string): Wanted {
  const values = { cidr, bcd, ...given({ gateway_addr: gateway, description }) };
  return { type: "nd.ip_subnet", values, row, onlyNew: ["bcd", "description"] };
}

function settingOf(subnet: DhcpSubnet, bcd: string, nameOf: KnownName): Wanted {
  const { row, dnsServers, domain, leaseTime } = subnet;
  const servers = dnsServers === null ? null : dnsServers.map((text) => parseAddress(text)?.text ?? text);
  const values = {
    bcd,
    is_enabled: true,
    ...given({
      domain: nameOf(domain),
      dns_server_list: servers,
      lease_time: leaseTime,
    }),
  };
  return { type: "dhcp.bcd_setting", values, row, isGiven: true };
}

/** A BCD has one setting for all its subnets. */
function addSetting(settings: Map<string, Wanted>, one: Wanted, notes: Rejected[], say: Say): void {
  const bcd = textIn(one.values["bcd"]);
  const earlier = settings.get(bcd);
  if (earlier === undefined) settings.set(bcd, one);
  else if (JSON.stringify(earlier.values) !== JSON.stringify(one.values))
    notes.push({ ...one.row, reason: say("otherSettings", { bcd, place: placeIn(earlier.row, say) }) });
}

function poolOf({ row, first, last }: DhcpSubnet["pools"][number]): Wanted {
  return { type: "dhcp.pool", values: { first_addr: first, last_addr: last }, row };
}

function assignmentOf(one: Reservation, nameOf: KnownName, notes: Rejected[], say: Say): Wanted {
  const { row, address, mac, description } = one;
  const fqdn = nameOf(one.name);
  if (one.name !== null && fqdn === null)
    notes.push({ ...row, reason: say("noSuchName", { name: one.name }) });
  const values = { ip_addr: address, mac_addr: mac, ...given({ fqdn, description }) };
  return { type: "dhcp.static_assignment", values, row, onlyNew: ["description"] };
}

/** The canonical form of a name that is there; null for any other text. */
type KnownName = (text: string | null) => string | null;

/** Knows the names that the configuration mentions and the database has. */
async function knownNames(
  { subnets, reservations }: DhcpConfig,
  { client, toAscii }: ImportJob,
): Promise<KnownName> {
  const read: KnownName = (text) => (text === null || text === "" ? null : parseFqdn(text, toAscii));
  const asked = [...subnets.map(({ domain }) => domain), ...reservations.map(({ name }) => name)];
  const names = new Set(asked.flatMap((text) => read(text) ?? []));
  const rows = await listIn(client, "dns.fqdn", "value_list", names);
  const there = new Set(rows.map((row) => textIn(row["value"])));
  return (text) => {
    const name = read(text);
    return name !== null && there.has(name) ? name : null;
  };
}

/** `192.0.2.10 - 192.0.2.99` or `192.0.2.0/28` as first and last address; null for any other text. */
export function rangeOf(text: string): { readonly first: string; readonly last: string } | null {
  const [from = "", to] = text.split("-").map((part) => part.trim());
  if (to === undefined && !from.includes("/")) return null;
  const first = parseAddress(from)?.text;
  const last = to === undefined ? undefined : parseAddress(to)?.text;
  if (first !== undefined && last !== undefined) return { first, last };
  return to === undefined ? boundsOf(from) : null;
}

function boundsOf(text: string): { readonly first: string; readonly last: string } | null {
  const network = parseNetwork(text);
  if (network?.version !== 4) return null;
  const [address = "", prefix = "32"] = network.text.split("/");
  const start = address.split(".").reduce((sum, byte) => sum * 256 + Number(byte), 0);
  const end = start + 2 ** (32 - Number(prefix)) - 1;
  const last = [24, 16, 8, 0].map((shift) => Math.floor(end / 2 ** shift) % 256).join(".");
  return { first: address, last };
}
