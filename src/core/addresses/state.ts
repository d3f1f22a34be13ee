/** What becomes of an address, from the weakest to the strongest claim: of several the strongest is shown. */
export const ADDRESS_STATES = ["free", "pool", "lease", "reserved", "planned", "used"] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

/** Addresses from `first` to `last` that something claims. */
export interface Mark {
  readonly first: bigint;
  readonly last: bigint;
  readonly state: Exclude<AddressState, "free">;
}

/** How many addresses are in each state. */
export type StateCounts = Readonly<Record<AddressState, number>>;

export function noCounts(): Record<AddressState, number> {
  return { free: 0, pool: 0, lease: 0, reserved: 0, planned: 0, used: 0 };
}

/** The stronger claim of two. */
export function isStronger(one: AddressState, other: AddressState): boolean {
  return ADDRESS_STATES.indexOf(one) > ADDRESS_STATES.indexOf(other);
}
