/** Returns a whole number below the given one. */
export type Random = (below: number) => number;

/** Returns the same numbers for the same seed. */
export function random(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
