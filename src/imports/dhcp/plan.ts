import { parseFqdn } from "#contract/values/fqdn";
import { networkAround, parseAddress } from "#contract/values/ip";
import { textIn } from "#contract/wire/json";
import {
  listOf,
  type DhcpConfig,
  type DhcpPool,
  type DhcpSubnet,
  type Reservation,
  type Told,
} from "./config.ts";
import { addSetting, joinedSettings, type RunSettings } from "./settings.ts";
import { restingOnSubnets, type InSubnet, type RunSubnet } from "./subnets.ts";
import { addressReader, gatewayIn, macIn, versionOf, type AddressOf } from "./values.ts";
import { listIn } from "../shared/list-in.ts";
import { noted, type ConfigFile } from "../shared/including.ts";
import type { ImportJob } from "../shared/job.ts";
import { knownBcds } from "../shared/known-bcds.ts";
import { given, planObjects, type Wanted } from "../shared/objects.ts";
import { inOrder, ofFile, rowAt, type ImportDraft, type Rejected } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

export interface DhcpImport extends ImportJob {
  readonly config: DhcpConfig;
  /** BCD of new subnets for which the file names none. */
  readonly bcd: string | null;
}

/** The contents of several configurations together. Rows name their file if there is more than one. */
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
    pools: all.flatMap(({ pools }) => pools),
    reservations: all.flatMap(({ reservations }) => reservations),
    rejected: all.flatMap((config, at) => {
      const name = files[at]?.name ?? null;
      if (!isEmpty(config)) return config.rejected;
      return { ...rowAt({ file: name, line: 1 }, name ?? ""), reason: say("nothingHere") };
    }),
    notes: all.flatMap(({ notes }) => notes),
    left: all.flatMap(({ left }) => left),
  };
}

/** True for a file of another kind, or for a part of a configuration that nothing includes. */
function isEmpty({ subnets, pools, reservations, rejected, notes }: DhcpConfig): boolean {
  return [subnets, pools, reservations, rejected, notes].every((all) => all.length === 0);
}

interface Planning {
  readonly say: Say;
  readonly nameOf: KnownName;
  readonly addressOf: AddressOf;
  readonly rejected: Rejected[];
  readonly notes: Rejected[];
  /** Routers that were taken as a gateway or rejected, by the setting that lists them. */
  readonly routers: Map<Told, Set<string>>;
}

/** Subnets, DHCP settings, pools and static assignments that a configuration makes or changes. */
export async function planDhcp({ config, bcd, ...job }: DhcpImport): Promise<ImportDraft> {
  const { say } = job;
  const ofSubnets = config.subnets.map((subnet) => subnet.bcd);
  const isBcd = await knownBcds(ofSubnets, bcd, job);
  const owned = await ownedSubnets(config, bcd, isBcd, job);
  const planning: Planning = {
    say,
    nameOf: await knownNames(config, job),
    addressOf: await addressReader(config, job),
    rejected: [...config.rejected],
    notes: [...config.notes],
    routers: new Map(),
  };
  const networks: Wanted[] = [];
  const settings: RunSettings = new Map();
  for (const { subnet, cidr, owner, reason } of owned) {
    if (reason !== null) planning.rejected.push({ ...subnet.row, reason });
    else {
      networks.push(networkOf(subnet, cidr, owner, planning));
      addSetting(settings, settingOf(subnet, cidr, owner, planning), versionOf(cidr), planning);
    }
  }
  noteOtherRouters(planning);
  const pools = config.pools.flatMap((one) => poolOf(one, planning));
  const assignments = config.reservations.flatMap((one) => assignmentOf(one, planning));
  const within = [...pools, ...assignments];
  const wanted = [
    ...networks,
    ...(await joinedSettings(settings, planning, job)),
    ...within.map((one) => one.wanted),
  ];
  const draft = await planObjects(wanted, job);
  const planned = new Set(draft.steps.map(({ row }) => row));
  const subnets = owned.map(({ subnet: { row }, cidr, isThere, reason }): RunSubnet => {
    const isRejected = reason !== null || !(isThere || planned.has(row));
    return { row, cidr, isRejected };
  });
  const resting = restingOnSubnets(draft.steps, subnets, within, say);
  const entries = [...config.subnets, ...config.pools, ...config.reservations].map(({ row }) => row);
  return {
    ...draft,
    rows: [...new Set([...entries, ...config.left])],
    left: config.left,
    steps: resting.steps,
    rejected: once([...planning.rejected, ...draft.rejected, ...resting.rejected], config.files),
    notes: once(planning.notes, config.files),
    files: config.files ?? [],
  };
}

