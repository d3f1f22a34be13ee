/** Repeatable choices: the same seed gives the same campus on every machine. */
export type Random = ReturnType<typeof createRandom>;

/** Mulberry32: small, fast and sufficiently irregular. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  /** Whole number from 0 to below `bound`. */
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    pick<T>(list: readonly T[]): T {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
    /** True in this share of the cases. */
    isChance: (share: number): boolean => next() < share,
  };
}
