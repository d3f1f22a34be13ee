import { parseAddress } from "#contract/values/ip";
import {
  beginReading,
  isLeaseTime,
  listOf,
  merged,
  note,
  noteUnused,
  withThoseOfPools,
  type DhcpConfig,
  type DhcpPool,
  type Setting,
  type Settings,
  type Told,
  type DhcpReading,
} from "./config.ts";
import { includedBy, type ConfigFile } from "../shared/including.ts";
import { statementsOf, type Statement } from "./isc-statements.ts";
import type { SourceRow } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

/** The context of a statement. */
interface Around {
  readonly settings: Settings;
  /** Row of the subnet that contains it, if there is one. */
  readonly subnet: SourceRow | null;
}

/** A string, a comment, or a statement that includes another file. */
const INCLUDES = /"(?:[^"\\\n]|\\[^])*"|#[^\n]*|(?<![^\s{};])include\s+"(?<file>[^"\n]+)"\s*;/gi;

/** Names of the files that a configuration of ISC DHCP includes. */
export function includedByIscDhcp(text: string): readonly string[] {
  return includedBy(text, INCLUDES);
}

/** Subnets, ranges and hosts of a configuration of ISC DHCP, and of the files that it includes. Everything else is noted. */
export function readIscDhcp(file: ConfigFile, say: Say): DhcpConfig {
  const reading = beginReading(say);
  const { statements, rejected } = statementsOf(file, INCLUDES, say);
  readBlock(reading, statements, { settings: new Map(), subnet: null });
  reading.rejected.push(...rejected);
  noteUnused(reading);
  return reading;
}

const SETTINGS: ReadonlyMap<string, Setting> = new Map([
  ["option routers", "gateway"],
  ["option domain-name", "domain"],
  ["option domain-name-servers", "dnsServers"],
  ["option dhcp6.name-servers", "dnsServers6"],
  ["option dhcp6.domain-search", "domain6"],
  ["default-lease-time", "leaseTime"],
]);

/** Words of the language have the same meaning in capital letters. */
function keywordOf({ words: [first = ""] }: Statement): string {
  return first.toLowerCase();
}

/** Options are called by `option` and their name. */
function nameOf(statement: Statement): string {
  const keyword = keywordOf(statement);
  return keyword === "option" ? `option ${statement.words[1]?.toLowerCase() ?? ""}` : keyword;
}

function textOf(statement: Statement): string {
  const words = statement.words.slice(keywordOf(statement) === "option" ? 2 : 1);
  return (words[0] === "=" ? words.slice(1) : words).join(" ").replaceAll('"', "");
}

/** The setting of a statement; none for a value that must be computed and for a list of domains. */
function settingOf(statement: Statement): Setting | undefined {
  const name = SETTINGS.get(nameOf(statement));
  const text = textOf(statement);
  const isComputed = statement.words.includes("(");
  return isComputed || (name === "domain6" && text.includes(",")) ? undefined : name;
}

/** Settings in the block itself; the last one with a name is valid. */
function settingsIn(statements: readonly Statement[]): Settings {
  const settings = new Map<Setting, Told>();
  for (const statement of statements) {
    const name = settingOf(statement);
    const value = listOf(textOf(statement)).join(", ");
    if (statement.inner !== null || name === undefined || (name === "leaseTime" && !isLeaseTime(value)))
      continue;
    settings.set(name, { row: statement.row, member: nameOf(statement), value });
  }
  return settings;
}

/** Settings also hold in inner blocks. */
function readBlock(reading: DhcpReading, statements: readonly Statement[], above: Around): void {
  const own = settingsIn(statements);
  reading.scopes.push({ own, above: above.settings });
  const around = { ...above, settings: merged(above.settings, own) };
  for (const statement of statements) readStatement(reading, statement, around);
  noteRepeated(reading, statements);
}

const SUBNETS = new Set(["subnet", "subnet6"]);
const BLOCKS = new Set(["shared-network", "group", "pool"]);

function readStatement(reading: DhcpReading, statement: Statement, around: Around): void {
  const keyword = keywordOf(statement);
  if (!isBlock(statement)) readLine(reading, statement, around);
  else if (SUBNETS.has(keyword)) readSubnet(reading, statement, around);
  else if (keyword === "host") readHost(reading, statement, around);
  else if (BLOCKS.has(keyword)) readBlock(reading, statement.inner, around);
  else note(reading, statement.row, `${keyword} ${statement.words[1] ?? ""}`.trim());
}

type Block = Statement & { readonly inner: readonly Statement[] };

function isBlock(statement: Statement): statement is Block {
  return statement.inner !== null;
}

function readLine(reading: DhcpReading, statement: Statement, { subnet }: Around): void {
  const name = nameOf(statement);
  const row = statement.row;
  if (name === "range") readRange(reading, statement, subnet);
  else if (SUBNETS.has(name) || name === "host")
    reading.rejected.push({ ...row, reason: reading.say("noBlock") });
  else if (settingOf(statement) === undefined) note(reading, row, name);
  else if (name === "default-lease-time" && !isLeaseTime(textOf(statement)))
    reading.rejected.push({ ...row, reason: reading.say("badLease", { value: textOf(statement) }) });
}

/** Adds notes for settings that occur twice in one block, because only the last one is valid. */
function noteRepeated(reading: DhcpReading, statements: readonly Statement[]): void {
  const named = statements.filter((one) => one.inner === null && settingOf(one) !== undefined);
  const last = new Map(named.map((one) => [nameOf(one), one]));
  for (const one of named) if (last.get(nameOf(one)) !== one) note(reading, one.row, nameOf(one));
}

function readSubnet(reading: DhcpReading, statement: Block, above: Around): void {
  const { inner, words } = statement;
  const [, address = "", , mask = ""] = words;
  const isWhole = keywordOf(statement) === "subnet6" || address === "";
  const cidr = isWhole ? address : `${address}/${prefixOf(mask)}`;
  const row = statement.row;
  const inside = settingsIn(inner);
  reading.scopes.push({ own: inside, above: above.settings });
  const held = merged(above.settings, inside);
  const withPools = withThoseOfPools(held, inner.flatMap(settingsOfPool));
  const own = ofVersion(withPools, keywordOf(statement) === "subnet6" ? 6 : 4);
  const used = new Set(own.values());
  // A setting of the pools that the subnet cannot take over holds in no other pool.
  const settings = new Map([...withPools].filter(([name, told]) => held.has(name) || used.has(told)));
  reading.subnets.push({ row, cidr, bcd: null, description: null, settings: own });
  for (const one of inner) readStatement(reading, one, { settings, subnet: row });
  noteRepeated(reading, inner);
}

const OF_DHCPV6: ReadonlyMap<Setting, Setting> = new Map([
  ["dnsServers6", "dnsServers"],
  ["domain6", "domain"],
  ["leaseTime", "leaseTime"],
]);

/** The settings that clients of DHCPv4 or DHCPv6 get, because each version has options of its own. */
function ofVersion(settings: Settings, version: 4 | 6): Settings {
  const own = new Map<Setting, Told>();
  for (const [name, told] of settings) {
    const as = version === 6 ? OF_DHCPV6.get(name) : name;
    if (as !== undefined && !as.endsWith("6")) own.set(as, told);
  }
  return own;
}

/** Settings of a pool in a subnet; a range outside of a pool counts as a pool without settings. */
function settingsOfPool(statement: Statement): readonly Settings[] {
  const keyword = keywordOf(statement);
  if (statement.inner === null) return keyword === "range" ? [new Map()] : [];
  return keyword === "pool" ? [settingsIn(statement.inner)] : [];
}

/** `255.255.255.0` as 24; a mask with gaps as a text that is no prefix. */
function prefixOf(mask: string): string {
  const bits = mask
    .split(".")
    .map((byte) => Number(byte).toString(2).padStart(8, "0"))
    .join("");
  return /^1*0*$/.test(bits) && bits.length === 32 ? String(bits.replaceAll("0", "").length) : mask;
}

function readRange(reading: DhcpReading, statement: Statement, subnet: SourceRow | null): void {
  const [, ...rest] = statement.words;
  const [first, last = first, ...more] = rest.filter((word) => word.toLowerCase() !== "dynamic-bootp");
  const row = statement.row;
  if (first === undefined || last === undefined || more.length > 0)
    reading.rejected.push({ ...row, reason: reading.say("badRangeOfPool", { value: rest.join(" ") }) });
  else reading.pools.push({ row, ...ascending(first, last), description: null, subnet });
}

/** The server takes the addresses of a range in any order. */
function ascending(first: string, last: string): Pick<DhcpPool, "first" | "last"> {
  const [from, to] = [parseAddress(first), parseAddress(last)];
  return from !== null && to !== null && from.value > to.value
    ? { first: last, last: first }
    : { first, last };
}

const OF_HOST = new Set(["hardware", "fixed-address", "fixed-address6", "option host-name"]);

function readHost(reading: DhcpReading, statement: Block, around: Around): void {
  const { inner, words } = statement;
  const own = ownOfHost(reading, inner, around);
  noteRepeated(reading, inner);
  reading.scopes.push({ own: settingsIn(inner), above: around.settings });
  const [, mac] = /^ethernet\s+(\S+)$/i.exec(own.get("hardware") ?? "") ?? [];
  const [address, ...more] = [...listOf(own.get("fixed-address")), ...listOf(own.get("fixed-address6"))];
  const row = statement.row;
  for (const further of more) note(reading, row, further);
  if (mac === undefined || address === undefined)
    reading.rejected.push({ ...row, reason: reading.say("halfReservation") });
  else {
    const [name = null, description = null] = [own.get("option host-name"), words[1]];
    reading.reservations.push({ row, address, mac, name, description, subnet: around.subnet });
  }
}

/** The settings of a host itself; the last one with a name is valid. */
function ownOfHost(reading: DhcpReading, inner: Block["inner"], around: Around): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  for (const one of inner.toReversed()) {
    const name = nameOf(one);
    if (one.inner !== null || !OF_HOST.has(name)) readStatement(reading, one, around);
    else if (own.has(name)) note(reading, one.row, name);
    else own.set(name, textOf(one));
  }
  return own;
}
