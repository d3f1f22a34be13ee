import type { Node } from "jsonc-parser";

/** Lines are asked for in any order, and there may be 100,000 of them. */
export function lineFinder(text: string): (node: Pick<Node, "offset">) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return ({ offset }) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
