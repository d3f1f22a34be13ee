/** States of an address, from the weakest to the strongest claim; the strongest one is shown. */
export const ADDRESS_STATES = ["free", "pool", "lease", "reserved", "planned", "used"] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

/** Addresses from `first` to `last` with a claim on them. */
export interface Mark {
  readonly first: bigint;
  readonly last: bigint;
  readonly state: Exclude<AddressState, "free">;
}

export type StateCounts = Readonly<Record<AddressState, number>>;

export function noCounts(): Record<AddressState, number> {
  return { free: 0, pool: 0, lease: 0, reserved: 0, planned: 0, used: 0 };
}

export function isStronger(one: AddressState, other: AddressState): boolean {
  return ADDRESS_STATES.indexOf(one) > ADDRESS_STATES.indexOf(other);
}

/** Finds the claims on an address, the strongest one first. It is made once for a network, and then finds single addresses without a search. */
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
