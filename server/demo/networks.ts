import type { DemoCounts } from "./size.ts";
import type { Random } from "./random.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import { at, type Unit } from "./units.ts";
import NETWORKS from "./data/networks.json" with { type: "json" };

/** A broadcast domain with its two networks and the hosts that are put there. */
export interface Network {
  readonly id: number;
  readonly name: string;
  readonly unit: Unit;
  readonly use: (typeof NETWORKS.uses)[number];
  /** Name of the unit under which its hosts are named. */
  readonly label: string;
  /** First address of the IPv4 network as a number, and the length of its prefix. */
  readonly first: number;
  readonly prefix: number;
  readonly hosts: number;
}

const INSTANCES = NETWORKS.instances;

const FIRST_ADDRESS = 0x0a_00_10_00;

/** Broadcast domains of the units below the divisions, in turn. */
export function makeNetworks(counts: DemoCounts, units: readonly Unit[], random: Random): readonly Network[] {
  const owners = units.filter(({ level }) => level >= 3);
  const used = new Map<string, number>();
  const networks: Network[] = [];
  let next = FIRST_ADDRESS;
  let hostsLeft = counts.hosts;
  for (let index = 0; index < counts.bcds; index++) {
    const unit = at(owners, index);
    const use = at(NETWORKS.uses, Math.floor(index / owners.length) + unit.id);
    const base = `${unit.label.split(".").toReversed().join("-")}-${use.label}`;
    const number = (used.get(base) ?? 0) + 1;
    used.set(base, number);
    const share = Math.ceil(hostsLeft / (counts.bcds - index));
    const hosts = Math.min(
      hostsLeft,
      index % 50 === 7 ? share * 6 : Math.floor(share * (0.6 + random.below(80) / 100)),
    );
    hostsLeft -= hosts;
    const prefix = Math.min(26, 31 - Math.ceil(Math.log2(hosts + 16)));
    const size = 2 ** (32 - prefix);
    const first = Math.ceil(next / size) * size;
    next = first + size;
    networks.push({
      id: index + 1,
      name: number === 1 ? base : `${base}-${String(number)}`,
      unit,
      use,
      label: number === 1 ? use.label : `${use.label}${String(number)}`,
      first,
      prefix,
      hosts,
    });
  }
  return networks;
}

export function networkTables(networks: readonly Network[], random: Random): readonly Table[] {
  const instances = new RowList("nd.net_instnc", INSTANCES);
  const compounds = new RowList("nd.net_cmpnd");
  for (const part of ["a", "b", "c"]) {
    for (const [index, { name, description }] of INSTANCES.entries()) {
      const title = `${description}, Verbund ${part.toUpperCase()}`;
      compounds.add({ name: `${name}-${part}`, net_instnc: index + 1, description: title });
    }
  }
  const bcds = new RowList("nd.bcd");
  const subnets = new RowList("nd.ip_subnet");
  const vlans = new RowList("nd.vlan");
  const vxlans = new RowList("nd.vxlan");
  for (const network of networks) {
    const { id, name, unit, use } = network;
    const { category: categ, seclvl } = use;
    const number = digitsOf(id);
    bcds.add({ name, id_: number, categ, seclvl, description: `${use.title} ${unit.title}` });
    for (const subnet of subnetsOf(network, random)) subnets.add(subnet);
    vlans.add({
      net_instnc: ((id - 1) % INSTANCES.length) + 1,
      id_: 100 + Math.floor((id - 1) / INSTANCES.length),
      name,
      bcd: id,
    });
    if (id % 5 < 3) vxlans.add({ vni: Number(number.replace(".", "")), bcd: id });
  }
  return [instances, compounds, bcds, subnets, vlans, vxlans];
}

/** `47.11`: the common digits of a broadcast domain and its VXLAN. */
function digitsOf(id: number): string {
  const digits = String(1000 + id).padStart(4, "0");
  return `${digits.slice(0, 2)}.${digits.slice(2)}`;
}

function subnetsOf(network: Network, random: Random): readonly Row[] {
  const reserved = random.isChance(0.2) ? [ipv4(network.first + 2), ipv4(network.first + 3)] : [];
  return [
    {
      cidr: `${ipv4(network.first)}/${String(network.prefix)}`,
      bcd: network.id,
      gateway_addr: ipv4(network.first + 1),
      router_anycast_addr: network.id % 19 === 0 ? ipv4(network.first + 4) : null,
      reserved_addr_list: reserved,
    },
    { cidr: `${ipv6(network, 0)}/64`, bcd: network.id, gateway_addr: ipv6(network, 1) },
  ];
}

/** Addresses below this offset are reserved by the network: the network address, the gateway and others. */
export const FIRST_HOST = 10;

export function ipv4(number: number): string {
  return [24, 16, 8, 0].map((shift) => String((number >>> shift) & 255)).join(".");
}

export function ipv6(network: Network, host: number): string {
  return `2001:db8:${network.id.toString(16)}::${host === 0 ? "" : host.toString(16)}`;
}

/** Reverse zones of all networks: one for each 16 bits of IPv4 in use, and one for the prefix of IPv6. */
export function reverseZones(networks: readonly Network[]): readonly string[] {
  const parts = new Set(networks.map(({ first }) => first >>> 16));
  const v4 = [...parts].map((part) => `${String(part & 255)}.${String(part >>> 8)}.in-addr.arpa.`);
  return networks.length === 0 ? [] : [...v4, "8.b.d.0.1.0.0.2.ip6.arpa."];
}
