import { withPlainLines } from "../values/decoded.ts";
import { namedType } from "../values/record-codes.ts";
import { placeOfName } from "../values/record-data.ts";
import { RECORD_EXAMPLES, TTL_BOUNDS } from "../values/record-types.ts";
import type { Include, MissingText } from "./including.ts";
import { rowAt, type Rejected, type SourceRow } from "./steps.ts";
import type { Say } from "./texts.ts";
import { entriesOf, type Entry, type Word } from "./zone-entries.ts";
import { filled, numbersOf } from "./zone-generate.ts";

/** A record of a zone file with absolute names; data as they are written. */
export interface ZoneRecord {
  readonly row: SourceRow;
  readonly owner: string;
  readonly ttl: number | null;
  readonly type: string;
  readonly data: readonly Word[];
}

export interface ZoneContent {
  readonly records: readonly ZoneRecord[];
  readonly rejected: readonly Rejected[];
  /** The first `$TTL`. */
  readonly defaultTtl: number | null;
}

export interface ZoneSource {
  readonly text: string;
  /** Name that its rows have, if there is one. */
  readonly file: string | null;
  /** Absolute; null where the file has to say it. */
  readonly origin: string | null;
  readonly include: Include;
  readonly missing?: MissingText | undefined;
  /** Names of this file and those around it, which it does not include again. */
  readonly within?: readonly string[];
  readonly say: Say;
}

interface State {
  origin: string | null;
  ttl: number | null;
  /** TTL of the record before, for files without `$TTL` (RFC 1035). */
  lastTtl: number | null;
  owner: string | null;
  readonly content: { records: ZoneRecord[]; rejected: Rejected[]; defaultTtl: number | null };
}

const DEEPEST_INCLUDE = 20;

/** The records of a zone file (RFC 1035, RFC 2308) and the rejected entries. */
export function readZoneFile(source: ZoneSource): ZoneContent {
  const content = { records: [], rejected: [], defaultTtl: null };
  const state: State = { origin: source.origin, ttl: null, lastTtl: null, owner: null, content };
  readInto(state, source);
  return state.content;
}

function readInto(state: State, source: ZoneSource): void {
  const { entries, open } = entriesOf(source.text);
  for (const entry of entries) {
    const row = rowOf(entry, source);
    const reason = readEntry(state, entry, row, source);
    if (reason !== null) state.content.rejected.push({ ...row, reason });
  }
  if (open === null) return;
  const line = withPlainLines(source.text).split("\n")[open - 1] ?? "";
  const row = rowOf({ line: open, words: [line.trim()] }, source);
  state.content.rejected.push({ ...row, reason: source.say("openEntry") });
}

function rowOf({ line, words }: Pick<Entry, "line" | "words">, { file }: ZoneSource): SourceRow {
  return rowAt({ file, line }, words.join(" "));
}

/** Reads an entry into the state. Returns the reason if the entry is rejected, else null. */
function readEntry(state: State, entry: Entry, row: SourceRow, source: ZoneSource): string | null {
  const [first = "", second = "", third] = entry.words;
  if (entry.isIndented || !first.startsWith("$")) return readRecord(state, entry, row, source.say);
  switch (first.toUpperCase()) {
    case "$ORIGIN":
      return setOrigin(state, second, source.say);
    case "$TTL":
      return setTtl(state, second, source.say);
    case "$INCLUDE":
      return include(state, source, second, third);
    case "$GENERATE":
      return generate(state, entry, row, source.say);
    default:
      return source.say("unknownDirective", { directive: first });
  }
}

function setTtl(state: State, text: string, say: Say): string | null {
  const ttl = ttlOf(text);
  if (ttl === null) return say("badTtl", { ttl: text });
  state.content.defaultTtl ??= ttl;
  state.ttl = ttl;
  return null;
}

function setOrigin(state: State, name: string, say: Say): string | null {
  const origin = name === "" ? null : absolute(name, state.origin);
  if (origin === null) return say("badOrigin", { name });
  state.origin = origin;
  return null;
}

/** An included file has its own origin and owner; what it sets ends with it, but its `$TTL` stays (RFC 1035). */
function include(state: State, source: ZoneSource, word: Word, origin: Word | undefined): string | null {
  const file = unquoted(word);
  const found = source.include(file);
  if (found === null) return source.say(source.missing ?? "copyIncluded", { file });
  const { within = [] } = source;
  if (within.length > DEEPEST_INCLUDE || within.includes(found.name))
    return source.say("includedTooDeep", { file });
  const { origin: before, owner } = state;
  if (origin !== undefined) {
    const reason = setOrigin(state, origin, source.say);
    if (reason !== null) return reason;
  }
  readInto(state, { ...source, text: found.text, file: found.name, within: [...within, found.name] });
  state.origin = before;
  state.owner = owner;
  return null;
}

function generate(state: State, entry: Entry, row: SourceRow, say: Say): string | null {
  const [, range = "", ...rest] = entry.words;
  const numbers = numbersOf(range);
  if (numbers === null || rest.length < 3) return say("badRange", { range });
  const { owner } = state;
  for (const number of numbers) {
    const words = rest.map((word) => filled(word, number));
    const made = { ...row, value: words.join(" ") };
    const reason = readRecord(state, { line: row.line, isIndented: false, words }, made, say);
    if (reason !== null) state.content.rejected.push({ ...made, reason });
  }
  state.owner = owner;
  return null;
}

