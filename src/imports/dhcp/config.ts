import type { Rejected, SourceRow } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

/** A value in the form of the file, with its row and its name in the file. */
export interface Told {
  readonly row: SourceRow;
  readonly member: string;
  readonly value: string;
}

/**
 * Data that a DHCP server sends clients besides their addresses, as far as the portal can store them. A configuration may have options of DHCPv6
 * beside those of DHCPv4.
 */
export type Setting = "gateway" | "dnsServers" | "domain" | "leaseTime" | "dnsServers6" | "domain6";
export type Settings = ReadonlyMap<Setting, Told>;

/** The contents of a configuration. */
interface Entry {
  readonly row: SourceRow;
  readonly description: string | null;
}

/** A subnet of a configuration, including inherited settings. */
export interface DhcpSubnet extends Entry {
  readonly cidr: string;
  /** BCD that the file names. */
  readonly bcd: string | null;
  readonly settings: Settings;
}

interface InnerEntry extends Entry {
  /** Row of the subnet that contains it, if there is one. */
  readonly subnet: SourceRow | null;
}

export interface DhcpPool extends InnerEntry {
  readonly first: string;
  readonly last: string;
}

export interface Reservation extends InnerEntry {
  readonly address: string;
  readonly mac: string;
  readonly name: string | null;
}

export interface DhcpConfig {
  readonly subnets: readonly DhcpSubnet[];
  readonly pools: readonly DhcpPool[];
  readonly reservations: readonly Reservation[];
  readonly rejected: readonly Rejected[];
  readonly notes: readonly Rejected[];
  /** Rows that cannot be imported, about which a note exists. */
  readonly left: readonly SourceRow[];
  /** Names of the files in the order in which they were read. */
  readonly files?: readonly string[];
}

export function merged(above: Settings, own: Settings): Settings {
  return new Map([...above, ...own]);
}

/** Settings of a block, and those of the blocks around it. */
interface Scope {
  readonly own: Settings;
  readonly above: Settings;
}

/** A subnet takes over a setting of its pools if it has no such setting itself and all its pools have the same value. */
export function withThoseOfPools(settings: Settings, pools: readonly Settings[]): Settings {
  const [first, ...others] = pools;
  const agreed = [...(first ?? [])].filter(([name, { value }]) =>
    others.every((pool) => pool.get(name)?.value === value),
  );
  return merged(new Map(agreed), settings);
}

// DHCP keeps lease times in 32 bits (RFC 2131); a lease time of 0 is refused.
const LONGEST_LEASE = 4_294_967_295;

export function isLeaseTime(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= LONGEST_LEASE;
}

export function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(",").map((part) => part.trim());
}

/** The results of reading a configuration so far. */
export interface DhcpReading {
  readonly subnets: DhcpSubnet[];
  readonly pools: DhcpPool[];
  readonly reservations: Reservation[];
  readonly rejected: Rejected[];
  readonly notes: Rejected[];
  readonly left: SourceRow[];
  readonly scopes: Scope[];
  readonly say: Say;
}

export function beginReading(say: Say): DhcpReading {
  const found = { subnets: [], pools: [], reservations: [], rejected: [], notes: [], left: [] };
  return { ...found, scopes: [], say };
}

/** Adds a note about something that was understood but cannot be stored. */
export function note({ notes, left, say }: DhcpReading, row: SourceRow, member: string): void {
  left.push(row);
  notes.push({ ...row, reason: say("noHome", { member }) });
}

/** Adds notes for settings that no subnet uses, for example those of a pool or a host, except settings that repeat those of outer blocks. */
export function noteUnused(reading: DhcpReading): void {
  const used = new Set(reading.subnets.flatMap(({ settings }) => [...settings.values()]));
  for (const { own, above } of reading.scopes)
    for (const [name, told] of own)
      if (!used.has(told) && above.get(name)?.value !== told.value) note(reading, told.row, told.member);
}
