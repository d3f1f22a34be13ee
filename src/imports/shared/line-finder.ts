/** Lines are asked for in any order, and there may be 100,000 of them. */
export function lineFinder(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => countBelow(ends, offset) + 1;
}

/** How many of the ascending numbers are below the bound. */
export function countBelow(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
