import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import { rangeOf, type DhcpConfig, type DhcpSubnet, type Reservation } from "./dhcp.ts";
import { includedBy, readIncluding, type ConfigFile } from "./including.ts";
import { jsonTree } from "./json-tree.ts";
import { rowAt, type Place, type Rejected, type SourceRow } from "./steps.ts";
import type { Say } from "./texts.ts";

interface Reading {
  readonly placeOf: (offset: number) => Place;
  readonly subnets: DhcpSubnet[];
  readonly reservations: Reservation[];
  readonly rejected: Rejected[];
  readonly notes: Rejected[];
  readonly say: Say;
}

/** What a subnet has from the network and the server around it. */
interface Inherited {
  readonly options: ReadonlyMap<string, string>;
  readonly leaseTime: number | null;
}

/** A string, a comment of one of three kinds, or a place where another file stands. */
const PIECES = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|#[^\n]*|<\?include\s+"(?<file>[^"\n]+)"\s*\?>/g;

/** Names of the files that a configuration of Kea includes. */
export function includedByKea(text: string): readonly string[] {
  return includedBy(text, PIECES);
}

/** Subnets, pools and reservations of a configuration of Kea: JSON with comments of three kinds, and other files within. */
export function readKea(file: ConfigFile, say: Say): DhcpConfig {
  const { text, placeOf } = readIncluding(file, PIECES, say);
  const root = jsonTree({ text, placeOf, allowTrailingComma: true }, say);
  const reading: Reading = { placeOf, subnets: [], reservations: [], rejected: [], notes: [], say };
  for (const [server, list] of SERVERS) {
    const config = findNodeAtLocation(root, [server]);
    if (config !== undefined) readServer(reading, config, list);
  }
  return reading;
}

const SERVERS = [
  ["Dhcp4", "subnet4"],
  ["Dhcp6", "subnet6"],
] as const;

function rowOf({ placeOf }: Reading, { offset }: Node, value: string): SourceRow {
  return rowAt(placeOf(offset), value);
}

/** Members of a server, a network or a subnet that are read, or that say nothing about objects. */
const READ = new Set([
  "subnet4",
  "subnet6",
  "shared-networks",
  "option-data",
  "valid-lifetime",
  "reservations",
]);
const READ_OF_SUBNET = new Set([...READ, "subnet", "id", "pools", "user-context", "comment"]);

function readServer(reading: Reading, config: Node, list: string): void {
  const here = inherited(reading, config, { options: new Map(), leaseTime: null });
  noteOthers(reading, config, READ);
  for (const network of itemsOf(config, "shared-networks")) {
    const within = inherited(reading, network, here);
    noteOthers(reading, network, new Set([...READ, "name", "comment", "user-context"]));
    for (const subnet of itemsOf(network, list)) readSubnet(reading, subnet, within);
  }
  for (const subnet of itemsOf(config, list)) readSubnet(reading, subnet, here);
  for (const one of itemsOf(config, "reservations")) readReservation(reading, one);
}

function inherited(reading: Reading, node: Node, above: Inherited): Inherited {
  const own = itemsOf(node, "option-data").flatMap((option): [string, string][] => {
    const [name, data] = [textOf(option, "name"), textOf(option, "data")];
    return name === null || data === null ? [] : [[name, data]];
  });
  const lease = findNodeAtLocation(node, ["valid-lifetime"]);
  const leaseTime = numberOf(node, "valid-lifetime");
  if (lease !== undefined && leaseTime === null) {
    const value = JSON.stringify(getNodeValue(lease));
    reading.rejected.push({ ...rowOf(reading, lease, value), reason: reading.say("badLease", { value }) });
  }
  return { options: new Map([...above.options, ...own]), leaseTime: leaseTime ?? above.leaseTime };
}

