import type { DemoCounts } from "./size.ts";
import { createRandom } from "./random.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import { FIRST_HOST, ipv4, ipv6, reverseZones, type Network } from "./networks.ts";
import { at, type Unit } from "./units.ts";
import NETWORKS from "./data/networks.json" with { type: "json" };

export const CAMPUS_ZONE = "tannmuehl.example.";
const ROOT = ".";
export const IMPORT_ZONE = "example.edu.";

/** Ids of the rows that the database wrote from the catalogue, by their names. */
export interface TypeIds {
  readonly fqdn: Readonly<Record<string, string>>;
  readonly record: Readonly<Record<string, string>>;
}

/** The names that others are linked to: those of units and of broadcast domains, with their ids. */
export interface NameTree {
  readonly top: RowList;
  readonly ofUnit: ReadonlyMap<number, { readonly id: number; readonly value: string }>;
  readonly ofNetwork: ReadonlyMap<number, { readonly id: number; readonly value: string }>;
  /** Apex of the zone for imported names. */
  readonly imports: { readonly id: number; readonly value: string };
  readonly servers: readonly { readonly id: number; readonly value: string }[];
  /** Apexes of the zones of reverse names. */
  readonly reverse: readonly { readonly id: number; readonly value: string }[];
}

/** The last server is about to move: resolvers ask for it often until then. */
const MOVING_TTL = 300;
const MOVE_DAYS = 14;
const DAY = 86_400_000;

const SERVERS = ["ns1", "ns2", "mx1", "mx2", "login"] as const;

/** Zones, and the names of units and broadcast domains below them. */
export function makeNameTree(units: readonly Unit[], networks: readonly Network[], ids: TypeIds): NameTree {
  const top = new RowList("dns.fqdn");
  const domain = idOf(ids.fqdn, "domain");
  const add = (value: string, description: string | null, isApex = false) => {
    const apex = isApex ? { is_zone_apex: true, zone_ttl_default: 3600 } : {};
    return { id: top.add({ value, type: domain, description, ...apex }), value };
  };
  const campus = add(CAMPUS_ZONE, "Zone der Universität Tannmühl", true);
  const imports = add(IMPORT_ZONE, "Zone für übernommene Namen", true);
  const servers = SERVERS.map((label) => add(`${label}.${CAMPUS_ZONE}`, null));
  const ofUnit = new Map<number, { id: number; value: string }>([[1, campus]]);
  for (const unit of units.slice(1)) {
    ofUnit.set(unit.id, add(`${unit.label}.${CAMPUS_ZONE}`, unit.title, unit.level === 2));
  }
  const ofNetwork = new Map<number, { id: number; value: string }>();
  for (const { id, label, unit } of networks) {
    ofNetwork.set(id, add(`${label}.${unit.label}.${CAMPUS_ZONE}`, null));
  }
  add(ROOT, "Wurzel des Namensraums");
  const reverse = reverseZones(networks).map((zone) => add(zone, "Rückwärtsnamen der Netze", true));
  return { top, ofUnit, ofNetwork, imports, servers, reverse };
}

interface Host {
  readonly id: number;
  readonly value: string;
  readonly network: Network;
  /** Number of the host in its networks. */
  readonly offset: number;
  readonly hasText: boolean;
}

/** All hosts, the same ones whenever they are asked for. */
function* hosts(networks: readonly Network[], tree: NameTree): Iterable<Host> {
  let id = tree.top.rows.length;
  for (const network of networks) {
    const random = createRandom(network.id);
    const below = tree.ofNetwork.get(network.id)?.value ?? CAMPUS_ZONE;
    for (let number = 0; number < network.hosts; number++) {
      const label = `${random.pick(NETWORKS.hosts)}-${String(number + 1).padStart(3, "0")}`;
      const hasText = random.isChance(0.395);
      yield { id: ++id, value: `${label}.${below}`, network, offset: FIRST_HOST + number, hasText };
    }
  }
}

interface Alias {
  readonly id: number;
  readonly value: string;
  readonly target: Host;
}

/** Every so many hosts one has a second name below its unit or network. */
function* aliases(counts: DemoCounts, networks: readonly Network[], tree: NameTree): Iterable<Alias> {
  const every = Math.floor(counts.hosts / counts.aliases);
  let id = tree.top.rows.length + networks.reduce((sum, network) => sum + network.hosts, 0);
  let index = 0;
  for (const target of hosts(networks, tree)) {
    if (index++ % every !== every - 1) continue;
    const below = tree.ofNetwork.get(target.network.id)?.value ?? CAMPUS_ZONE;
    yield { id: ++id, value: `${at(NETWORKS.aliases, index)}-${String(target.offset)}.${below}`, target };
  }
}

/** How many names there are before those of devices. */
export function nameCount(counts: DemoCounts, networks: readonly Network[], tree: NameTree): number {
  const every = Math.floor(counts.hosts / counts.aliases);
  const hosts = networks.reduce((sum, network) => sum + network.hosts, 0);
  return tree.top.rows.length + hosts + Math.floor(hosts / every);
}

