import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import { refuse } from "../../faults.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The JSON of a body. `position` of the refusal is the character at which reading ended, or null if it is unknown. Too many levels or values are
 * refused before parsing, because they take more time than the size of the body suggests (wire contract 1.8).
 */
export function jsonOf(body: Uint8Array | string, mostValues: number = LIMITS.bodyValues): Json {
  refuseShape(typeof body === "string" ? Buffer.from(body) : body, mostValues);
  try {
    // JSON.parse returns JSON.
    return JSON.parse(typeof body === "string" ? body : utf8.decode(body)) as Json;
  } catch (error) {
    const found = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    throw refuse("malformed_json", { position: found === undefined ? null : Number(found) });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The meaning of a byte outside texts. It is a table, because it is used for every byte of every body. */
const [OTHER, BLANK, OPENS, CLOSES, SEPARATES, BEGINS_TEXT] = [0, 1, 2, 3, 4, 5];
const MEANING = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte <= 0x20) return BLANK;
  const found = '[{]},"'.indexOf(String.fromCharCode(byte));
  return [OPENS, OPENS, CLOSES, CLOSES, SEPARATES, BEGINS_TEXT][found] ?? OTHER;
});

/** How a byte changes the number of levels and of values, by its meaning. */
const DEEPER = Int8Array.of(0, 0, 1, -1, 0, 0);
const MORE = Int8Array.of(0, 0, 1, 0, 1, 0);

/** Counts levels and values by brackets and commas. The parser finds out if the body is not JSON. */
function refuseShape(bytes: Uint8Array, mostValues: number): void {
  let depth = 0;
  let values = 1;
  let before = OTHER;
  for (let at = 0; at < bytes.length; at++) {
    const meaning = entry(MEANING, entry(bytes, at));
    if (meaning === BLANK) continue;
    depth += entry(DEEPER, meaning);
    // An opening bracket counts its first value in advance; an empty bracket has no value.
    values += before === OPENS && meaning === CLOSES ? -1 : entry(MORE, meaning);
    before = meaning;
    if (meaning === BEGINS_TEXT) at = endOfText(bytes, at);
    if (depth > LIMITS.bodyDepth) throw tooLarge(LIMITS.bodyDepth, "bodyTooDeep");
    if (values > mostValues + LIMITS.bodyDepth) throw tooLarge(mostValues, "bodyTooManyValues");
  }
  if (values > mostValues) throw tooLarge(mostValues, "bodyTooManyValues");
}

/**
 * The greatest number of lists and objects within one element of the body, such as one step. Steps are planned in parts, but each step in one part.
 * So a step with very many conditions is planned in a thread of its own.
 */
export function densityOf(bytes: Uint8Array): number {
  let [depth, inside, most] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const meaning = entry(MEANING, entry(bytes, at));
    if (meaning === BEGINS_TEXT) at = endOfText(bytes, at);
    if (meaning === OPENS) inside = depth++ < 2 ? 1 : inside + 1;
    if (meaning === CLOSES) depth--;
    most = Math.max(most, inside);
  }
  return most;
}

function entry(table: Uint8Array | Int8Array, at: number): number {
  return table[at] ?? 0;
}

/** Position of the quote that ends the text which begins at `from`. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && entry(bytes, at) !== QUOTE) at += entry(bytes, at) === BACKSLASH ? 2 : 1;
  return at;
}

function tooLarge(limit: number, reason: "bodyTooDeep" | "bodyTooManyValues"): Error {
  return refuse("body_too_large", { limit }).because(reason);
}
