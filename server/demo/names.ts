import type { Campus, Name, NameTree, TypeIds } from "./campus.ts";
import { createRandom } from "./random.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import { FIRST_HOST, ipv4, ipv6, reverseZones, type Network } from "./networks.ts";
import { at, type Unit } from "./units.ts";
import NETWORKS from "./data/networks.json" with { type: "json" };

const CAMPUS_ZONE = "tannmuehl.example.";
const ROOT = ".";
const IMPORT_ZONE = "example.edu.";

/** The last server is about to move, so resolvers ask for it often until then. */
const MOVING_TTL = 300;
const MOVE_DAYS = 14;
const DAY = 86_400_000;

const SERVERS = ["ns1", "ns2", "mx1", "mx2", "login"] as const;
/** All servers are in the first network, from this address on. */
const FIRST_SERVER = 4;

/** Zones, and the names of units and broadcast domains below them. */
export function makeNameTree(units: readonly Unit[], networks: readonly Network[], ids: TypeIds): NameTree {
  const top = new RowList("dns.fqdn");
  const domain = idOf(ids.fqdn, "domain");
  const add = (value: string, description: string | null, isApex = false): Name => {
    const apex = isApex ? { is_zone_apex: true, zone_ttl_default: 3600 } : {};
    return { id: top.add({ value, type: domain, description, ...apex }), value };
  };
  const campus = add(CAMPUS_ZONE, "Zone der Universität Tannmühl", true);
  const imports = add(IMPORT_ZONE, "Zone für übernommene Namen", true);
  const servers = SERVERS.map((label) => add(`${label}.${CAMPUS_ZONE}`, null));
  const ofUnit = new Map([[1, campus]]);
  for (const { id, label, title, level } of units.slice(1)) {
    ofUnit.set(id, add(`${label}.${CAMPUS_ZONE}`, title, level === 2));
  }
  const ofNetworks = networks.map(({ label, unit }) => add(`${label}.${unit.label}.${CAMPUS_ZONE}`, null));
  add(ROOT, "Wurzel des Namensraums");
  const reverse = reverseZones(networks).map((zone) => add(zone, "Rückwärtsnamen der Netze", true));
  return { top, ofUnit, ofNetworks, imports, servers, reverse };
}

/** The name above the hosts of a network. */
export function nameOf({ id }: Network, { ofNetworks }: NameTree): Name {
  return at(ofNetworks, id - 1);
}

interface Host extends Name {
  readonly network: Network;
  /** Number of the host in its networks. */
  readonly offset: number;
  readonly hasText: boolean;
}

/** All hosts, in the same order in each iteration. */
function* hosts({ networks, names }: Campus): Iterable<Host> {
  let id = names.top.rows.length;
  for (const network of networks) {
    const random = createRandom(network.id);
    const below = nameOf(network, names).value;
    for (let number = 0; number < network.hosts; number++) {
      const label = `${random.pick(NETWORKS.hosts)}-${String(number + 1).padStart(3, "0")}`;
      const hasText = random.isChance(0.395);
      yield { id: ++id, value: `${label}.${below}`, network, offset: FIRST_HOST + number, hasText };
    }
  }
}

interface Alias extends Name {
  readonly target: Host;
}

/** One of this number of hosts has a second name. */
function hostsAnAlias({ counts }: Campus): number {
  return Math.floor(counts.hosts / counts.aliases);
}

/** Second names are below the unit or network of their host. */
function* aliases(campus: Campus): Iterable<Alias> {
  const every = hostsAnAlias(campus);
  let id = campus.names.top.rows.length + hostCount(campus);
  let index = 0;
  for (const target of hosts(campus)) {
    if (index++ % every !== every - 1) continue;
    const label = `${at(NETWORKS.aliases, index)}-${String(target.offset)}`;
    yield { id: ++id, value: `${label}.${nameOf(target.network, campus.names).value}`, target };
  }
}

function hostCount({ networks }: Campus): number {
  return networks.reduce((sum, network) => sum + network.hosts, 0);
}

/** Number of names before those of devices. */
export function nameCount(campus: Campus): number {
  const hosts = hostCount(campus);
  return campus.names.top.rows.length + hosts + Math.floor(hosts / hostsAnAlias(campus));
}

/**
 * Names of zones, units and networks, which get their links before the hosts come. The root comes first, because a new name above existing ones moves
 * all of them.
 */
