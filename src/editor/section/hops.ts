import { isList, type Json, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ChainEnd, Hop } from "#core/screen/screen";
import { listOf } from "./named-parts.ts";

/** Rows reached from a row over several steps, each once. */
export function reachedBy(lists: Lists, hops: readonly Hop[]): (row: Row) => readonly Row[] {
  const joins = hops.map((hop) => joinedBy(lists[hop.from] ?? [], Object.entries(hop.on ?? {})));
  return (row) =>
    joins.reduce<readonly Row[]>((rows, join) => [...new Set(rows.flatMap((one) => join(one)))], [row]);
}

/** Rows that match a row; an index is made with the first look-up. */
function joinedBy(
  others: readonly Row[],
  on: readonly (readonly [string, string | ChainEnd])[],
): (row: Row) => readonly Row[] {
  let sorted: ReadonlyMap<string, readonly Row[]> | null = null;
  const sort = () => Map.groupBy(others, (other) => JSON.stringify(on.map(([name]) => other[name] ?? null)));
  return (row) => {
    const found = (sorted ??= sort());
    const values = on.map(([, own]) => valuesOf(row, own));
    return keysOf(values).flatMap((key) => found.get(JSON.stringify(key)) ?? []);
  };
}

/** Null matches nothing. */
function valuesOf(row: Row, own: string | ChainEnd): readonly Json[] {
  return listOf(typeof own === "string" ? (row[own] ?? null) : chainEnd(row, own));
}

/** All combinations of one value from each list. */
function keysOf(values: readonly (readonly Json[])[]): readonly (readonly Json[])[] {
  return values.reduce<readonly (readonly Json[])[]>(
    (keys, more) => keys.flatMap((key) => more.map((one) => [...key, one])),
    [[]],
  );
}

/** The end of the chain from the row through its neighbour; null without a neighbour. */
export function chainEnd(row: Row, { endOf, towards }: ChainEnd): Json {
  const chain: Json | undefined = row[endOf];
  if (chain === undefined || !isList(chain)) return null;
  const [own, other] = [placeOf(chain, row["gpk"]), placeOf(chain, row[towards])];
  if (own === null || other === null) return null;
  return (other > own ? chain.at(-1) : chain[0]) ?? null;
}

function placeOf(chain: readonly Json[], gpk: Json | undefined): number | null {
  const at = gpk === undefined || gpk === null ? -1 : chain.indexOf(gpk);
  return at === -1 ? null : at;
}
