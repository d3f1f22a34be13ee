import { amount, table } from "./document.ts";
import type { Figure } from "./figure.ts";

/** Figures that should not grow with the campus. */
export const GROWING = ["P1", "P4", "P7", "P10"] as const;

/** Objects of a campus of each size. */
const OBJECTS = { S: 10_000, M: 100_000, L: 1_000_000 } as const;
const MOST = 0.2;

/** One table of the same work at all sizes. The exponent is that of time = objects ^ exponent, from the smallest to the largest campus. */
export function growthTable(bySize: Readonly<Record<keyof typeof OBJECTS, readonly Figure[]>>): string {
  const rows = bySize.S.map((small, at) => {
    const [middle, large] = [bySize.M[at], bySize.L[at]];
    if (middle === undefined || large === undefined)
      throw new Error(`${small.id} has no figure for all sizes`);
    const exponent = Math.log(large.p50 / small.p50) / Math.log(OBJECTS.L / OBJECTS.S);
    const times = [small, middle, large].map(({ p50 }) => `${amount(p50)} ms`);
    const verdict = exponent <= MOST ? "met" : "**missed**";
    return [small.id, small.what, ...times, exponent.toFixed(2), `≤ ${String(MOST)}`, verdict].join(" | ");
  });
  return table(["id", "work", "S", "M", "L", "exponent", "goal", ""], rows);
}

/** One table of the product and a peer. */
export function peersTable(peer: string, figures: readonly Figure[]): string {
  const rows = figures.map(({ what, ours, floor, unit }) => {
    const other = floor ?? Number.NaN;
    const verdict = ours < other ? "ahead" : "**behind**";
    const cells = [what, `${amount(ours)} ${unit}`, `${amount(other)} ${unit}`, (other / ours).toFixed(1)];
    return [...cells, verdict].join(" | ");
  });
  return table(["work", "ours", peer, "times", ""], rows);
}
