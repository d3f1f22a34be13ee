import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isList, isObject, textIn, type Json } from "#contract/wire/json";

/** GeoJSON texts (RFC 7946) for the background of the map, by file name without extension. */
export type MapGround = ReadonlyMap<string, string>;

const NAME = /^([A-Za-z0-9_-]+)\.geojson$/;
/** Maximum size of a file in bytes, because a browser reads all of it. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Depth of coordinates by type of geometry. */
const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Reads the GeoJSON files of a folder. Throws a sentence with file, feature and fault if one cannot be drawn. */
export function readMapGround(folder: string | null): MapGround {
  if (folder === null) return new Map();
  if (!existsSync(folder)) throw new Error(`NETPORTAL_MAP=${folder} is no folder.`);
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  if (names.length === 0) throw new Error(`NETPORTAL_MAP=${folder} holds no file *.geojson.`);
  return new Map(
    names.toSorted().map((name) => {
      const file = join(folder, name);
      const bytes = statSync(file).size;
      if (bytes > MOST_BYTES)
        throw new Error(`${file} has ${String(bytes)} bytes; ${String(MOST_BYTES)} are the most.`);
      const text = readFileSync(file, "utf8");
      const problem = problemOf(text);
      if (problem !== null) throw new Error(`${file}: ${problem}`);
      return [name.replace(NAME, "$1"), text];
    }),
  );
}

function problemOf(text: string): string | null {
  const document = jsonIn(text);
  if (document === undefined) return "the file is no JSON.";
  const features =
    isObject(document) && document["type"] === "FeatureCollection" ? document["features"] : null;
  if (!isList(features)) return 'a "FeatureCollection" with a list "features" is wanted.';
  for (const [at, feature] of features.entries()) {
    const problem = problemOfFeature(feature);
    if (problem !== null) return `feature ${String(at + 1)}: ${problem}`;
  }
  return null;
}

function problemOfFeature(feature: Json): string | null {
  if (!isObject(feature) || feature["type"] !== "Feature") return 'it is no "Feature".';
  const { geometry } = feature;
  if (!isObject(geometry)) return 'it has no "geometry".';
  const type = textIn(geometry["type"]);
  const depth = Object.hasOwn(DEPTHS, type) ? DEPTHS[type] : undefined;
  if (depth === undefined) return `its geometry is none of ${Object.keys(DEPTHS).join(", ")}.`;
  return problemOfCoordinates(geometry["coordinates"] ?? null, depth);
}

function problemOfCoordinates(value: Json, depth: number): string | null {
  if (!isList(value)) return "its coordinates are not nested as its geometry wants.";
  if (depth > 0) {
    for (const part of value) {
      const problem = problemOfCoordinates(part, depth - 1);
      if (problem !== null) return problem;
    }
    return null;
  }
  const [longitude, latitude] = value;
  const isPlace = isWithin(longitude, 180) && isWithin(latitude, 90);
  return isPlace
    ? null
    : `${JSON.stringify(value)} is no longitude from -180 to 180 and latitude from -90 to 90, in this order, in degrees.`;
}

function isWithin(value: Json | undefined, most: number): boolean {
  return typeof value === "number" && Math.abs(value) <= most;
}

function jsonIn(text: string): Json | undefined {
  try {
    // JSON.parse returns JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
