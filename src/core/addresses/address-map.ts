import type { IpNetwork } from "#contract/values/ip";
import { widthOf } from "#contract/values/ip";
import { ADDRESS_STATES, noCounts, type AddressState, type Mark, type StateCounts } from "./state.ts";

/** Marks the network address and the broadcast address, which no host can have. */
export const EDGE = 255;

/** Every address of an IPv4 network with its state. */
export interface AddressMap {
  readonly network: IpNetwork;
  readonly size: number;
  /** By offset: index in `ADDRESS_STATES`, or `EDGE`. */
  readonly states: Uint8Array;
  readonly counts: StateCounts;
  /** Number of addresses for hosts. */
  readonly usable: number;
}

/** Free addresses from the server, lowest first. If the list is cut, nothing is known after its last one. */
export interface KnownFree {
  readonly addresses: readonly bigint[];
  readonly isCut: boolean;
}

/** Most host bits of a network that is drawn address by address. */
const LONGEST_MAP = 16;

/** True if all addresses of a network can be drawn: IPv4 with a prefix of /16 or longer. */
export function isMappable({ version, prefix }: IpNetwork): boolean {
  return version === 4 && prefix >= LONGEST_MAP;
}

export function sizeOf({ version, prefix }: IpNetwork): bigint {
  return 1n << BigInt(widthOf(version) - prefix);
}

/** Addresses that hosts may have: none of them is the network address (RFC 4291, 2.6.1 for IPv6) or the broadcast address. */
export function hostsOf(network: IpNetwork): { readonly first: bigint; readonly last: bigint } {
  const { version, value, prefix } = network;
  const last = value + sizeOf(network) - 1n;
  if (prefix > widthOf(version) - 2) return { first: value, last };
  return { first: value + 1n, last: version === 4 ? last - 1n : last };
}

/** The state of every address. If an address has no mark and the server does not call it free, an object that the account may not read uses it. */
export function mapAddresses(network: IpNetwork, marks: readonly Mark[], free: KnownFree | null): AddressMap {
  const size = Number(sizeOf(network));
  const states = new Uint8Array(size);
  for (const mark of marks) paint(network, size, states, mark);
  if (free !== null) paintHidden(network, states, free);
  if (network.prefix <= 30) {
    states[0] = EDGE;
    states[size - 1] = EDGE;
  }
  const counts = countStates(states, 0, size);
  return { network, size, states, counts, usable: network.prefix <= 30 ? size - 2 : size };
}

function paint(network: IpNetwork, size: number, states: Uint8Array, { first, last, state }: Mark): void {
  const code = ADDRESS_STATES.indexOf(state);
  const from = first < network.value ? 0 : Number(first - network.value);
  const to = Math.min(size - 1, Number(last - network.value));
  for (let offset = from; offset <= to; offset++) {
    if (code > (states[offset] ?? 0)) states[offset] = code;
  }
}

function paintHidden(network: IpNetwork, states: Uint8Array, { addresses, isCut }: KnownFree): void {
  const named = new Set(addresses.map((address) => Number(address - network.value)));
  const last = addresses.at(-1);
  const known = isCut ? (last === undefined ? 0 : Number(last - network.value) + 1) : states.length;
  const used = ADDRESS_STATES.indexOf("used");
  for (let offset = 0; offset < known; offset++) {
    if (states[offset] === 0 && !named.has(offset)) states[offset] = used;
  }
}

function countStates(states: Uint8Array, from: number, to: number): StateCounts {
  const counts = noCounts();
  for (let offset = from; offset < to; offset++) {
    const state = ADDRESS_STATES[states[offset] ?? EDGE];
    if (state !== undefined) counts[state]++;
  }
  return counts;
}

/** State of one address; null for the network and the broadcast address. */
export function stateAt({ states }: AddressMap, offset: number): AddressState | null {
  return ADDRESS_STATES[states[offset] ?? EDGE] ?? null;
}

/** A part of a map, in order of addresses. */
export interface Block {
  readonly offset: number;
  readonly size: number;
  readonly counts: StateCounts;
}

/** The map in parts of this many addresses, such as the /24s of a heat map. */
export function blocksOf({ states, size }: AddressMap, part: number): readonly Block[] {
  return Array.from({ length: Math.ceil(size / part) }, (_, at) => {
    const offset = at * part;
    const end = Math.min(size, offset + part);
    return { offset, size: end - offset, counts: countStates(states, offset, end) };
  });
}

/** Offset of the first `count` free addresses in a row after `after`, else from the beginning; null if there are none. */
export function nextFree({ states, size }: AddressMap, after: number | null, count: number): number | null {
  const behind = firstRun(states, after === null ? 0 : after + 1, size, count);
  return behind ?? (after === null ? null : firstRun(states, 0, size, count));
}

function firstRun(states: Uint8Array, from: number, to: number, count: number): number | null {
  let length = 0;
  for (let offset = from; offset < to; offset++) {
    length = states[offset] === 0 ? length + 1 : 0;
    if (length === count) return offset - count + 1;
  }
  return null;
}