function readSubnet(reading: Reading, node: Node, above: Inherited): void {
  const cidr = textOf(node, "subnet") ?? "";
  const row = rowOf(reading, node, cidr);
  noteOthers(reading, node, READ_OF_SUBNET, cidr);
  const { options, leaseTime } = inherited(reading, node, above);
  const context = findNodeAtLocation(node, ["user-context"]) ?? null;
  reading.subnets.push({
    row,
    cidr,
    bcd: textOf(context, "bcd"),
    description: textOf(node, "comment") ?? textOf(context, "comment"),
    gateway: listOf(options.get("routers"))?.[0] ?? null,
    dnsServers: listOf(options.get("domain-name-servers")),
    domain: options.get("domain-name") ?? null,
    leaseTime,
    pools: itemsOf(node, "pools").flatMap((pool) => readPool(reading, pool, cidr)),
  });
  const others = [...options.keys()].filter((name) => !READ_OPTIONS.has(name));
  for (const name of others) note(reading, row, `option ${name}`);
  for (const one of itemsOf(node, "reservations")) readReservation(reading, one);
}

const READ_OPTIONS = new Set(["routers", "domain-name-servers", "domain-name"]);

function readPool(reading: Reading, node: Node, cidr: string): DhcpSubnet["pools"] {
  const text = textOf(node, "pool") ?? "";
  const row = rowOf(reading, node, text);
  noteOthers(reading, node, new Set(["pool", "comment", "user-context"]), text);
  if (cidr.includes(":")) {
    note(reading, row, "pool");
    return [];
  }
  const range = rangeOf(text);
  if (range !== null) return [{ row, ...range }];
  reading.rejected.push({ ...row, reason: reading.say("badRangeOfPool", { value: text }) });
  return [];
}

const READ_OF_RESERVATION = new Set(["hw-address", "ip-address", "hostname", "comment", "user-context"]);

function readReservation(reading: Reading, node: Node): void {
  const [address = null, ...more] = addressesIn(node);
  const mac = textOf(node, "hw-address");
  const names = `${address ?? "?"} ${mac ?? "?"}`;
  const row = rowOf(reading, node, names);
  noteOthers(reading, node, new Set([...READ_OF_RESERVATION, "ip-addresses"]), names);
  if (address === null || mac === null) {
    reading.rejected.push({ ...row, reason: reading.say("halfReservation") });
    return;
  }
  for (const further of more) note(reading, row, further);
  reading.reservations.push({
    row,
    address,
    mac,
    name: textOf(node, "hostname"),
    description: textOf(node, "comment"),
  });
}

function addressesIn(node: Node): readonly string[] {
  const single = textOf(node, "ip-address");
  if (single !== null) return [single];
  return itemsOf(node, "ip-addresses").map((one) => String(one.value));
}

/** Members that have no place here are told, one line each. */
function noteOthers(reading: Reading, node: Node, known: ReadonlySet<string>, value = ""): void {
  for (const { children: [key] = [] } of node.children ?? []) {
    const name = key === undefined ? "" : String(getNodeValue(key));
    if (key !== undefined && !known.has(name)) note(reading, rowOf(reading, key, value), name);
  }
}

function note({ notes, say }: Reading, row: SourceRow, member: string): void {
  notes.push({ ...row, reason: say("noHome", { member }) });
}

function itemsOf(node: Node, member: string): readonly Node[] {
  const found = findNodeAtLocation(node, [member]);
  return found?.type === "array" ? (found.children ?? []) : [];
}

function textOf(node: Node | null, member: string): string | null {
  const value: unknown = node === null ? null : findNodeAtLocation(node, [member])?.value;
  return typeof value === "string" ? value : null;
}

function numberOf(node: Node, member: string): number | null {
  const value: unknown = findNodeAtLocation(node, [member])?.value;
  return typeof value === "number" ? value : null;
}

function listOf(text: string | undefined): readonly string[] | null {
  return text === undefined ? null : text.split(",").map((part) => part.trim());
}
