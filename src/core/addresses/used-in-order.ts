import { formatAddress, type IpNetwork } from "#contract/values/ip";
import { hostsOf, sizeOf } from "./address-map.ts";
import { isStronger, noCounts, type AddressState, type Mark, type StateCounts } from "./state.ts";

/** Contents of a network that is too large to draw: claimed addresses in order, and the gaps between them. */
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

/** Claimed addresses of the network in order, with gaps. The work does not depend on the size of the network. */
export function linesOf(network: IpNetwork, marks: readonly Mark[]): readonly Line[] {
  const { first: start, last: end } = hostsOf(network);
  const lines: Line[] = [];
  let next = start;
  const text = (value: bigint): string => formatAddress({ version: network.version, value });
  const gap = (last: bigint): void => {
    if (next <= last)
      lines.push({ kind: "gap", first: text(next), last: text(last), size: last - next + 1n });
  };
  for (const { first, last, state } of claims(marks, network.value, network.value + sizeOf(network) - 1n)) {
    gap(first - 1n);
    if (first === last) lines.push({ kind: "address", address: text(first), value: first, state });
    else lines.push({ kind: "range", first: text(first), last: text(last), state, size: last - first + 1n });
    next = last + 1n;
  }
  gap(end);
  return lines;
}

/** Number of addresses of the lines in each state. Free ones are not counted, because there are too many. */
export function countLines(lines: readonly Line[]): StateCounts {
  const counts = noCounts();
  for (const line of lines) {
    if (line.kind === "address") counts[line.state]++;
    if (line.kind === "range") counts[line.state] += Number(line.size);
  }
  return counts;
}

/** Claims in order and without overlap, each the strongest. Single addresses are cut out of the ranges around them. */
function claims(marks: readonly Mark[], start: bigint, end: bigint): readonly Mark[] {
  const inside = marks.filter(({ first, last }) => first <= end && last >= start);
  const ranges = inside.filter(({ first, last }) => first !== last);
  const clipped = ranges.map(({ first, last, state }): Mark => ({
    first: first > start ? first : start,
    last: last < end ? last : end,
    state,
  }));
  return woven(singlesIn(inside), apart(clipped));
}

function singlesIn(marks: readonly Mark[]): readonly Mark[] {
  const singles = new Map<bigint, Mark["state"]>();
  for (const { first, last, state } of marks) {
    const known = singles.get(first);
    if (first === last && (known === undefined || isStronger(state, known))) singles.set(first, state);
  }
  return [...singles]
    .map(([at, state]) => ({ first: at, last: at, state }))
    .toSorted((a, b) => compare(a.first, b.first));
}

/** Ranges in order and without overlap; the strongest wins. */
function apart(ranges: readonly Mark[]): readonly Mark[] {
  const bounds = [...new Set(ranges.flatMap(({ first, last }) => [first, last + 1n]))].toSorted(compare);
  const beginning = Map.groupBy(ranges, ({ first }) => first);
  const spans: { readonly of: Mark; readonly first: bigint; last: bigint }[] = [];
  let there: readonly Mark[] = [];
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

function woven(singles: readonly Mark[], ranges: readonly Mark[]): readonly Mark[] {
  const all: Mark[] = [];
  let at = 0;
  const singleUpTo = (last: bigint): Mark | null => {
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
