/** One row of the bench: the time of the product and that of the floor, the same work in hand-written SQL (docs/performance.md). */
export interface Figure {
  readonly id: string;
  readonly size: string;
  readonly what: string;
  readonly ours: number;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly unit: string;
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Reasons besides the time why the figure misses its goal. Absent if nothing else is measured. */
  readonly misses?: readonly string[];
}

interface Parts {
  readonly id: string;
  readonly size: string;
  readonly what: string;
  readonly unit: string;
  readonly times: readonly number[];
  /** Set if the figure is not the median of the times (requests per second). */
  readonly ours?: number;
  readonly floor?: number;
  readonly misses?: readonly string[];
}

export function figureOf({ id, size, what, unit, times, ours, floor, misses }: Parts): Figure {
  const value = ours ?? quantile(times, 0.5);
  return {
    id,
    size,
    what,
    ours: rounded(value),
    floor: floor === undefined ? null : rounded(floor),
    ratio: floor === undefined ? null : rounded(value / floor),
    unit,
    n: times.length,
    p50: rounded(quantile(times, 0.5)),
    p95: rounded(quantile(times, 0.95)),
    p99: rounded(quantile(times, 0.99)),
    ...(misses && { misses }),
  };
}

export function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
