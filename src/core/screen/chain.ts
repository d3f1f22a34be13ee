import { isList, type Json, type Row } from "#contract/wire/json";

/** Links of a chain that stand in one holder, one after the other. */
export interface ChainStop {
  /** Gpk of the holder. */
  readonly holder: Json;
  readonly links: readonly Row[];
}

export interface Chain {
  readonly stops: readonly ChainStop[];
  /** The last leads back to the first. */
  readonly isRing: boolean;
}

/** A chain from end to end by its holders: each wire leads to another stop, what lies inside a holder does not (NDOC-06). */
export function chainOf(rows: readonly Row[], order: Json, wire: string, holder: string): Chain {
  const byGpk = new Map(rows.map((row) => [row["gpk"] ?? null, row]));
  const gpks: readonly Json[] = isList(order) ? order : [];
  const links = gpks.map((gpk) => byGpk.get(gpk)).filter((row) => row !== undefined);
  const isStart = (at: number): boolean => {
    const [before, link] = [links[at - 1], links[at]];
    return before?.[wire] === link?.["gpk"] || before?.[holder] !== link?.[holder];
  };
  const starts = links.flatMap((_, at) => (at === 0 || isStart(at) ? [at] : []));
  const stops = starts.map((start, at) => ({
    holder: links[start]?.[holder] ?? null,
    links: links.slice(start, starts[at + 1]),
  }));
  return { stops, isRing: links.length > 2 && links[0]?.[wire] === links.at(-1)?.["gpk"] };
}
