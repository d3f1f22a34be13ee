import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import { refuse } from "../faults.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The JSON of a body; `position` of the refusal is the character at which reading ended, or null if it is not known. A shape that would cost
 * more than its size tells is refused before it is parsed (wire contract 1.8).
 */
export function jsonOf(body: Uint8Array | string): Json {
  refuseShape(typeof body === "string" ? Buffer.from(body) : body);
  try {
    // JSON.parse yields JSON by its nature.
    return JSON.parse(typeof body === "string" ? body : utf8.decode(body)) as Json;
  } catch (error) {
    const found = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    throw refuse("malformed_json", { position: found === undefined ? null : Number(found) });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What a byte between texts means: a table, because every byte of every body is looked up. */
const [OTHER, BLANK, OPENS, CLOSES, SEPARATES, BEGINS_TEXT] = [0, 1, 2, 3, 4, 5];
const MEANING = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte <= 0x20) return BLANK;
  const found = '[{]},"'.indexOf(String.fromCharCode(byte));
  return [OPENS, OPENS, CLOSES, CLOSES, SEPARATES, BEGINS_TEXT][found] ?? OTHER;
});

/** By meaning: levels and values more. */
const DEEPER = Int8Array.of(0, 0, 1, -1, 0, 0);
const MORE = Int8Array.of(0, 0, 1, 0, 1, 0);

/** Counts levels and values by their brackets and commas. What is no JSON at all is found by the parser. */
function refuseShape(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  let before = OTHER;
  for (let at = 0; at < bytes.length; at++) {
    const meaning = entry(MEANING, entry(bytes, at));
    if (meaning === BLANK) continue;
    depth += entry(DEEPER, meaning);
    // An opening bracket counts its first value in advance: one that is closed at once has none.
    values += before === OPENS && meaning === CLOSES ? -1 : entry(MORE, meaning);
    before = meaning;
    if (meaning === BEGINS_TEXT) at = endOfText(bytes, at);
    if (depth > LIMITS.bodyDepth) throw tooDeep();
    if (values > LIMITS.bodyValues + LIMITS.bodyDepth) throw tooMany();
  }
  if (values > LIMITS.bodyValues) throw tooMany();
}

function entry(table: Uint8Array | Int8Array, at: number): number {
  return table[at] ?? 0;
}

/** Place of the quote that ends the text which begins at `from`. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && entry(bytes, at) !== QUOTE) at += entry(bytes, at) === BACKSLASH ? 2 : 1;
  return at;
}

function tooDeep(): Error {
  const limit = LIMITS.bodyDepth;
  return refuse("body_too_large", { limit }).because({
    de: `Der Inhalt ist tiefer als ${String(limit)} Ebenen verschachtelt.`,
    en: `The body is nested deeper than ${String(limit)} levels.`,
  });
}

function tooMany(): Error {
  const limit = LIMITS.bodyValues;
  return refuse("body_too_large", { limit }).because({
    de: `Der Inhalt hat mehr als ${String(limit)} Werte.`,
    en: `The body has more than ${String(limit)} values.`,
  });
}
