import { ipv4, type Network } from "./networks.ts";
import { serverAddress, type NameTree } from "./names.ts";
import { createRandom, type Random } from "./random.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import { at } from "./units.ts";
import NETWORKS from "./data/networks.json" with { type: "json" };

/** Hosts take the lower half of a network at most: the upper one holds its pool, then static assignments. */
interface Ranges {
  readonly pool: number;
  readonly poolSize: number;
  readonly assigned: number;
}

const ASSIGNED = 4;
const CLIENTS = 5;
const HOUR = 3_600_000;

/** DHCP and MAC authentication of the networks whose users get addresses by themselves, and sets of name servers. */
export function serviceTables(networks: readonly Network[], names: NameTree, now: Date): readonly Table[] {
  const tables = {
    settings: new RowList("dhcp.bcd_setting"),
    pools: new RowList("dhcp.pool"),
    assignments: new RowList("dhcp.static_assignment"),
    clients: new RowList("macauth.client"),
    leases: [] as Row[],
    logins: [] as Row[],
  };
  const servers = [0, 1].map((index) => serverAddress(at(networks, 0), index));
  for (const network of networks) {
    addSetting(network, { names, servers }, tables.settings);
    if (network.use.category !== "USER") continue;
    // A seed of its own: the other rows stay what they are.
    const random = createRandom(network.id + 500_000);
    const ranges = rangesOf(network);
    addPool(network, ranges, tables.pools);
    addAssignments(network, ranges, names, tables.assignments);
    addLeases(ranges, random, now, tables.leases);
    addClients(network, random, now, tables);
  }
  return [
    tables.settings,
    tables.pools,
    tables.assignments,
    { type: "dhcp.lease", rows: tables.leases, into: LEASES },
    tables.clients,
    { type: "macauth.client", rows: tables.logins, into: LOGINS },
    ...nameServerTables(names),
  ];
}

const LEASES = {
  table: "dhcp.lease_state",
  columns: {
    ip_addr: "inet",
    mac_addr: "macaddr",
    hostname: "text",
    ts_begin: "timestamptz",
    ts_end: "timestamptz",
    is_static: "boolean",
  },
};
const LOGINS = {
  table: "macauth.login",
  columns: { mac_addr: "macaddr", ts: "timestamptz", node: "text" },
};

function rangesOf({ first, prefix }: Network): Ranges {
  const size = 2 ** (32 - prefix);
  const pool = first + size / 2 + 8;
  return { pool, poolSize: size / 4, assigned: pool + size / 4 };
}

/** IPv4 and IPv6 network of a BCD are numbered one after the other. */
function subnetOf({ id }: Network): number {
  return id * 2 - 1;
}

/** Users' networks have DHCP, with the domain of the network and the name servers of the campus. */
function addSetting(
  { id, use }: Network,
  { names, servers }: { readonly names: NameTree; readonly servers: readonly string[] },
  rows: RowList,
): void {
  const isOn = use.category === "USER";
  const on = {
    domain: names.ofNetwork.get(id)?.id ?? null,
    dns_server_list: servers,
    lease_time: LEASE_HOURS * 3600,
  };
  rows.add({ bcd: id, is_enabled: isOn, ...(isOn ? on : {}) });
}

function addPool(network: Network, { pool, poolSize }: Ranges, pools: RowList): void {
  pools.add({
    first_addr: ipv4(pool),
    last_addr: ipv4(pool + poolSize - 1),
    subnet: subnetOf(network),
    bcd: network.id,
    description: `${network.use.title}, auf Zeit`,
  });
}

function addAssignments(network: Network, { assigned }: Ranges, names: NameTree, rows: RowList): void {
  for (let number = 0; number < ASSIGNED; number++) {
    rows.add({
      ip_addr: ipv4(assigned + number),
      mac_addr: macOf(1, network.id * ASSIGNED + number),
      bcd: network.id,
      subnet: subnetOf(network),
      fqdn: number === 0 ? (names.ofNetwork.get(network.id)?.id ?? null) : null,
      description: at(NETWORKS.devices, network.id + number),
    });
  }
}

/** Long enough that a campus which was made some days ago still has leases. */
const LEASE_HOURS = 7 * 24;

/** Of each pool some addresses are lent out now; one lease has ended, one belongs to a static assignment. */
function addLeases({ pool, poolSize, assigned }: Ranges, random: Random, now: Date, rows: Row[]): void {
  const lease = (address: number, number: number, begin: number, isStatic: boolean): void => {
    rows.push({
      ip_addr: ipv4(address),
      mac_addr: macOf(2, address),
      hostname: number % 3 === 0 ? null : `${random.pick(NETWORKS.clients)}-${String(number)}`,
      ts_begin: new Date(now.getTime() - begin * HOUR).toISOString(),
      ts_end: new Date(now.getTime() + (LEASE_HOURS - begin) * HOUR).toISOString(),
      is_static: isStatic,
    });
  };
  const lent = Math.min(8, poolSize - 1);
  for (let number = 0; number < lent; number++) lease(pool + number, number, 1 + random.below(20), false);
  lease(pool + lent, lent, LEASE_HOURS + 6, false);
  lease(assigned, lent + 1, 2, true);
}

interface Clients {
  readonly clients: RowList;
  readonly logins: Row[];
}

function addClients(network: Network, random: Random, now: Date, { clients, logins }: Clients): void {
  for (let number = 0; number < CLIENTS; number++) {
    const mac = macOf(3, network.id * CLIENTS + number);
    clients.add({
      mac_addr: mac,
      bcd_name: network.id,
      description: at(NETWORKS.devices, network.id + number),
      wpa2_key: Array.from({ length: 20 }, () => LETTERS.charAt(random.below(LETTERS.length))).join(""),
    });
    if (number === CLIENTS - 1) continue;
    logins.push({
      mac_addr: mac,
      ts: new Date(now.getTime() - random.below(2_000) * HOUR).toISOString(),
      node: `sw-${String(1 + random.below(60))}`,
    });
  }
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** Locally administered addresses, of another range for each kind of device. */
function macOf(kind: number, number: number): string {
  const digits = (number % 2 ** 32).toString(16).padStart(8, "0");
  return `02:0${String(kind)}:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4, 6)}:${digits.slice(6)}`;
}

function nameServerTables(names: NameTree): readonly Table[] {
  const sets = new RowList("dnscfg.ns_set");
  const members = new RowList("dnscfg.ns_set_member");
  const [first, second] = [at(names.servers, 0).id, at(names.servers, 1).id];
  const add = (name: string, description: string, isExclusive: boolean, servers: readonly number[]): void => {
    const set = sets.add({ name, description, members_are_exclusive: isExclusive });
    for (const [index, server] of servers.entries()) {
      members.add({
        ns_set_name: set,
        ns_fqdn: server,
        ns_is_primary: index === 0,
        ns_is_master: index === 0,
        ns_is_native: true,
        ns_is_registered: true,
      });
    }
  };
  add("campus", "Nameserver der Universität", true, [first, second]);
  add("intern", "Nameserver interner Zonen", false, [first]);
  return [sets, members];
}
