import { soughtTexts } from "./merge-results.ts";
import type { SearchReading } from "./read-term.ts";

/** A piece of a displayed text: highlighted if it matches, muted if it only names the zone. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  readonly isMuted: boolean;
}

type Span = readonly [from: number, to: number];

/** More repetitions could take the browser too long. */
const REPEATS_AT_MOST = 2;
const LONGEST_MATCHED = 255;

/** Splits a text into the matched part, the rest, and the muted part from `mutedFrom` on. */
export function matchParts(
  text: string,
  reading: SearchReading,
  mutedFrom: number = text.length,
): readonly TextPart[] {
  const [from, to] = matchIn(text, reading) ?? [text.length, text.length];
  const cuts = [...new Set([0, from, to, mutedFrom, text.length])].toSorted((one, other) => one - other);
  return cuts.slice(1).map((end, at) => {
    const start = cuts[at] ?? 0;
    return { text: text.slice(start, end), isMatch: start >= from && end <= to, isMuted: start >= mutedFrom };
  });
}

/** Start of the zone in a name; without a known zone the end of the first label. */
export function zoneStart(name: string, zone: string | null): number {
  if (zone !== null && name !== zone && name.endsWith(`.${zone}`)) return name.length - zone.length - 1;
  const dot = zone === name ? -1 : name.indexOf(".");
  return dot < 1 ? name.length : dot;
}

function matchIn(text: string, reading: SearchReading): Span | null {
  if (reading.isRegexp) return regexpMatch(text, reading.term);
  const lower = text.toLowerCase();
  // Some characters change their length with their case, which would shift positions.
  if (lower.length !== text.length) return null;
  for (const sought of soughtTexts(reading)) {
    const at = lower.indexOf(sought);
    if (at >= 0) return [at, at + sought.length];
  }
  return null;
}

function regexpMatch(text: string, pattern: string): Span | null {
  const repeats = pattern.replaceAll(/\\.|\[\^?\]?(\\.|[^\]\\])*\]/gsu, "").match(/[*+?{]/g) ?? [];
  const repeatsGroup = /\)[*+?{]/.test(pattern);
  if (repeats.length > REPEATS_AT_MOST || repeatsGroup || text.length > LONGEST_MATCHED) return null;
  const found = compiled(pattern)?.exec(text) ?? null;
  return found === null ? null : [found.index, found.index + found[0].length];
}

/** The grammar of search expressions is almost that of the browser; expressions that differ are not highlighted. */
function compiled(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern.replace(/^\(\?i\)/, ""), "is");
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
