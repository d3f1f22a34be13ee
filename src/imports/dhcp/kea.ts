import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import {
  beginReading,
  isLeaseTime,
  listOf,
  merged,
  note,
  noteUnused,
  withThoseOfPools,
  type DhcpConfig,
  type Setting,
  type Settings,
  type Told,
  type DhcpReading,
} from "./config.ts";
import { rangeOf } from "./values.ts";
import { includedBy, readIncluding, type ConfigFile } from "../shared/including.ts";
import { brokenRows, jsonTree, rowOfUnread, type BrokenText } from "../shared/json-tree.ts";
import { rowAt, toldIn, type SourceRow } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

type Reading = DhcpReading & BrokenText;

/** A string, a comment of one of three kinds, or a place where another file stands. */
const PIECES = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|#[^\n]*|<\?include\s+"(?<file>[^"\n]+)"\s*\?>/g;

/** Names of the files that a configuration of Kea includes. */
export function includedByKea(text: string): readonly string[] {
  return includedBy(text, PIECES);
}

/** Subnets, pools and reservations of a configuration of Kea: JSON with comments of three kinds, and other files within. Everything else is noted. */
export function readKea(file: ConfigFile, say: Say): DhcpConfig {
  const whole = readIncluding(file, PIECES, say);
  const { root, problems } = jsonTree(whole, say);
  const { placeOf } = whole;
  const configs = configsIn(root);
  if (root.type !== "object" && configs.length === 0)
    throw new Error(toldIn(placeOf(root.offset), say("badConfig"), say));
  const broken = brokenRows(problems, whole, say);
  const reading: Reading = { ...beginReading(say), ...whole, problems, broken };
  // A file without a server is not a configuration of Kea, so no notes about its members are added.
  for (const config of configs) readServers(reading, config);
  reading.rejected.push(...broken);
  noteUnused(reading);
  return reading;
}

/** Objects with a server: the file itself, or the answers of the command `config-get`. */
function configsIn(node: Node): readonly Node[] {
  if (node.type === "array") return (node.children ?? []).flatMap(configsIn);
  if (node.type !== "object") return [];
  if (FAMILIES.some(({ server }) => findNodeAtLocation(node, [server]) !== undefined)) return [node];
  const answer = findNodeAtLocation(node, ["arguments"]);
  return answer === undefined ? [] : configsIn(answer);
}

function readServers(reading: Reading, root: Node): void {
  noteOthers(reading, root, { Dhcp4: "object", Dhcp6: "object" });
  for (const family of FAMILIES) {
    const config = findNodeAtLocation(root, [family.server]);
    if (config?.type === "object") readServer(reading, config, family);
  }
}

interface Family {
  readonly server: string;
  readonly list: string;
  readonly space: string;
  /** Names of options that may be given by their number (RFC 2132, RFC 3646). */
  readonly names: Readonly<Record<number, string>>;
  /** Options that the portal can store. */
  readonly options: Readonly<Record<string, Setting>>;
}

const FAMILIES: readonly Family[] = [
  {
    server: "Dhcp4",
    list: "subnet4",
    space: "dhcp4",
    names: { 3: "routers", 6: "domain-name-servers", 15: "domain-name" },
    options: { routers: "gateway", "domain-name-servers": "dnsServers", "domain-name": "domain" },
  },
  {
    server: "Dhcp6",
    list: "subnet6",
    space: "dhcp6",
    names: { 23: "dns-servers", 24: "domain-search" },
    options: { "dns-servers": "dnsServers", "domain-search": "domain" },
  },
];

/** Members that need no note, because they are read or irrelevant, with the JSON types that are accepted. */
type Members = Readonly<Record<string, string>>;

const OF_ALL: Members = { "option-data": "array", "valid-lifetime": "number string boolean" };

function readServer(reading: Reading, config: Node, family: Family): void {
  const lists = { "shared-networks": "array", [family.list]: "array", reservations: "array" };
  noteOthers(reading, config, { ...OF_ALL, ...lists });
  const own = settingsIn(reading, config, family);
  reading.scopes.push({ own, above: new Map() });
  for (const network of itemsOf(reading, config, "shared-networks"))
    readNetwork(reading, network, family, own);
  for (const subnet of itemsOf(reading, config, family.list)) readSubnet(reading, subnet, family, own);
  for (const one of itemsOf(reading, config, "reservations")) readReservation(reading, one, null);
}

