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

/** Claims without overlap, in order, each the strongest: single addresses stand out of the ranges they lie in. */
function claims(marks: readonly Mark[], start: bigint, end: bigint): readonly Claim[] {
  const inside = marks.filter(({ first, last }) => first <= end && last >= start);
  const ranges = inside.filter(({ first, last }) => first !== last);
  const clipped = ranges.map(({ first, last, state }): Claim => ({
    first: first > start ? first : start,
    last: last < end ? last : end,
    state,
  }));
  return woven(singlesIn(inside), apart(clipped));
}

function singlesIn(marks: readonly Mark[]): readonly Claim[] {
  const singles = new Map<bigint, AddressState>();
  for (const { first, last, state } of marks) {
    const known = singles.get(first);
    if (first === last && (known === undefined || isStronger(state, known))) singles.set(first, state);
  }
  return [...singles]
    .map(([at, state]) => ({ first: at, last: at, state }))
    .toSorted((a, b) => compare(a.first, b.first));
}

/** Ranges without overlap, in order: where several lie, the strongest. */
function apart(ranges: readonly Claim[]): readonly Claim[] {
  const bounds = [...new Set(ranges.flatMap(({ first, last }) => [first, last + 1n]))].toSorted(compare);
  const beginning = Map.groupBy(ranges, ({ first }) => first);
  const spans: { readonly of: Claim; readonly first: bigint; last: bigint }[] = [];
  let there: readonly Claim[] = [];
  for (const [at, first] of bounds.entries()) {
    there = [...there.filter(({ last }) => last >= first), ...(beginning.get(first) ?? [])];
    const next = bounds[at + 1];
    const of = there.find(({ state }) => !there.some((one) => isStronger(one.state, state)));
    if (of === undefined || next === undefined) continue;
    const before = spans.at(-1);
    if (before?.of === of) before.last = next - 1n;
    else spans.push({ of, first, last: next - 1n });
  }
  return spans.map(({ of, first, last }) => ({ first, last, state: of.state }));
}

/** Ranges in pieces between the single addresses. */
function woven(singles: readonly Claim[], ranges: readonly Claim[]): readonly Claim[] {
  const all: Claim[] = [];
  let at = 0;
  const singleUpTo = (last: bigint): Claim | null => {
    const one = singles[at];
    if (one === undefined || one.first > last) return null;
    at++;
    return one;
  };
  for (const { first, last, state } of ranges) {
    for (let one = singleUpTo(first - 1n); one !== null; one = singleUpTo(first - 1n)) all.push(one);
    let next = first;
    for (let one = singleUpTo(last); one !== null; one = singleUpTo(last)) {
      if (next < one.first) all.push({ first: next, last: one.first - 1n, state });
      all.push(isStronger(state, one.state) ? { ...one, state } : one);
      next = one.last + 1n;
    }
    if (next <= last) all.push({ first: next, last, state });
  }
  return [...all, ...singles.slice(at)];
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
