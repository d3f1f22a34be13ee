import { parseAddress, parseNetwork } from "#contract/values/ip";
import { parseFqdn } from "#contract/values/fqdn";
import { textIn, type Json, type Params, type Row } from "#contract/wire/json";
import { toAscii } from "../catalogue/to-ascii.ts";
import type { Client } from "./client.ts";
import { listIn } from "./dns-present.ts";
import { planObjects, type Wanted } from "./objects.ts";
import type { ImportDraft, Rejected, SourceRow } from "./steps.ts";
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
}

export interface DhcpImport {
  readonly config: DhcpConfig;
  /** BCD of new subnets for which the file names none. */
  readonly bcd: string | null;
  readonly client: Client;
  readonly say: Say;
}

/** Subnets, DHCP settings, pools and static assignments that a configuration makes or changes. */
export async function planDhcp({ config, bcd, client, say }: DhcpImport): Promise<ImportDraft> {
  const rejected: Rejected[] = [...config.rejected];
  const notes: Rejected[] = [...config.notes];
  const cidrs = config.subnets.map((subnet) => ({ subnet, cidr: networkIn(subnet.cidr) }));
  const asked = new Set(cidrs.flatMap(({ cidr }) => cidr ?? []));
  const there = await listIn(client, "nd.ip_subnet", "cidr_list", asked);
  const bcds = new Map(there.map((row) => [textIn(row["cidr"]), textIn(row["bcd"])]));
  const networks: Wanted[] = [];
  const settings = new Map<string, Wanted>();
  const pools: Wanted[] = [];
  const known = await namesOf(config, client);
  for (const { subnet, cidr } of cidrs) {
    const owner = (cidr === null ? undefined : bcds.get(cidr)) ?? subnet.bcd ?? bcd;
    if (cidr === null) rejected.push({ ...subnet.row, reason: say("badSubnet", { value: subnet.cidr }) });
    else if (owner === null) rejected.push({ ...subnet.row, reason: say("noBcd", { cidr }) });
    else {
      networks.push(networkOf(subnet, cidr, owner));
      const domain = nameIn(subnet.domain);
      if (subnet.domain !== null && (domain === null || !known.has(domain)))
        notes.push({ ...subnet.row, reason: say("noSuchDomain", { name: subnet.domain }) });
      addSetting(settings, settingOf(subnet, owner, known), notes, say);
      pools.push(...subnet.pools.map(poolOf));
    }
  }
  const assignments = config.reservations.map((one) => assignmentOf(one, known, notes, say));
  const draft = await planObjects([...networks, ...settings.values(), ...pools, ...assignments], client, say);
  return {
    ...draft,
    rejected: [...rejected, ...draft.rejected].toSorted((a, b) => a.line - b.line),
    notes,
  };
}

function networkIn(text: string): string | null {
  return parseNetwork(text)?.text ?? null;
}

function networkOf({ row, gateway, description }: DhcpSubnet, cidr: string, bcd: string): Wanted {
  const values = { cidr, bcd, ...given({ gateway_addr: gateway, description }) };
  return { type: "nd.ip_subnet", values, row, onlyNew: ["bcd", "description"] };
}

function settingOf(subnet: DhcpSubnet, bcd: string, known: ReadonlySet<string>): Wanted {
  const { row, dnsServers, domain, leaseTime } = subnet;
  const name = nameIn(domain);
  const servers = dnsServers === null ? null : dnsServers.map((text) => parseAddress(text)?.text ?? text);
  const values = {
    bcd,
    is_enabled: true,
    ...given({
      domain: name !== null && known.has(name) ? name : null,
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
    notes.push({ ...one.row, reason: say("otherSettings", { bcd, line: earlier.row.line }) });
}

function poolOf({ row, first, last }: DhcpSubnet["pools"][number]): Wanted {
  return { type: "dhcp.pool", values: { first_addr: first, last_addr: last }, row };
}

function assignmentOf(one: Reservation, known: ReadonlySet<string>, notes: Rejected[], say: Say): Wanted {
  const { row, address, mac, description } = one;
  const name = nameIn(one.name);
  const isKnown = name !== null && known.has(name);
  if (one.name !== null && !isKnown) notes.push({ ...row, reason: say("noSuchName", { name: one.name }) });
  const values = { ip_addr: address, mac_addr: mac, ...given({ fqdn: isKnown ? name : null, description }) };
  return { type: "dhcp.static_assignment", values, row, onlyNew: ["description"] };
}

/** What a file does not tell is left as it is. */
function given(values: Params): Params {
  return Object.fromEntries(Object.entries(values).filter(([, value]: [string, Json]) => value !== null));
}

function nameIn(text: string | null): string | null {
  return text === null || text === "" ? null : parseFqdn(text, toAscii);
}

/** Names that the configuration mentions and the database has. */
async function namesOf({ subnets, reservations }: DhcpConfig, client: Client): Promise<ReadonlySet<string>> {
  const asked = [...subnets.map(({ domain }) => domain), ...reservations.map(({ name }) => name)];
  const rows: readonly Row[] = await listIn(
    client,
    "dns.fqdn",
    "value_list",
    new Set(asked.flatMap((text) => nameIn(text) ?? [])),
  );
  return new Set(rows.map((row) => textIn(row["value"])));
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
