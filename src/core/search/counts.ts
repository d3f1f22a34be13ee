import { ROW_COUNTS } from "#contract/wire/api-types";
import type { Json } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { LIMITS } from "#contract/limits";
import type { SearchKind } from "./kinds.ts";
import type { Found } from "./merge-results.ts";
import type { SearchStep } from "./search-steps.ts";

/** The number of matching rows of a kind that the account may read, and how many of them are its own. Counting stops after `LIMITS.searchCounted`. */
export interface KindCounts {
  readonly count: number;
  readonly own: number;
}

/** Numbers by object type. */
export type Counts = ReadonlyMap<string, KindCounts>;

/** Kinds that must be counted once the results are known: kinds that were cut, and in a search for own objects also foreign objects (SRCH-56, SRCH-59). */
export function countSteps({ kinds, options }: Found, asked: readonly SearchStep[]): readonly Step[] {
  const cut = new Set(kinds.filter(({ hasMore }) => hasMore).map(({ kind }) => kind));
  const isCounted = (kind: SearchKind): boolean => cut.has(kind) || (options.isOwn && kind.hasOwners);
  const counted = [...new Set(asked.map(({ kind }) => kind))].filter(isCounted);
  return counted.map((kind) => ({
    idx: kind.object,
    name: ROW_COUNTS,
    old: {
      object_fq_name: kind.object,
      found_by_list: asked.filter((one) => one.kind === kind).map(({ filter }) => filter),
      most: LIMITS.searchCounted,
    },
  }));
}

export function countsIn(lists: Lists): Counts {
  const rows = Object.entries(lists).flatMap(([object, [row]]) =>
    row === undefined ? [] : [{ object, row }],
  );
  return new Map(
    rows.map(({ object, row }) => [
      object,
      { count: numberIn(row["count"]), own: numberIn(row["own_count"]) },
    ]),
  );
}

function numberIn(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}

/** Kinds in which the account does not own all results, each with the number of results of others. */
export function othersIn(
  counts: Counts,
): readonly { readonly object: string; readonly count: number; readonly isMore: boolean }[] {
  return [...counts].flatMap(([object, { count, own }]) => {
    const isMore = count > LIMITS.searchCounted;
    return count > own ? [{ object, count: Math.min(count, LIMITS.searchCounted) - own, isMore }] : [];
  });
}