export function treeTables({ top }: NameTree): readonly Table[] {
  const isRoot = (row: Row): boolean => row["value"] === ROOT;
  return [
    { type: "dns.fqdn", rows: top.rows.filter(isRoot) },
    { type: "dns.fqdn", rows: top.rows.filter((row) => !isRoot(row)) },
  ];
}

/** Names without names below them, so that no other name changes its place when they are written. */
export function leaves(rows: Iterable<Row>): Table {
  return {
    type: "dns.fqdn",
    rows,
    instead: { of: "fqdn_made", run: "select dns.place_names($1::bigint[])" },
  };
}

/** Hosts and aliases, and the records of all names. */
export function hostTables(campus: Campus): readonly Table[] {
  return [leaves(hostRows(campus)), { type: "dns.record", rows: recordRows(campus) }];
}

function* hostRows(campus: Campus): Iterable<Row> {
  const { fqdn } = campus.ids;
  for (const { id, value } of hosts(campus)) yield { id, value, type: idOf(fqdn, "domain") };
  for (const { id, value } of aliases(campus)) yield { id, value, type: idOf(fqdn, "alias") };
}

function* recordRows(campus: Campus): Iterable<Row> {
  const { names, ids, now } = campus;
  const moving = names.servers.at(-1)?.id;
  const reset = new Date(now.getTime() + MOVE_DAYS * DAY).toISOString();
  let id = 0;
  for (const [fqdn, type, data] of records(campus)) {
    const until = fqdn === moving ? { ttl: MOVING_TTL, ttl_reset_date: reset } : {};
    yield { id: ++id, fqdn, type: idOf(ids.record, type), data, ...until };
  }
}

/** The database finds the target of a record by its data. */
type NameRecord = readonly [fqdn: number, type: string, data: string];

/** Addresses of the servers, then records of zones, units and networks, then those of hosts and aliases. */
function* records(campus: Campus): Iterable<NameRecord> {
  const { names, networks } = campus;
  const [network] = networks;
  if (network === undefined) return;
  for (const [index, server] of names.servers.entries())
    yield* addresses(server, network, FIRST_SERVER + index);
  yield* apexRecords(names);
  yield* unitRecords(names);
  for (const { id } of names.ofNetworks) yield [id, "TXT", `Netz ${String(id)}`];
  for (const host of hosts(campus)) {
    yield* addresses(host, host.network, host.offset);
    if (host.hasText) yield [host.id, "TXT", `Inventar ${String(100_000 + host.id)}`];
  }
  for (const alias of aliases(campus)) yield [alias.id, "CNAME", alias.target.value];
}

function* addresses({ id }: Name, network: Network, offset: number): Iterable<NameRecord> {
  yield [id, "A", ipv4(network.first + offset)];
  yield [id, "AAAA", ipv6(network, offset)];
}

/** IPv4 address of a server of the campus. */
export function serverAddress(networks: readonly Network[], index: number): string {
  return ipv4(at(networks, 0).first + FIRST_SERVER + index);
}

function* apexRecords({ top, servers, reverse }: NameTree): Iterable<NameRecord> {
  const ofAddresses = new Set(reverse.map(({ id }) => id));
  for (const row of top.rows) {
    if (row["is_zone_apex"] !== true) continue;
    const apex = Number(row["id"]);
    for (const server of servers.slice(0, 2)) yield [apex, "NS", server.value];
    if (!ofAddresses.has(apex)) yield [apex, "CAA", '0 issue "ca.tannmuehl.example"'];
  }
}

function* unitRecords({ ofUnit, servers }: NameTree): Iterable<NameRecord> {
  const [mx1, mx2, login] = [at(servers, 2), at(servers, 3), at(servers, 4)];
  for (const [unit, { id }] of ofUnit) {
    yield [id, "MX", `10 ${mx1.value}`];
    yield [id, "MX", `20 ${mx2.value}`];
    yield [id, "TXT", "v=spf1 mx -all"];
    if (unit === 2) yield [id, "SRV", `0 5 443 ${login.value}`];
  }
}

/** Id of a row that the catalogue wrote. */
export function idOf(ids: Readonly<Record<string, string>>, name: string): string {
  const id = ids[name];
  if (id === undefined) throw new Error(`the catalogue has no type ${name}`);
  return id;
}