function readNetwork(reading: Reading, network: Node, family: Family, above: Settings): void {
  noteOthers(reading, network, { ...OF_ALL, [family.list]: "array", name: "string" });
  const own = settingsIn(reading, network, family);
  reading.scopes.push({ own, above });
  for (const subnet of itemsOf(reading, network, family.list))
    readSubnet(reading, subnet, family, merged(above, own));
}

/** Settings of the node itself. Options that the portal cannot store get a note. */
function settingsIn(reading: Reading, node: Node, family: Family): Settings {
  const settings = new Map<Setting, Told>();
  for (const option of itemsOf(reading, node, "option-data")) {
    const told = optionIn(reading, option, family);
    const name = told === null ? undefined : family.options[told.member];
    if (told === null || name === undefined) continue;
    const earlier = settings.get(name);
    if (earlier !== undefined) note(reading, earlier.row, earlier.member);
    settings.set(name, { ...told, member: `option ${told.member}` });
  }
  const lease = findNodeAtLocation(node, ["valid-lifetime"]);
  if (lease === undefined) return settings;
  const value = JSON.stringify(getNodeValue(lease));
  const row = rowOf(reading, lease, value);
  if (isLeaseTime(value)) settings.set("leaseTime", { row, member: "valid-lifetime", value });
  else reading.rejected.push({ ...row, reason: reading.say("badLease", { value }) });
  return settings;
}

/** An option that the portal can store, with its name. Any other option gives null and gets a note. */
function optionIn(reading: Reading, option: Node, family: Family): Told | null {
  const space = textOf(option, "space") ?? family.space;
  const isOwn = space === family.space;
  const called = nameOf(option, isOwn ? family.names : {});
  const data = textOf(option, "data");
  const row = rowOf(reading, option, `${called} ${data ?? ""}`.trim());
  if (data === null || !isOwn || !isStorable(called, data, family)) {
    note(reading, row, `option ${isOwn ? called : `${space} ${called}`}`);
    return null;
  }
  const isText = findNodeAtLocation(option, ["csv-format"])?.value === true;
  noteOthers(reading, option, isText ? { ...OF_OPTION, "csv-format": "boolean" } : OF_OPTION, row.value);
  return { row, member: called, value: listOf(data).join(", ") };
}

/** The portal stores one domain, of which DHCPv6 may have several. */
function isStorable(name: string, data: string, { options }: Family): boolean {
  return Object.hasOwn(options, name) && (name !== "domain-search" || listOf(data).length === 1);
}

const OF_OPTION: Members = { name: "string", code: "number", space: "string", data: "string" };

/** Name of an option, or its number if it has no name. */
function nameOf(option: Node, names: Family["names"]): string {
  const code: unknown = findNodeAtLocation(option, ["code"])?.value;
  const known = typeof code === "number" ? (names[code] ?? String(code)) : "?";
  return textOf(option, "name") ?? known;
}

/** For members without which an object is rejected, because only the rejection is reported. */
const ANY = "string number boolean null array object";

const OF_SUBNET: Members = {
  ...OF_ALL,
  reservations: "array",
  subnet: ANY,
  id: "number",
  pools: "array",
  "user-context": "object",
  comment: "string",
};

function readSubnet(reading: Reading, node: Node, family: Family, above: Settings): void {
  const cidr = textOf(node, "subnet") ?? "";
  const row = cidr === "" ? rowOfUnread(node, reading) : rowOf(reading, node, cidr);
  noteOthers(reading, node, OF_SUBNET, cidr);
  const own = merged(above, settingsIn(reading, node, family));
  const pools = itemsOf(reading, node, "pools").map(
    (pool) => [pool, settingsIn(reading, pool, family)] as const,
  );
  const ofPools = pools.map(([, found]) => found);
  const settings = withThoseOfPools(own, ofPools);
  const context = findNodeAtLocation(node, ["user-context"]) ?? null;
  const description = descriptionIn(reading, node, cidr, { bcd: "string" });
  reading.subnets.push({ row, cidr, bcd: textOf(context, "bcd"), description, settings });
  for (const [pool, found] of pools) {
    readPool(reading, pool, row, cidr);
    reading.scopes.push({ own: found, above: settings });
  }
  for (const one of itemsOf(reading, node, "reservations")) readReservation(reading, one, row);
}