/** Names of zones, units and networks: what others are linked to before the hosts come. The root first: a name above others moves all of them. */
export function treeTables(tree: NameTree): readonly Table[] {
  const isRoot = (row: Row): boolean => row["value"] === ROOT;
  return [
    { type: "dns.fqdn", rows: tree.top.rows.filter(isRoot) },
    { type: "dns.fqdn", rows: tree.top.rows.filter((row) => !isRoot(row)) },
  ];
}

/** Hosts and aliases, and the records of all names. */
export function hostTables(
  counts: DemoCounts,
  networks: readonly Network[],
  tree: NameTree,
  ids: TypeIds,
  now: Date,
): readonly Table[] {
  return [
    {
      type: "dns.fqdn",
      rows: hostRows(counts, networks, tree, ids),
      // No name stands below a host, so only the hosts themselves have to find their place.
      instead: { of: "fqdn_made", run: "select dns.place_names($1::bigint[])" },
    },
    { type: "dns.record", rows: numbered(recordRows(counts, networks, tree, ids, now)) },
  ];
}

function* hostRows(
  counts: DemoCounts,
  networks: readonly Network[],
  tree: NameTree,
  ids: TypeIds,
): Iterable<Row> {
  for (const { id, value } of hosts(networks, tree)) {
    yield { id, value, type: idOf(ids.fqdn, "domain") };
  }
  for (const { id, value } of aliases(counts, networks, tree)) {
    yield { id, value, type: idOf(ids.fqdn, "alias") };
  }
}

function* numbered(rows: Iterable<Row>): Iterable<Row> {
  let id = 0;
  for (const row of rows) yield { id: ++id, ...row };
}

function* recordRows(
  counts: DemoCounts,
  networks: readonly Network[],
  tree: NameTree,
  ids: TypeIds,
  now: Date,
): Iterable<Row> {
  const moving = tree.servers.at(-1)?.id;
  const reset = new Date(now.getTime() + MOVE_DAYS * DAY).toISOString();
  const record: MakeRecord = (fqdn, type, data) => ({
    fqdn,
    type: idOf(ids.record, type),
    data,
    ...(fqdn === moving ? { ttl: MOVING_TTL, ttl_reset_date: reset } : {}),
  });
  yield* zoneRecords(networks, tree, record);
  for (const host of hosts(networks, tree)) {
    const v4 = ipv4(host.network.first + host.offset);
    const v6 = ipv6(host.network, host.offset);
    yield record(host.id, "A", v4);
    yield record(host.id, "AAAA", v6);
    if (host.hasText) yield record(host.id, "TXT", `Inventar ${String(100_000 + host.id)}`);
  }
  for (const alias of aliases(counts, networks, tree)) {
    yield record(alias.id, "CNAME", alias.target.value);
  }
}

/** The database finds the target of a record by its data. */
type MakeRecord = (fqdn: number, type: string, data: string) => Row;

/** IPv4 address of a server of the campus, which all stand in the first network. */
export function serverAddress(network: Network, index: number): string {
  return ipv4(network.first + 4 + index);
}

/** Addresses of the servers in the first network, then what zones, units and networks say of themselves. */
function* zoneRecords(networks: readonly Network[], tree: NameTree, record: MakeRecord): Iterable<Row> {
  const [network] = networks;
  if (network === undefined) return;
  for (const [index, server] of tree.servers.entries()) {
    const v4 = serverAddress(network, index);
    const v6 = ipv6(network, 4 + index);
    yield record(server.id, "A", v4);
    yield record(server.id, "AAAA", v6);
  }
  yield* apexRecords(tree, record);
  yield* unitRecords(tree, record);
  for (const { id } of tree.ofNetwork.values()) yield record(id, "TXT", `Netz ${String(id)}`);
}

function* apexRecords(tree: NameTree, record: MakeRecord): Iterable<Row> {
  const reverse = new Set(tree.reverse.map(({ id }) => id));
  for (const row of tree.top.rows) {
    if (row["is_zone_apex"] !== true) continue;
    const apex = Number(row["id"]);
    for (const server of [at(tree.servers, 0), at(tree.servers, 1)]) {
      yield record(apex, "NS", server.value);
    }
    if (reverse.has(apex)) continue;
    yield record(apex, "CAA", '0 issue "ca.tannmuehl.example"');
  }
}

function* unitRecords(tree: NameTree, record: MakeRecord): Iterable<Row> {
  const [mx1, mx2, login] = [at(tree.servers, 2), at(tree.servers, 3), at(tree.servers, 4)];
  for (const [unit, { id }] of tree.ofUnit) {
    yield record(id, "MX", `10 ${mx1.value}`);
    yield record(id, "MX", `20 ${mx2.value}`);
    yield record(id, "TXT", "v=spf1 mx -all");
    if (unit === 2) yield record(id, "SRV", `0 5 443 ${login.value}`);
  }
}

/** Id of a row that the catalogue wrote. */
export function idOf(ids: Readonly<Record<string, string>>, name: string): string {
  const id = ids[name];
  if (id === undefined) throw new Error(`the catalogue has no type ${name}`);
  return id;
}
