import { parsed, refused, refusedFor, type Parsed } from "./parsed.ts";

/** Degrees, minutes and seconds before a direction; minutes and seconds may be missing (RFC 1876). */
const ANGLE = String.raw`(\d{1,3})(?:\s+(\d{1,2})(?:\s+(\d{1,2}(?:\.\d{1,3})?))?)?`;
const METRES = String.raw`(\d{1,8}(?:\.\d{1,2})?)m?`;
const LOCATION = new RegExp(
  String.raw`^\s*${ANGLE}\s+([NS])\s+${ANGLE}\s+([EW])\s+(-?\d{1,8}(?:\.\d{1,2})?)m?(?:\s+${METRES}(?:\s+${METRES}(?:\s+${METRES})?)?)?\s*$`,
  "i",
);
/** Metres from -100,000 to 42,849,672.95, which are 32 bits of centimetres. */
const ALTITUDE = { min: -100_000, max: 42_849_672.95 };
const LARGEST_SIZE = 90_000_000;

/** Data of a LOC record with all members written: `49 0 39.000 N 8 24 37.000 E 110.00m 1m 10000m 10m`. */
export function locationData(text: string): Parsed<string> {
  const found = LOCATION.exec(text);
  if (found === null) return refused("bad_format");
  const [, latDeg, latMin, latSec, ns = "", lonDeg, lonMin, lonSec, ew = "", altitude, ...sizes] = found;
  const latitude = angle([latDeg, latMin, latSec], 90);
  const longitude = angle([lonDeg, lonMin, lonSec], 180);
  const height = Number(altitude);
  if (latitude === null || longitude === null || height < ALTITUDE.min || height > ALTITUDE.max)
    return refused("bad_format");
  const metres = sizes.map((size, at) => Number(size ?? DEFAULT_SIZES[at]));
  const wrong = metres.findIndex((size) => size > LARGEST_SIZE || !hasOneDigit(size));
  if (wrong >= 0) return refusedFor("sizes", { field: SIZES[wrong] ?? "" });
  const lengths = metres.map((size) => `${String(size)}m`).join(" ");
  return parsed(
    `${latitude} ${ns.toUpperCase()} ${longitude} ${ew.toUpperCase()} ${height.toFixed(2)}m ${lengths}`,
  );
}

/** Default size, horizontal and vertical precision. */
const DEFAULT_SIZES = [1, 10_000, 10];
const SIZES = ["size", "horizontal precision", "vertical precision"];

/** On the wire a size is one digit and a power of ten of centimetres. */
function hasOneDigit(metres: number): boolean {
  return /^[0-9]0*$/.test(String(Math.round(metres * 100)));
}

function angle(parts: readonly (string | undefined)[], largest: number): string | null {
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const isRight = minutes < 60 && seconds < 60 && degrees + minutes / 60 + seconds / 3600 <= largest;
  return isRight ? `${String(degrees)} ${String(minutes)} ${seconds.toFixed(3)}` : null;
}
