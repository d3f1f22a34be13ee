import { FREE_NETWORKS } from "#contract/wire/api-types";
import {
  parseAddress,
  parseNetwork,
  widthOf,
  formatAddress,
  type IpAddress,
  type IpNetwork,
} from "#contract/values/ip";
import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { sizeOf } from "./address-map.ts";
import type { PlannedRange } from "./planned-addresses.ts";

export interface FoundAddress {
  readonly address: string;
  readonly network: string;
}

/** A search for free addresses: their IP version, the address before them, and planned addresses to skip. */
export interface FreeSearch {
  readonly version: 4 | 6 | null;
  readonly after: string | null;
  readonly planned: readonly PlannedRange[];
  /** Wanted addresses of each network; one if absent. */
  readonly count?: number;
}

/** Networks that are searched at once. */
const MOST_NETWORKS = 8;

/** Networks of the rows that can contain the wanted addresses; with `after` only those around that address. */
export function networksIn(rows: readonly Row[], { version, after }: FreeSearch): readonly IpNetwork[] {
  const networks = rows.flatMap((row) => networkOf(row["cidr"]) ?? []);
  const fitting = networks.filter((network) => version === null || network.version === version);
  const address = after === null ? null : parseAddress(after);
  const around = fitting.filter((network) => address !== null && isWithin(address, rangeOf(network)));
  return (around.length > 0 ? around : fitting).slice(0, MOST_NETWORKS);
}

function networkOf(value: Json | undefined): IpNetwork | null {
  return typeof value === "string" ? parseNetwork(value, { withIpv4Tail: true }) : null;
}

/** A network that one step searches, with its free addresses that no planned action takes. */
interface Part {
  /** The network of the search that contains it. */
  readonly of: IpNetwork;
  readonly cidr: IpNetwork;
  /** Null before the server answered. */
  readonly free: readonly string[] | null;
}

/** State of a search; the parts of a network are in the order in which its addresses are offered. */
export type FreeParts = readonly Part[];

/** The parts of the networks. The part after the given address comes first, then the whole network. */
export function freeParts(networks: readonly IpNetwork[], { after }: FreeSearch): FreeParts {
  const address = after === null ? null : parseAddress(after);
  return networks.flatMap((network) => {
    const isInside = address !== null && isWithin(address, rangeOf(network));
    const behind = isInside ? partsBehind(network, network, address.value + 1n) : [];
    return [...behind, { of: network, cidr: network, free: null }];
  });
}

function partsBehind(of: IpNetwork, within: IpNetwork, first: bigint): FreeParts {
  return partsOfRange(of.version, first, rangeOf(within).last).flatMap((text) => {
    const cidr = networkOf(text);
    return cidr === null ? [] : [{ of, cidr, free: null }];
  });
}

/** Maximum number of addresses in one answer; if all of them are planned, the next call continues after them. */
const MOST_ASKED = 1000;

/** Steps that continue the search in parts that may still give wanted addresses; empty when it is done. */
export function freeSteps(parts: FreeParts, search: FreeSearch): readonly Step[] {
  const found = new Map<string, ReadonlySet<string>>();
  return parts.flatMap(({ of, cidr, free }, at): readonly Step[] => {
    const before = found.get(of.text) ?? new Set<string>();
    found.set(of.text, new Set([...before, ...(free ?? [])]));
    if (free !== null || before.size >= (search.count ?? 1)) return [];
    const old = { cidr: cidr.text, prefix_length: widthOf(of.version), fetch_limit: asked(of, search) };
    return [{ idx: String(at), name: FREE_NETWORKS, old }];
  });
}

/** Number of addresses to request: enough that at least one is not planned, up to the limit of a call. */
function asked({ version }: IpNetwork, { planned, count = 1 }: FreeSearch): number {
  const taken = planned
    .filter((range) => range.version === version)
    .reduce((sum, { first, last }) => sum + (last - first) + 1n, 0n);
  return (taken < MOST_ASKED ? Number(taken) : MOST_ASKED) + count;
}

/** The parts with the added answers. Addresses after a full answer become a new part. */
export function afterAnswer(parts: FreeParts, lists: Lists, search: FreeSearch): FreeParts {
  return parts.flatMap((part, at): FreeParts => {
    const rows = lists[String(at)];
    if (rows === undefined || part.free !== null) return [part];
    const texts = rows.map((row) => row["address"]).filter((value) => typeof value === "string");
    const free = texts.filter((text) => text !== search.after && !isTaken(text, search.planned));
    const last = texts.length < asked(part.of, search) ? null : addressOf(texts.at(-1) ?? "");
    const behind = last === null ? [] : partsBehind(part.of, part.cidr, pastPlanned(last, search.planned));
    return [{ ...part, free }, ...behind];
  });
}

/** The address after this one, or after the planned range around it. */
function pastPlanned(address: IpAddress, planned: readonly PlannedRange[]): bigint {
  const ends = planned.filter((range) => isWithin(address, range)).map(({ last }) => last);
  return ends.reduce((far, last) => (last > far ? last : far), address.value) + 1n;
}

function isTaken(text: string, planned: readonly PlannedRange[]): boolean {
  const address = addressOf(text);
  return address === null || planned.some((range) => isWithin(address, range));
}

/** The first free addresses of each network that no planned action takes, up to the wanted number. */
export function foundIn(parts: FreeParts, { count = 1 }: FreeSearch): readonly FoundAddress[] {
  const found = Map.groupBy(parts, ({ of }) => of.text);
  return [...found].flatMap(([network, own]) => {
    // Joins the part after an address with the rest of its network.
    const free = new Set(own.flatMap((part) => part.free ?? []));
    return [...free].slice(0, count).map((address) => ({ address, network }));
  });
}

function addressOf(text: string): IpAddress | null {
  return parseAddress(text, { withIpv4Tail: true });
}

function rangeOf(network: IpNetwork): PlannedRange {
  const { version, value: first } = network;
  return { version, first, last: first + sizeOf(network) - 1n };
}

function isWithin({ version, value }: IpAddress, range: PlannedRange): boolean {
  return version === range.version && range.first <= value && value <= range.last;
}

/** The networks that together make a range of addresses, in order and as few as possible, as parameters for a generator of addresses. */
export function partsOfRange(version: 4 | 6, first: bigint, last: bigint): readonly string[] {
  const width = widthOf(version);
  const parts: string[] = [];
  let next = first;
  while (next <= last) {
    let bits = 0;
    // The largest network that begins here and ends within.
    while (bits < width && fits(next, BigInt(bits + 1), last)) bits++;
    parts.push(`${formatAddress({ version, value: next })}/${String(width - bits)}`);
    next += 1n << BigInt(bits);
  }
  return parts;
}

function fits(first: bigint, bits: bigint, last: bigint): boolean {
  const size = 1n << bits;
  return first % size === 0n && first + size - 1n <= last;
}
