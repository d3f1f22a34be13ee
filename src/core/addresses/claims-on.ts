import { isStronger, type Mark } from "./state.ts";

/** Looks up who claims an address, the strongest claim first. Made once for a network: single addresses are found without a search. */
export function claimsOn<M extends Mark>(marks: readonly M[]): (address: bigint) => readonly M[] {
  const singles = Map.groupBy(
    marks.filter(({ first, last }) => first === last),
    ({ first }) => first,
  );
  const ranges = marks.filter(({ first, last }) => first !== last);
  return (address) => {
    const around = ranges.filter(({ first, last }) => first <= address && address <= last);
    return [...(singles.get(address) ?? []), ...around].toSorted((one, other) =>
      one.state === other.state ? 0 : isStronger(one.state, other.state) ? -1 : 1,
    );
  };
}
