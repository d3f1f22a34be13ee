import { namedType } from "#contract/values/record-codes";
import { placeOfName } from "#contract/values/record-data";
import { RECORD_EXAMPLES } from "#contract/values/record-types";
import type { Include, MissingText } from "../shared/including.ts";
import { placeIn, rowAt, type Rejected, type SourceRow } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";
import { entriesOf, type Entry } from "./zone-entries.ts";
import { filled, numbersOf } from "./zone-generate.ts";
import { frontOf, isKnownType, numbered, ttlOf, type Word } from "./zone-words.ts";

/** A record of a zone file with absolute names and the data in the spelling of the file. */
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
  /** The minimum of the SOA record if it is the default TTL, because no TTL comes before it (RFC 1035, 3.3.13). */
  readonly minimumTtl: number | null;
  /** Records with a mark of Windows that contains their age. */
  readonly aged: readonly SourceRow[];
}

export interface ZoneSource {
  readonly text: string;
  /** Name that its rows have, if there is one. */
  readonly file: string | null;
  /** Absolute; null if the file must contain it. */
  readonly origin: string | null;
  readonly include: Include;
  readonly missing?: MissingText | undefined;
  /** Names of this file and of the files that include it, which it cannot include again. */
  readonly within?: readonly string[];
  readonly say: Say;
}

interface State {
  origin: string | null;
  ttl: number | null;
  /** TTL of the record before, for files without `$TTL` (RFC 1035). */
  lastTtl: number | null;
  owner: string | null;
  /** The rejected line because of which the owner or the origin is unknown. */
  noOwner: SourceRow | null;
  noOrigin: SourceRow | null;
  readonly content: {
    readonly records: ZoneRecord[];
    readonly rejected: Rejected[];
    readonly aged: SourceRow[];
    defaultTtl: number | null;
    minimumTtl: number | null;
  };
}

const DEEPEST_INCLUDE = 20;

/** The records of a zone file (RFC 1035, RFC 2308) and the rejected entries. */
export function readZoneFile(source: ZoneSource): ZoneContent {
  const content = { records: [], rejected: [], aged: [], defaultTtl: null, minimumTtl: null };
  const begin = { ttl: null, lastTtl: null, owner: null, noOwner: null, noOrigin: null };
  const state: State = { ...begin, origin: source.origin, content };
  readInto(state, source);
  return state.content;
}

function readInto(state: State, source: ZoneSource): void {
  for (const entry of entriesOf(source.text)) {
    const row = rowOf(entry, source);
    const reason = readEntry(state, entry, row, source);
    if (reason !== null) state.content.rejected.push({ ...row, reason });
  }
}

function rowOf({ line, words }: Pick<Entry, "line" | "words">, { file }: ZoneSource): SourceRow {
  return rowAt({ file, line }, words.join(" "));
}

