import type { Field } from "#contract/record-type";
import { isOtherType, namedType } from "#contract/values/record-codes";
import { RECORD_CODES, recordForm, TTL_BOUNDS } from "#contract/values/record-types";

/** A word of a zone file as it is written, with quotation marks and escapes. */
export type Word = string;

/** Classes by their number (RFC 3597, 5). */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["1", "IN"],
  ["2", "CS"],
  ["3", "CH"],
  ["4", "HS"],
  ["254", "NONE"],
  ["255", "ANY"],
]);
const NAMED = new Set(CLASSES.values());

/** The class that a word names, also by its number: `CLASS1` is IN. Null for any other word. */
function classOf(word: Word): string | null {
  const name = word.toUpperCase();
  const number = /^CLASS(\d{1,5})$/.exec(name)?.[1];
  if (number !== undefined) return CLASSES.get(String(Number(number))) ?? name;
  return NAMED.has(name) ? name : null;
}

/** The time at which Windows may delete a dynamic record, in hours since 1601. */
const AGE = /^\[ag(?:e|ing):\d+\]$/i;

/** The part of an entry before the data of a record. */
export interface Front {
  readonly ttl: number | null;
  readonly ofClass: string;
  /** There is a mark of Windows that contains the age of the record. */
  readonly hasAge: boolean;
  /** Type and data. */
  readonly rest: readonly Word[];
}

/** TTL and class come before the type in any order, and either may be missing. */
export function frontOf(words: readonly Word[]): Front {
  let ttl: number | null = null;
  let ofClass: string | null = null;
  let at = 0;
  const hasAge = AGE.test(words[0] ?? "");
  if (hasAge) at += 1;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const seconds: number | null = ttl === null ? ttlOf(word) : null;
    const named: string | null = ofClass === null ? classOf(word) : null;
    if (seconds !== null) ttl = seconds;
    else if (named !== null) ofClass = named;
    else break;
  }
  return { ttl, ofClass: ofClass ?? "IN", hasAge, rest: words.slice(at) };
}

/** Algorithms of DNSSEC by their mnemonics (RFC 4034, A.1, and the list of IANA). */
const ALGORITHMS: Readonly<Record<string, number>> = {
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  RSASHA1: 5,
  "DSA-NSEC3-SHA1": 6,
  NSEC3DSA: 6,
  "RSASHA1-NSEC3-SHA1": 7,
  NSEC3RSASHA1: 7,
  RSASHA256: 8,
  RSASHA512: 10,
  "ECC-GOST": 12,
  ECCGOST: 12,
  ECDSAP256SHA256: 13,
  ECDSA256: 13,
  ECDSAP384SHA384: 14,
  ECDSA384: 14,
  ED25519: 15,
  ED448: 16,
  INDIRECT: 252,
  PRIVATEDNS: 253,
  PRIVATEOID: 254,
};
const DIGESTS: Readonly<Record<string, number>> = {
  SHA1: 1,
  "SHA-1": 1,
  SHA256: 2,
  "SHA-256": 2,
  GOST: 3,
  SHA384: 4,
  "SHA-384": 4,
};
const PROTOCOLS: Readonly<Record<string, number>> = { DNSSEC: 3 };

/** Kinds of fields whose words may be mnemonics. */
const MNEMONICS: Readonly<Partial<Record<Field, Readonly<Record<string, number>>>>> = {
  algorithm: ALGORITHMS,
  digestType: DIGESTS,
  protocol: PROTOCOLS,
};

/** The words of data with numbers instead of mnemonics. */
export function numbered(type: string, words: readonly Word[]): readonly Word[] {
  const kinds = Object.values(recordForm(type)?.fields ?? {});
  return words.map((word, at) => {
    const kind = kinds[at];
    return String((kind && MNEMONICS[kind]?.[word.toUpperCase()]) ?? word);
  });
}

/** Whether a line looks like the first line of a record or a directive, and not like a line within parentheses. */
export function beginsEntry(line: string): boolean {
  if (/^\$[A-Z]/i.test(line)) return true;
  const words = line.replace(/;.*$/, "").split(/\s+/);
  const [type = "", data] = frontOf(words.slice(1)).rest;
  return data !== undefined && data !== "" && isKnownType(namedType(type.toUpperCase()));
}

/** Whether DNS has a type of this name. */
export function isKnownType(name: string): boolean {
  return RECORD_CODES.has(name) || isOtherType(name);
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Seconds of `3600`, `1h` or `1w2d`; null for any other text. */
export function ttlOf(text: string): number | null {
  const parts = /^(?:\d{1,10}|(?:\d{1,10}[smhdw])+)$/i.test(text) ? text.matchAll(/(\d+)([a-z]?)/gi) : [];
  const seconds = [...parts].map(([, count, unit = ""]) => Number(count) * (UNITS[unit.toLowerCase()] ?? 1));
  const sum = seconds.reduce((all, one) => all + one, 0);
  return seconds.length > 0 && sum <= TTL_BOUNDS.max ? sum : null;
}
