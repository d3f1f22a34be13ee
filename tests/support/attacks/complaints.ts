import { quantile } from "../../bench/figure.ts";
import type { Meanwhile } from "./meanwhile.ts";

/**
 * Limits for another person during an attack (goal P23): 95 of 100 lists and writes in ms, bytes of resident memory, and the longest work of the main
 * thread in ms of CPU time (wire contract 1.9).
 */
export const BOUNDS = { list: 250, write: 1_000, resident: 2_000_000_000, work: 50 } as const;

const MIB = 1024 ** 2;

/** Possible complaints of the person besides slow lists. */
export function misses(
  { writes, signIns, failed, stall, resident }: Omit<Meanwhile, "lists">,
  slow = 1,
): readonly string[] {
  const write = quantile(writes, 0.95);
  return [
    ...failed,
    ...(write > BOUNDS.write * slow ? [`p95 of ${String(writes.length)} writes: ${rounded(write)} ms`] : []),
    ...(stall[0] > BOUNDS.work * slow
      ? [`the main thread worked ${stall.map(rounded).join(" and ")} ms without a pause`]
      : []),
    ...(signIns.length === 0 ? ["no sign-in"] : []),
    ...(resident > BOUNDS.resident ? [`${rounded(resident / MIB)} MiB resident`] : []),
  ];
}

/** Complaints of the person, with the codes by which the attack was answered. On a slow machine (`slowness`) the person waits longer. */
export function complaints(found: Meanwhile, slow: number): readonly string[] {
  const { lists, codes } = found;
  const list = quantile(lists, 0.95);
  const all = [
    ...(list > BOUNDS.list * slow ? [`p95 of ${String(lists.length)} lists: ${rounded(list)} ms`] : []),
    ...misses(found, slow),
  ];
  return all.length === 0 ? [] : [...all, `the attack was answered ${[...new Set(codes)].join(", ")}`];
}

function rounded(value: number): string {
  return String(Math.round(value));
}