/** Reads an entry into the state. Returns the reason if the entry is rejected, else null. */
function readEntry(state: State, entry: Entry, row: SourceRow, source: ZoneSource): string | null {
  const [first = "", second = "", third] = entry.words;
  if (entry.problem !== null) return readBroken(state, entry, row, source.say(entry.problem));
  if (entry.isIndented || !first.startsWith("$")) return readRecord(state, entry, row, source.say);
  switch (first.toUpperCase()) {
    case "$ORIGIN":
      return setOrigin(state, second, row, source.say);
    case "$TTL":
      return setTtl(state, second, source.say);
    case "$INCLUDE":
      return include(state, source, row, second, third);
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

/** Relative names below an unreadable origin are rejected, because the origin before is not theirs. */
function setOrigin(state: State, name: string, row: SourceRow, say: Say): string | null {
  const origin = name === "" ? null : absolute(name, state.origin);
  state.origin = origin;
  state.noOrigin = origin === null ? row : null;
  return origin === null ? say("badOrigin", { name }) : null;
}

/** An included file has its own origin and owner, which end with it, but its `$TTL` stays (RFC 1035). */
function include(
  state: State,
  source: ZoneSource,
  row: SourceRow,
  word: Word,
  given: Word | undefined,
): string | null {
  const file = unquoted(word);
  const found = source.include(file);
  if (found === null) return source.say(source.missing ?? "copyIncluded", { file });
  const { within = [] } = source;
  if (within.length > DEEPEST_INCLUDE || within.includes(found.name))
    return source.say("includedTooDeep", { file });
  const { origin, owner, noOwner, noOrigin } = state;
  const reason = given === undefined ? null : setOrigin(state, given, row, source.say);
  if (reason === null)
    readInto(state, { ...source, text: found.text, file: found.name, within: [...within, found.name] });
  Object.assign(state, { origin, owner, noOwner, noOrigin });
  return reason;
}

function generate(state: State, { words: all }: Entry, row: SourceRow, say: Say): string | null {
  const [, range = "", ...rest] = all;
  const numbers = numbersOf(range);
  if (numbers === null || rest.length < 3) return say("badRange", { range });
  const { owner, noOwner } = state;
  for (const number of numbers) {
    const words = rest.flatMap((word) => filled(word, number) ?? []);
    if (words.length < rest.length) return say("badPlace");
    const made = { ...row, value: words.join(" ") };
    const entry = { line: row.line, isIndented: false, words, problem: null };
    const reason = readRecord(state, entry, made, say);
    if (reason !== null) state.content.rejected.push({ ...made, reason });
  }
  Object.assign(state, { owner, noOwner });
  return null;
}

function readRecord(state: State, entry: Entry, row: SourceRow, say: Say): string | null {
  const { words, isIndented } = entry;
  const reason = isIndented ? null : setOwner(state, words[0] ?? "", row, say);
  if (reason !== null) return reason;
  if (state.owner !== null)
    return readBody(state, isIndented ? words : words.slice(1), row, state.owner, say);
  return state.noOwner === null ? say("noOwner") : restsOn(state.noOwner, say);
}

/** Lines without an owner belong to the name of the line before, even if that line is rejected. */
function setOwner(state: State, name: Word, row: SourceRow, say: Say): string | null {
  state.owner = absolute(name, state.origin);
  state.noOwner = state.owner === null ? row : null;
  if (state.owner !== null) return null;
  const isRelative = state.origin === null && unescaped(name) !== null;
  if (isRelative && state.noOrigin !== null) return restsOn(state.noOrigin, say);
  return say(isRelative ? "noOrigin" : "strangeName", { name });
}

/** The reason for an unreadable entry. Its first word is the owner of the following lines. */
function readBroken(state: State, { words, isIndented }: Entry, row: SourceRow, reason: string): string {
  const [name] = words;
  if (isIndented || name?.startsWith("$") === true) return reason;
  state.owner = name === undefined ? null : absolute(name, state.origin);
  state.noOwner = state.owner === null ? row : null;
  return reason;
}

function restsOn(row: SourceRow, say: Say): string {
  return say("restsOn", { place: placeIn(row, say), value: row.value });
}

function readBody(
  state: State,
  words: readonly Word[],
  row: SourceRow,
  owner: string,
  say: Say,
): string | null {
  const { ttl, ofClass, hasAge, rest } = frontOf(words);
  if (ofClass !== "IN") return say("otherClass", { class: ofClass });
  const [written = "", ...given] = rest;
  const type = namedType(written.toUpperCase());
  if (given.length === 0) return say("noData", { type });
  const data = dataOf(type, given, state.origin, say);
  if (typeof data === "string") return data;
  if (hasAge) state.content.aged.push(row);
  takeTtl(state, type, ttl, data);
  state.content.records.push({ row, owner, ttl: ttl ?? state.ttl ?? state.lastTtl, type, data });
  // If the type is unknown, the words before it may have another meaning.
  if (!isKnownType(type)) Object.assign(state, { owner: null, noOwner: row });
  return null;
}

/** Without a TTL before it the minimum of the SOA record is the default TTL. */
function takeTtl(state: State, type: string, ttl: number | null, data: readonly Word[]): void {
  const [, , , , , , minimum = ""] = data;
  const hasTtl = [ttl, state.ttl, state.lastTtl].some((known) => known !== null);
  state.lastTtl = ttl ?? state.lastTtl;
  if (type !== "SOA" || hasTtl) return;
  state.ttl = ttlOf(minimum);
  state.content.minimumTtl ??= state.ttl;
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
  return withName(type, numbered(type, plain), origin) ?? say("strangeName", { name: given.join(" ") });
}

/** An address in the generic form of unknown types (RFC 3597); null for other types and for other lengths. */
function genericAddress(type: string, [, length, ...digits]: readonly Word[]): readonly Word[] | null {
  const bytes = digits.join("").match(/[0-9a-f]{2}/gi) ?? [];
  const isWhole = digits.join("").length === 2 * bytes.length && length === String(bytes.length);
  if (isWhole && type === "A" && bytes.length === 4)
    return [bytes.map((byte) => Number.parseInt(byte, 16)).join(".")];
  return isWhole && type === "AAAA" && bytes.length === 16
    ? [bytes.join("").replaceAll(/....(?=.)/g, "$&:")]
    : null;
}

/** The words with the target name made absolute; null if that is not possible. SOA is left as it is, because the server makes it. */
function withName(type: string, words: readonly Word[], origin: string | null): readonly Word[] | null {
  const place = placeOfName(type);
  const name = words[place];
  if (name === undefined) return words;
  const whole = absolute(name, origin);
  return whole === null ? null : words.with(place, whole);
}

/** The absolute name; null if the origin is unknown or the name has characters that the portal does not allow. */
function absolute(name: Word, origin: string | null): string | null {
  const plain = unescaped(unquoted(name));
  if (plain === null) return null;
  if (plain === "@") return origin;
  if (plain.endsWith(".")) return plain;
  if (origin === null) return null;
  return origin === "." ? `${plain}.` : `${plain}.${origin}`;
}

/** Escaped letters, digits and characters become the characters themselves. An escaped dot or blank is part of a label and has no other spelling. */
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
