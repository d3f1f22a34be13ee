import type { Row } from "#contract/wire/json";
import { inOrder, nameOf } from "../table/natural-order.ts";
import type { Pairs } from "../screen/planning.ts";

export interface Paired {
  readonly pairs: readonly { readonly one: Row; readonly other: Row }[];
  /** Partners that were skipped because they already belong to others. */
  readonly taken: readonly Row[];
  /** Rows for which no partner is left. */
  readonly left: readonly Row[];
}

/**
 * Gives partners to rows, both in the order of their names, beginning with the partner `first`. Only partners whose name has the form of the first
 * count, because the rear sides of a panel are a series of their own.
 */
export function pairRows(
  rows: readonly Row[],
  partners: readonly Row[],
  first: Row,
  { order }: Pairs,
  isTaken: (partner: Row) => boolean,
): Paired {
  const own = new Set(rows.map((row) => row["gpk"]));
  const form = formOf(nameOf(first, order));
  const offered = inOrder(partners, order).filter(
    (one) => formOf(nameOf(one, order)) === form && !own.has(one["gpk"]),
  );
  const row = offered.slice(Math.max(0, offered.indexOf(first)));
  const free = row.filter((one) => !isTaken(one));
  const wanted = inOrder(rows, order);
  const pairs = wanted.slice(0, free.length).map((one, at) => ({ one, other: free[at] ?? first }));
  const last = pairs.at(-1)?.other ?? null;
  return {
    pairs,
    taken: row.slice(0, last === null ? row.length : row.indexOf(last)).filter((one) => isTaken(one)),
    left: wanted.slice(free.length),
  };
}

function formOf(name: string): string {
  return name.replace(/\d+/g, "#");
}