const CLASSES = new Set(["IN", "CH", "HS", "CS"]);

function readRecord(state: State, entry: Entry, row: SourceRow, say: Say): string | null {
  const { words, isIndented } = entry;
  const [name = ""] = words;
  if (!isIndented) {
    state.owner = absolute(name, state.origin);
    if (state.owner === null) return say(nameReason(name, state.origin), { name });
  }
  return state.owner === null
    ? say("noOwner")
    : readBody(state, isIndented ? words : words.slice(1), row, state.owner, say);
}

function readBody(
  state: State,
  words: readonly Word[],
  row: SourceRow,
  owner: string,
  say: Say,
): string | null {
  const { ttl, ofClass, rest } = withoutTtl(words);
  if (ofClass !== "IN") return say("otherClass", { class: ofClass });
  const [written = "", ...given] = rest;
  const type = namedType(written.toUpperCase());
  if (given.length === 0) return say("noData", { type });
  const data = dataOf(type, given, state.origin, say);
  if (typeof data === "string") return data;
  state.lastTtl = ttl ?? state.lastTtl;
  state.content.records.push({ row, owner, ttl: ttl ?? state.ttl ?? state.lastTtl, type, data });
  return null;
}

/** The words of the data, or why they cannot be read. */
function dataOf(
  type: string,
  given: readonly Word[],
  origin: string | null,
  say: Say,
): readonly Word[] | string {
  const example = given[0] === "\\#" ? RECORD_EXAMPLES.get(type) : undefined;
  const plain = example === undefined ? given : genericAddress(type, given);
  if (plain === null) return say("genericData", { type, example: example ?? "" });
  return withName(type, plain, origin) ?? say("strangeName", { name: given.join(" ") });
}

/** An address in the form that data of unknown types have (RFC 3597); null for other types and for other lengths. */
function genericAddress(type: string, [, length, ...digits]: readonly Word[]): readonly Word[] | null {
  const bytes = digits.join("").match(/[0-9a-f]{2}/gi) ?? [];
  const isWhole = digits.join("").length === 2 * bytes.length && length === String(bytes.length);
  if (isWhole && type === "A" && bytes.length === 4)
    return [bytes.map((byte) => Number.parseInt(byte, 16)).join(".")];
  return isWhole && type === "AAAA" && bytes.length === 16
    ? [bytes.join("").replaceAll(/....(?=.)/g, "$&:")]
    : null;
}

/** TTL and class stand before the type in any order, and either may be missing. */
function withoutTtl(words: readonly Word[]) {
  let [ttl, ofClass, rest]: [number | null, string | null, readonly Word[]] = [null, null, words];
  for (;;) {
    const [word = ""] = rest;
    const seconds: number | null = ttl === null ? ttlOf(word) : null;
    if (seconds !== null) ttl = seconds;
    else if (ofClass === null && CLASSES.has(word.toUpperCase())) ofClass = word.toUpperCase();
    else return { ttl, ofClass: ofClass ?? "IN", rest };
    rest = rest.slice(1);
  }
}

/** The words with the target name made absolute; null if that is not possible. SOA is left as it is, because the server makes it. */
function withName(type: string, words: readonly Word[], origin: string | null): readonly Word[] | null {
  const place = placeOfName(type);
  const name = words[place];
  if (name === undefined) return words;
  const whole = absolute(name, origin);
  return whole === null ? null : words.with(place, whole);
}

/** The absolute name; null if the origin is unknown or the name has signs that the portal does not allow. */
function absolute(name: Word, origin: string | null): string | null {
  const plain = unescaped(unquoted(name));
  if (plain === null) return null;
  if (plain === "@") return origin;
  if (plain.endsWith(".")) return plain;
  if (origin === null) return null;
  return origin === "." ? `${plain}.` : `${plain}.${origin}`;
}

function nameReason(name: Word, origin: string | null): "noOrigin" | "strangeName" {
  return origin === null && unescaped(name) !== null ? "noOrigin" : "strangeName";
}

/** Escapes of letters, digits and signs stand for them; an escaped dot or blank is part of a label and has no other spelling. */
function unescaped(name: string): string | null {
  if (!name.includes("\\")) return name;
  let isPlain = true;
  const text = name.replaceAll(/\\(?:(\d{3})|(.))/g, (_, digits?: string, sign: string = "") => {
    const char: string = digits === undefined ? sign : String.fromCharCode(Number(digits));
    if (!/^[A-Za-z0-9_*-]$/.test(char)) isPlain = false;
    return char;
  });
  return isPlain ? text : null;
}

function unquoted(word: Word): string {
  return /^"([^]*)"$/.exec(word)?.[1] ?? word;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Seconds of `3600`, `1h` or `1w2d`; null for any other text. */
export function ttlOf(text: string): number | null {
  const parts = /^(?:\d{1,10}|(?:\d{1,10}[smhdw])+)$/i.test(text) ? text.matchAll(/(\d+)([a-z]?)/gi) : [];
  const seconds = [...parts].map(([, count, unit = ""]) => Number(count) * (UNITS[unit.toLowerCase()] ?? 1));
  const sum = seconds.reduce((all, one) => all + one, 0);
  return seconds.length > 0 && sum <= TTL_BOUNDS.max ? sum : null;
}