/** Each message once, although it may concern several subnets. */
function once(told: readonly Rejected[], files: readonly string[] | undefined): readonly Rejected[] {
  const single = new Map(
    told.map((one) => [JSON.stringify([one.file, one.line, one.value, one.reason]), one]),
  );
  return inOrder([...single.values()], files);
}

interface OwnedSubnet {
  readonly subnet: DhcpSubnet;
  readonly cidr: string;
  readonly owner: string;
  /** Reason why the subnet is rejected, or null. */
  readonly reason: string | null;
  readonly isThere: boolean;
}

/** An existing subnet keeps its BCD. */
async function ownedSubnets(
  { subnets }: DhcpConfig,
  bcd: string | null,
  isBcd: (name: string) => boolean,
  { client, say }: ImportJob,
): Promise<readonly OwnedSubnet[]> {
  // Kea accepts any address of a subnet as the subnet.
  const cidrs = subnets.map((subnet) => networkAround(subnet.cidr)?.text ?? "");
  const asked = new Set(cidrs.filter((cidr) => cidr !== ""));
  const there = await listIn(client, "nd.ip_subnet", "cidr_list", asked);
  const bcds = new Map(there.map((row) => [textIn(row["cidr"]), textIn(row["bcd"])]));
  const reasonOf = (subnet: DhcpSubnet, cidr: string): string | null => {
    if (cidr === "") return say("badSubnet", { value: subnet.cidr });
    const name = subnet.bcd ?? bcd;
    if (bcds.has(cidr)) return null;
    if (name === null) return say("noBcd", { cidr });
    return isBcd(name) ? null : say("noSuchBcd", { name });
  };
  return subnets.map((subnet, at) => {
    const cidr = cidrs[at] ?? "";
    const owner = bcds.get(cidr) ?? subnet.bcd ?? bcd ?? "";
    return { subnet, cidr, owner, reason: reasonOf(subnet, cidr), isThere: bcds.has(cidr) };
  });
}

function networkOf(subnet: DhcpSubnet, cidr: string, bcd: string, planning: Planning): Wanted {
  const { row, description, settings } = subnet;
  const gateway = settings.get("gateway");
  const values = {
    cidr,
    bcd,
    ...given({
      gateway_addr: gateway === undefined ? null : gatewayOf(gateway, cidr, planning),
      description,
    }),
  };
  return { type: "nd.ip_subnet", values, row, onlyNew: ["bcd", "description"] };
}

function gatewayOf(told: Told, cidr: string, planning: Planning): string | null {
  const found = gatewayIn(told, cidr, planning.addressOf, planning.say);
  const known = planning.routers.get(told) ?? new Set();
  planning.routers.set(told, known.add(found.text));
  if ("address" in found) return found.address;
  rejectPart(told, found.reason, planning);
  return null;
}

/** A bad value of a subnet or a setting is rejected separately. */
function rejectPart({ row }: Told, reason: string, { rejected, say }: Planning): void {
  rejected.push({ ...row, reason: `${reason} ${say("restTaken")}` });
}

function noteOtherRouters({ routers, notes, say }: Planning): void {
  for (const [{ row, member, value }, known] of routers)
    for (const text of listOf(value).filter((one) => !known.has(one)))
      notes.push({ ...row, reason: say("noHome", { member: `${member} ${text}` }) });
}

