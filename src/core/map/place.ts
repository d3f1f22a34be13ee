import { textIn, type Row } from "#contract/wire/json";

/** A place in degrees, WGS 84. */
export interface Position {
  readonly longitude: number;
  readonly latitude: number;
}

export interface Place {
  readonly gpk: string;
  readonly site: string;
  readonly number: string;
  readonly title: string;
  readonly address: string;
  /** Null without coordinates in the database. */
  readonly position: Position | null;
}

/** A site on the map, at its own position or in the middle of its buildings. */
export interface Site {
  readonly name: string;
  readonly title: string;
  readonly position: Position | null;
  readonly buildings: number;
  /** CSS colour of its marks; neighbours in the list differ widely in hue. */
  readonly colour: string;
}

/** The golden angle keeps all hues apart, however many there are. */
const HUE_STEP = 137.508;
const FIRST_HUE = 215;

/** Buildings from the rows of `nd.bldg.list`, in the language of the reader. */
export function placesOf(rows: readonly Row[]): readonly Place[] {
  return rows.map((row) => ({
    gpk: textIn(row["gpk"]),
    site: textIn(row["site"]),
    number: textIn(row["number"]),
    title: textIn(row["title"]),
    address: textIn(row["address"]),
    position: positionOf(row),
  }));
}

/** Sites with buildings, from the rows of `nd.site.list`. */
export function sitesOf(rows: readonly Row[], places: readonly Place[]): readonly Site[] {
  const bySite = Map.groupBy(places, ({ site }) => site);
  return rows
    .map((row) => ({ row, name: textIn(row["name"]) }))
    .filter(({ name }) => bySite.has(name))
    .map(({ row, name }, at) => {
      const own = bySite.get(name) ?? [];
      return {
        name,
        title: textIn(row["title"]),
        position: positionOf(row) ?? middleOf(own.flatMap((place) => place.position ?? [])),
        buildings: own.length,
        colour: `hsl(${String(Math.round(FIRST_HUE + at * HUE_STEP) % 360)} 75% 45%)`,
      };
    });
}

function positionOf(row: Row): Position | null {
  const { geo_lat: latitude = null, geo_lon: longitude = null } = row;
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : null;
}

function middleOf(positions: readonly Position[]): Position | null {
  if (positions.length === 0) return null;
  const mean = (pick: (position: Position) => number): number =>
    positions.reduce((sum, one) => sum + pick(one), 0) / positions.length;
  return { longitude: mean((one) => one.longitude), latitude: mean((one) => one.latitude) };
}

/** True if the name of the building contains every typed word, ignoring case. */
export function matchesPlace(place: Place, typed: string): boolean {
  const told = [place.site, place.number, place.title, place.address].join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => told.includes(word));
}

export function nameOfPlace({ number, title }: Pick<Place, "number" | "title">): string {
  return title === "" ? number : `${number} ${title}`;
}