const COMMENTED: Members = { comment: "string", "user-context": "object" };

/** The comment, which Kea itself moves into `user-context`. Other members of `user-context` get a note. */
function descriptionIn(reading: Reading, node: Node, value: string, known: Members): string | null {
  const context = findNodeAtLocation(node, ["user-context"]) ?? null;
  const own = textOf(node, "comment");
  const more: Members = own === null ? { comment: "string" } : {};
  if (context?.type === "object") noteOthers(reading, context, { ...known, ...more }, value);
  return own ?? textOf(context, "comment");
}

function readPool(reading: Reading, node: Node, subnet: SourceRow, cidr: string): void {
  const text = textOf(node, "pool") ?? "";
  const row = text === "" ? rowOfUnread(node, reading) : rowOf(reading, node, text);
  noteOthers(reading, node, { ...OF_ALL, ...COMMENTED, pool: ANY }, text);
  const description = descriptionIn(reading, node, text, {});
  const range = rangeOf(text);
  if (cidr.includes(":")) note(reading, row, "pool");
  else if (range !== null) reading.pools.push({ row, ...range, description, subnet });
  else reading.rejected.push({ ...row, reason: reading.say("badRangeOfPool", { value: text }) });
}

const OF_RESERVATION: Members = {
  ...COMMENTED,
  "hw-address": "string",
  "ip-address": "string",
  "ip-addresses": "array",
  hostname: "string",
};

function readReservation(reading: Reading, node: Node, subnet: SourceRow | null): void {
  const [address = null, ...more] = addressesIn(node);
  const mac = textOf(node, "hw-address");
  const names = `${address ?? "?"} ${mac ?? "?"}`;
  const row = rowOf(reading, node, names);
  noteOthers(reading, node, OF_RESERVATION, names);
  const description = descriptionIn(reading, node, names, {});
  for (const further of more) note(reading, row, further);
  if (address === null || mac === null)
    reading.rejected.push({ ...row, reason: reading.say("halfReservation") });
  else {
    const name = textOf(node, "hostname");
    reading.reservations.push({ row, address, mac, name, description, subnet });
  }
}

function addressesIn(node: Node): readonly string[] {
  const single = textOf(node, "ip-address");
  const list = findNodeAtLocation(node, ["ip-addresses"])?.children ?? [];
  const listed = list.map((one) => JSON.stringify(one.value).replaceAll('"', ""));
  return single === null ? listed : [single, ...listed];
}

/** Adds a note for each member that cannot be stored. */
function noteOthers(reading: Reading, node: Node, known: Members, value = ""): void {
  const types = new Map(Object.entries(known));
  for (const { children = [] } of node.children ?? []) {
    const [key, content] = children;
    if (key === undefined || content === undefined) continue;
    const name = String(getNodeValue(key));
    const isRead = types.get(name)?.split(" ").includes(content.type);
    // The first member with a name is read, and a second one is not.
    types.delete(name);
    if (isRead !== true) note(reading, rowOf(reading, key, value), name);
  }
}

function rowOf({ placeOf }: Reading, { offset }: Node, value: string): SourceRow {
  return rowAt(placeOf(offset), value);
}

/** The objects of a list. Elements that are not objects get a note. */
function itemsOf(reading: Reading, node: Node, member: string): readonly Node[] {
  const found = findNodeAtLocation(node, [member]);
  if (found?.type !== "array") return [];
  return (found.children ?? []).filter((one) => {
    if (one.type !== "object") note(reading, rowOf(reading, one, JSON.stringify(getNodeValue(one))), member);
    return one.type === "object";
  });
}

function textOf(node: Node | null, member: string): string | null {
  const value: unknown = node === null ? null : findNodeAtLocation(node, [member])?.value;
  return typeof value === "string" ? value : null;
}