function settingOf({ row, settings }: DhcpSubnet, cidr: string, bcd: string, planning: Planning): Wanted {
  const domain = settings.get("domain");
  if (domain !== undefined && planning.nameOf(domain.value) === null)
    planning.notes.push({ ...domain.row, reason: planning.say("noSuchDomain", { name: domain.value }) });
  const lease = settings.get("leaseTime");
  const values = {
    bcd,
    is_enabled: true,
    ...given({
      domain: planning.nameOf(domain?.value ?? null),
      dns_server_list: serversOf(settings.get("dnsServers"), cidr, planning),
      lease_time: lease === undefined ? null : Number(lease.value),
    }),
  };
  return { type: "dhcp.bcd_setting", values, row, isGiven: true };
}

function serversOf(told: Told | undefined, cidr: string, planning: Planning): string[] | null {
  const servers = listOf(told?.value).flatMap((text): readonly string[] => {
    // A server may have an address of the other IP version than the subnet.
    const version = parseAddress(text)?.version ?? versionOf(cidr);
    const found = planning.addressOf(text, version);
    if ("address" in found) return [found.address];
    if (told !== undefined) rejectPart(told, found.reason, planning);
    return [];
  });
  return servers.length === 0 ? null : servers;
}

interface Within extends InSubnet {
  readonly wanted: Wanted;
}

function poolOf(pool: DhcpPool, { rejected, say }: Planning): readonly Within[] {
  const { row, first, last, description, subnet } = pool;
  const [from, to] = [parseAddress(first), parseAddress(last)];
  if (from?.version !== 4 || to?.version !== 4) {
    rejected.push({ ...row, reason: say("badRangeOfPool", { value: `${first} - ${last}` }) });
    return [];
  }
  if (from.value === to.value) {
    rejected.push({ ...row, reason: say("poolOfOne", { value: from.text }) });
    return [];
  }
  const values = { first_addr: from.text, last_addr: to.text, ...given({ description }) };
  const wanted = { type: "dhcp.pool", values, row, onlyNew: ["description"] };
  return [{ row, address: from.text, subnet, wanted }];
}

function assignmentOf(one: Reservation, planning: Planning): readonly Within[] {
  const { row, description, subnet } = one;
  const { nameOf, addressOf, rejected, notes, say } = planning;
  const found = addressOf(one.address, versionOf(one.address));
  const mac = macIn(one.mac);
  if ("reason" in found || mac === null) {
    const reason = "reason" in found ? found.reason : say("badMac", { value: one.mac });
    rejected.push({ ...row, reason });
    return [];
  }
  const fqdn = nameOf(one.name);
  if (one.name !== null && fqdn === null)
    notes.push({ ...row, reason: say("noSuchName", { name: one.name }) });
  const values = { ip_addr: found.address, mac_addr: mac, ...given({ fqdn, description }) };
  const wanted = { type: "dhcp.static_assignment", values, row, onlyNew: ["description"] };
  return [{ row, address: found.address, subnet, wanted }];
}

/** The canonical form of an existing name; null for any other text. */
type KnownName = (text: string | null) => string | null;

/** Knows the names that the configuration mentions and the database has. */
async function knownNames(
  { subnets, reservations }: DhcpConfig,
  { client, toAscii }: ImportJob,
): Promise<KnownName> {
  const read: KnownName = (text) => (text === null || text === "" ? null : parseFqdn(text, toAscii));
  const domains = subnets.map(({ settings }) => settings.get("domain")?.value ?? null);
  const asked = [...domains, ...reservations.map(({ name }) => name)];
  const names = new Set(asked.flatMap((text) => read(text) ?? []));
  const rows = await listIn(client, "dns.fqdn", "value_list", names);
  const there = new Set(rows.map((row) => textIn(row["value"])));
  return (text) => {
    const name = read(text);
    return name !== null && there.has(name) ? name : null;
  };
}
