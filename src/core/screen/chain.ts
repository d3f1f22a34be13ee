import { isList, type Json, type Row } from "#contract/wire/json";

/** Consecutive links of a chain in one holder. */
export interface ChainStop {
  readonly holder: Json;
  readonly links: readonly Row[];
}

export interface Chain {
  readonly stops: readonly ChainStop[];
  /** The last link leads back to the first. */
  readonly isRing: boolean;
}

/** Groups a chain from end to end by holders: a wire leads to another stop, a passage stays in its holder (NDOC-06). */
export function chainOf(rows: readonly Row[], order: Json, wire: string, holder: string): Chain {
  const gpks: readonly Json[] = isList(order) ? order : [];
  const links = gpks.flatMap((gpk) => rows.filter((row) => row["gpk"] === gpk));
  const stops: { readonly holder: Json; readonly links: Row[] }[] = [];
  links.forEach((link, at) => {
    const stop = stops.at(-1);
    const within = link[holder] ?? null;
    if (stop?.holder === within && links[at - 1]?.[wire] !== link["gpk"]) stop.links.push(link);
    else stops.push({ holder: within, links: [link] });
  });
  return { stops, isRing: links.length > 2 && links[0]?.[wire] === links.at(-1)?.["gpk"] };
}
