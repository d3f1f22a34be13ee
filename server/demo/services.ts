import type { Campus, NameTree } from "./campus.ts";
import { ipv4, type Network } from "./networks.ts";
import { nameOf, serverAddress } from "./names.ts";
import { createRandom, type Random } from "./random.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import { at } from "./units.ts";
import NETWORKS from "./data/networks.json" with { type: "json" };

/** Hosts take at most the lower half of a network; the upper half has its pool, then static assignments. */
interface Ranges {
  readonly pool: number;
  readonly poolSize: number;
  readonly assigned: number;
}

const ASSIGNED = 4;
const CLIENTS = 5;
const HOUR = 3_600_000;

/** DHCP and MAC authentication of the networks whose users get addresses by themselves, and sets of name servers. */
export function serviceTables({ networks, names, now }: Campus): readonly Table[] {
  const settings = new RowList("dhcp.bcd_setting");
  const pools = new RowList("dhcp.pool");
  const assignments = new RowList("dhcp.static_assignment");
  const clients = new RowList("macauth.client");
  const leases: Row[] = [];
  const logins: Row[] = [];
  const servers = [0, 1].map((index) => serverAddress(networks, index));
  for (const network of networks) {
    const hasUsers = network.use.category === "USER";
    if (!hasUsers) {
      settings.add({ bcd: network.id, is_enabled: false });
      continue;
    }
    settings.add({
      bcd: network.id,
      is_enabled: true,
      domain: nameOf(network, names).id,
      dns_server_list: servers,
      lease_time: LEASE_HOURS * 3600,
    });
    // A separate seed keeps the choices for other rows the same.
    const random = createRandom(network.id + 500_000);
    const ranges = rangesOf(network);
    pools.add(poolIn(network, ranges));
    addAssignments(network, ranges, names, assignments);
    leases.push(...leasesIn(ranges, random, now));
    addClients(network, random, now, { clients, logins });
  }
  return [
    settings,
    pools,
    assignments,
    { type: "dhcp.lease", rows: leases, into: LEASES },
    clients,
    { type: "macauth.client", rows: logins, into: LOGINS },
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

/** IPv4 and IPv6 network of a BCD have consecutive numbers. */
function subnetOf({ id }: Network): number {
  return id * 2 - 1;
}

function poolIn(network: Network, { pool, poolSize }: Ranges): Row {
  return {
    first_addr: ipv4(pool),
    last_addr: ipv4(pool + poolSize - 1),
    subnet: subnetOf(network),
    bcd: network.id,
    description: `${network.use.title}, auf Zeit`,
  };
}

function addAssignments(network: Network, { assigned }: Ranges, names: NameTree, rows: RowList): void {
  for (let number = 0; number < ASSIGNED; number++) {
    rows.add({
      ip_addr: ipv4(assigned + number),
      mac_addr: macOf(1, network.id * ASSIGNED + number),
      bcd: network.id,
      subnet: subnetOf(network),
      fqdn: number === 0 ? nameOf(network, names).id : null,
      description: at(NETWORKS.devices, network.id + number),
    });
  }
}

/** Long enough that a campus made some days ago still has leases. */
const LEASE_HOURS = 7 * 24;

/** Some addresses of each pool are lent out now; one lease has ended, and one belongs to a static assignment. */
function leasesIn({ pool, poolSize, assigned }: Ranges, random: Random, now: Date): readonly Row[] {
  const lease = (address: number, number: number, begin: number, isStatic: boolean): Row => ({
    ip_addr: ipv4(address),
    mac_addr: macOf(2, address),
    hostname: number % 3 === 0 ? null : `${random.pick(NETWORKS.clients)}-${String(number)}`,
    ts_begin: new Date(now.getTime() - begin * HOUR).toISOString(),
    ts_end: new Date(now.getTime() + (LEASE_HOURS - begin) * HOUR).toISOString(),
    is_static: isStatic,
  });
  const lent = Math.min(8, poolSize - 1);
  return [
    ...Array.from({ length: lent }, (_, number) => lease(pool + number, number, 1 + random.below(20), false)),
    lease(pool + lent, lent, LEASE_HOURS + 6, false),
    lease(assigned, lent + 1, 2, true),
  ];
}

function addClients(
  network: Network,
  random: Random,
  now: Date,
  { clients, logins }: { readonly clients: RowList; readonly logins: Row[] },
): void {
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

/** Locally administered addresses, with a separate range for each kind of device. */
function macOf(kind: number, number: number): string {
  const digits = (number % 2 ** 32).toString(16).padStart(8, "0");
  return `02:0${String(kind)}:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4, 6)}:${digits.slice(6)}`;
}

function nameServerTables({ servers }: NameTree): readonly Table[] {
  const sets = new RowList("dnscfg.ns_set");
  const members = new RowList("dnscfg.ns_set_member");
  const add = (name: string, description: string, isExclusive: boolean, count: number): void => {
    const set = sets.add({ name, description, members_are_exclusive: isExclusive });
    for (const [index, { id }] of servers.slice(0, count).entries()) {
      members.add({
        ns_set_name: set,
        ns_fqdn: id,
        ns_is_primary: index === 0,
        ns_is_master: index === 0,
        ns_is_native: true,
        ns_is_registered: true,
      });
    }
  };
  add("campus", "Nameserver der Universität", true, 2);
  add("intern", "Nameserver interner Zonen", false, 1);
  return [sets, members];
}

/**
 * Places where the switches of the demo campus last saw devices: MAC addresses of clients and assignments, each at a port of its BCD, so that the MAC
 * finder has results. Every seventh device was seen at a second port before.
 */
export const DEMO_SIGHTINGS = `insert into macfinder.sighting (mac_addr, device, port, vlan_id, last_seen)
  with known as (
      select m.mac_addr, m.bcd, row_number() over (partition by m.bcd order by m.mac_addr) as n
      from (
        select c.mac_addr, c.bcd_name as bcd
        from macauth.client c
        union select a.mac_addr, a.bcd
        from dhcp.static_assignment a) m),
    places as (
      select l.bcd, f.value as device, l.name as port,
        row_number() over (partition by l.bcd order by l.id) as n, count(*) over (partition by l.bcd) as ports
      from nd.l_port l join nd.device d on d.id = l.device join dns.fqdn f on f.id = d.fqdn
      where l.bcd is not null)
  select k.mac_addr, p.device, p.port, null,
    date_trunc('second', $1::timestamptz - (k.n * 7 + z.second * 1440) * interval '1 minute')
  from known k
    cross join (values (0), (1)) z(second)
    join places p on p.bcd = k.bcd and p.n = 1 + (k.n - 1 + z.second) % p.ports
  where z.second = 0 or (k.n % 7 = 0 and p.ports > 1)
  on conflict do nothing`;
