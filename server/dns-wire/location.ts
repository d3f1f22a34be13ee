import { numberBytes } from "./numbers.ts";

const CANONICAL =
  /^(\d+) (\d+) ([\d.]+) ([NS]) (\d+) (\d+) ([\d.]+) ([EW]) (-?[\d.]+)m ([\d.]+)m ([\d.]+)m ([\d.]+)m$/;
/** The equator and the prime meridian, in thousandths of a second. */
const ZERO = 2 ** 31;
/** Centimetres between the lowest altitude and sea level. */
const DEPTH = 10_000_000;

/** Canonical data of a LOC record as bytes (RFC 1876, 2). */
export function locationBytes(data: string): Buffer {
  const [, latDeg, latMin, latSec, ns, lonDeg, lonMin, lonSec, ew, altitude, ...sizes] =
    CANONICAL.exec(data) ?? [];
  if (altitude === undefined) throw new Error(`${data} is no location`);
  const latitude = thousandths([latDeg, latMin, latSec]) * (ns === "N" ? 1 : -1);
  const longitude = thousandths([lonDeg, lonMin, lonSec]) * (ew === "E" ? 1 : -1);
  return Buffer.concat([
    Buffer.from([0, ...sizes.map((size) => sizeByte(Number(size)))]),
    numberBytes(ZERO + latitude, 4),
    numberBytes(ZERO + longitude, 4),
    numberBytes(Math.round(Number(altitude) * 100) + DEPTH, 4),
  ]);
}

function thousandths(parts: readonly (string | undefined)[]): number {
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number);
  return (degrees * 60 + minutes) * 60_000 + Math.round(seconds * 1000);
}

/** Metres as one digit and a power of ten of centimetres. */
function sizeByte(metres: number): number {
  const centimetres = Math.round(metres * 100);
  const power = centimetres === 0 ? 0 : Math.floor(Math.log10(centimetres));
  return (Math.floor(centimetres / 10 ** power) << 4) | power;
}

/** Text of the data of a LOC record, in canonical form; null for another version or length. */
export function locationText(bytes: Buffer): string | null {
  if (bytes.length !== 16 || bytes[0] !== 0) return null;
  const latitude = angleText(bytes.readUInt32BE(4) - ZERO, "N", "S");
  const longitude = angleText(bytes.readUInt32BE(8) - ZERO, "E", "W");
  const altitude = ((bytes.readUInt32BE(12) - DEPTH) / 100).toFixed(2);
  const sizes = [...bytes.subarray(1, 4)].map(
    (byte) => `${String(((byte >> 4) * 10 ** (byte & 15)) / 100)}m`,
  );
  return [latitude, longitude, `${altitude}m`, ...sizes].join(" ");
}

function angleText(value: number, positive: string, negative: string): string {
  const all = Math.abs(value);
  const [degrees, minutes] = [Math.floor(all / 3_600_000), Math.floor(all / 60_000) % 60];
  const seconds = ((all % 60_000) / 1000).toFixed(3);
  return `${String(degrees)} ${String(minutes)} ${seconds} ${value < 0 ? negative : positive}`;
}
