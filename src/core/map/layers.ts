import { numberIn, textIn, type Row } from "#contract/wire/json";
import type { Place } from "./place.ts";

/** What the marks of buildings show. */
export type LayerName = "sites" | "ports" | "accessPoints" | "macHits";

/** A number of objects in a building, and the total of that number. A building without such objects has no weight. */
export interface Weight {
  readonly count: number;
  /** Null without a total. */
  readonly of: number | null;
}

/** Weights by `keyOf` the building. */
export type Weights = ReadonlyMap<string, Weight>;

/** Key of a building: its natural key. */
export function keyOf({ site, number }: Pick<Place, "site" | "number">): string {
  return JSON.stringify([site, number]);
}

/** Connected ports of all ports, from the rows of `nd.bldg_use.list`. */
export function portUse(rows: readonly Row[]): Weights {
  return new Map(
    rows.flatMap((row) => {
      const of = numberIn(row["port_count"]);
      return of === 0 ? [] : [[keyOfRow(row), { count: numberIn(row["connected_count"]), of }] as const];
    }),
  );
}

/** Number of things in each building; `roomsOf` names the rooms of a thing. */
export function countedByRooms<Thing>(
  things: readonly Thing[],
  roomsOf: (thing: Thing) => readonly Row[],
): Weights {
  const counts = new Map<string, Weight>();
  for (const thing of things)
    for (const key of new Set(roomsOf(thing).map(keyOfRow)))
      counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, of: null });
  return counts;
}

/** Weight of several buildings drawn as one. */
export function sumOf(weights: readonly Weight[]): Weight | null {
  if (weights.length === 0) return null;
  const wholes = weights.flatMap(({ of }) => of ?? []);
  return {
    count: weights.reduce((sum, { count }) => sum + count, 0),
    of: wholes.length === 0 ? null : wholes.reduce((sum, one) => sum + one, 0),
  };
}

/** The weight on the map: a number, or a percentage of the total. */
export function weightText({ count, of }: Weight): string {
  return of === null ? String(count) : `${String(Math.round((100 * count) / of))} %`;
}

function keyOfRow(row: Row): string {
  return keyOf({ site: textIn(row["site"]), number: textIn(row["bldg"]) });
}
