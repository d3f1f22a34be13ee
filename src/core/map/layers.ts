import { textIn, type Json, type Row } from "#contract/wire/json";
import type { Place } from "./place.ts";

/** What the buildings of the map are drawn by. */
export type LayerName = "sites" | "ports" | "accessPoints" | "macHits";

/** How much of something there is in a building, and of how much; a building without any has no weight. */
export interface Weight {
  readonly count: number;
  /** Null: there is no whole that it is a part of. */
  readonly of: number | null;
}

/** Weights by `keyOf` of the building. */
export type Weights = ReadonlyMap<string, Weight>;

/** What a building is known by: its natural key. */
export function keyOf({ site, number }: Pick<Place, "site" | "number">): string {
  return JSON.stringify([site, number]);
}

/** Connected ports out of all of them, from the rows of `nd.bldg_use.list`. */
export function portUse(rows: readonly Row[]): Weights {
  return new Map(
    rows.flatMap((row) => {
      const of = numberIn(row["port_count"]);
      return of === 0 ? [] : [[keyOfRow(row), { count: numberIn(row["connected_count"]), of }] as const];
    }),
  );
}

/** How many of the things stand in each building: `roomsOf` names the rooms of one. */
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

/** Several buildings drawn as one. */
export function sumOf(weights: readonly Weight[]): Weight | null {
  if (weights.length === 0) return null;
  const wholes = weights.flatMap(({ of }) => of ?? []);
  return {
    count: weights.reduce((sum, { count }) => sum + count, 0),
    of: wholes.length === 0 ? null : wholes.reduce((sum, one) => sum + one, 0),
  };
}

/** The weight as it is read on the map: a number, or a part of the whole in per cent. */
export function weightText({ count, of }: Weight): string {
  return of === null ? String(count) : `${String(Math.round((100 * count) / of))} %`;
}

function keyOfRow(row: Row): string {
  return keyOf({ site: textIn(row["site"]), number: textIn(row["bldg"]) });
}

function numberIn(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
