import { formatAddress, type IpNetwork } from "#contract/values/ip";
import { sizeOf } from "./address-map.ts";
import { isStronger, noCounts, type AddressState, type Mark, type StateCounts } from "./state.ts";

/** What a network that is too large to be drawn holds: claimed addresses in their order, and the gaps between them. */
export type Line =
  | {
      readonly kind: "address";
      readonly address: string;
      readonly value: bigint;
      readonly state: AddressState;
    }
  /** A range of claims such as a pool. */
  | {
      readonly kind: "range";
      readonly first: string;
      readonly last: string;
      readonly state: AddressState;
      readonly size: bigint;
    }
  | { readonly kind: "gap"; readonly first: string; readonly last: string; readonly size: bigint };

interface Claim {
  readonly first: bigint;
  readonly last: bigint;
  readonly state: AddressState;
}

/** Claimed addresses of the network in their order with the gaps named; nothing of it depends on the size of the network. */
export function linesOf(network: IpNetwork, marks: readonly Mark[]): readonly Line[] {
  const end = network.value + sizeOf(network) - 1n;
  const lines: Line[] = [];
  let next = network.value;
  const text = (value: bigint): string => formatAddress({ version: network.version, value });
  const gap = (last: bigint): void => {
    if (next <= last)
      lines.push({ kind: "gap", first: text(next), last: text(last), size: last - next + 1n });
  };
  for (const { first, last, state } of claims(marks, network.value, end)) {
    gap(first - 1n);
    if (first === last) lines.push({ kind: "address", address: text(first), value: first, state });
    else lines.push({ kind: "range", first: text(first), last: text(last), state, size: last - first + 1n });
    next = last + 1n;
  }
  gap(end);
  return lines;
}

/** How many addresses of the lines are in each state; what is free has no number that says anything. */
export function countLines(lines: readonly Line[]): StateCounts {
  const counts = noCounts();
  for (const line of lines) {
    if (line.kind === "address") counts[line.state]++;
    if (line.kind === "range") counts[line.state] += Number(line.size);
  }
  return counts;
}

/** Claims without overlap, in order: single addresses stand out of the ranges they lie in. */
function claims(marks: readonly Mark[], start: bigint, end: bigint): readonly Claim[] {
  const inside = marks.filter(({ first, last }) => first <= end && last >= start);
  const singles = new Map<bigint, AddressState>();
  for (const { first, last, state } of inside) {
    if (first !== last) continue;
    const known = singles.get(first);
    if (known === undefined || isStronger(state, known)) singles.set(first, state);
  }
  const points: readonly Claim[] = [...singles].map(([at, state]) => ({ first: at, last: at, state }));
  const ranges = inside
    .filter(({ first, last }) => first !== last)
    .toSorted((a, b) => compare(a.first, b.first));
  const sorted = points.toSorted((a, b) => compare(a.first, b.first));
  return [...sorted, ...around(ranges, sorted, start, end)].toSorted((a, b) => compare(a.first, b.first));
}

/** What is left of the ranges between the single addresses. */
function around(
  ranges: readonly Mark[],
  points: readonly Claim[],
  start: bigint,
  end: bigint,
): readonly Claim[] {
  const left: Claim[] = [];
  let done = start;
  for (const range of ranges) {
    let next = range.first > done ? range.first : done;
    const last = range.last < end ? range.last : end;
    for (const { first } of points) {
      if (first < next || first > last) continue;
      if (next < first) left.push({ first: next, last: first - 1n, state: range.state });
      next = first + 1n;
    }
    if (next <= last) left.push({ first: next, last, state: range.state });
    if (last >= done) done = last + 1n;
  }
  return left;
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
