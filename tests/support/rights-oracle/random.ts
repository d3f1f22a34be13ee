/** Reproducible random choices: a seed gives the same world on every machine. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  chance(percent: number): boolean;
  /** A member of the list; undefined if the list is empty. */
  one<T>(list: readonly T[]): T | undefined;
  /** Up to `count` different members, in the order of the list. */
  some<T>(list: readonly T[], count: number): readonly T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (percent) => below(100) < percent,
    one: (list) => list[below(list.length)],
    some(list, count) {
      const chosen = new Set<number>();
      for (let left = Math.min(count, list.length); left > 0; left--) chosen.add(below(list.length));
      return list.filter((_, at) => chosen.has(at));
    },
  };
}
