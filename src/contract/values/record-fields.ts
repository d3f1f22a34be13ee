import type { Digest, Field, RecordType } from "../record-type.ts";
import { FQDN_LENGTH, readFqdn, type ToAscii } from "./fqdn.ts";
import { parseAddress } from "./ip.ts";
import { locationData } from "./location.ts";
import { parsed, refused, refusedFor, type Parsed, type Refused } from "./parsed.ts";
import { BASE64, bytesOf, escapedBytes, recordWords } from "./record-strings.ts";
import { parseRecordText } from "./record-text.ts";
import { rewriting } from "./rewriting.ts";
import { serviceParameters } from "./service-parameters.ts";

/** The fields of a record in one spelling, separated by one blank. */
export function readFields(
  text: string,
  { fields, digest, contradiction }: RecordType,
  toAscii: ToAscii,
): Parsed<string> {
  const kinds = Object.values(fields);
  const words = wordsOf(text, kinds);
  if (words === null) return refusedFor("openQuote");
  const names = Object.keys(fields);
  if (!hasCount(words.length, kinds))
    return refusedFor("fieldCount", { count: names.length, fields: names.join(" ") });
  const read = new Map<string, string>();
  for (const [at, [name, field]] of Object.entries(fields).entries()) {
    const given = words.slice(at, REST.has(field) ? undefined : at + 1);
    const value = READERS[field](name, given, toAscii);
    if (!value.ok) return value;
    read.set(name, value.value);
  }
  return (
    contradiction?.(read) ??
    (digest === undefined ? null : otherLength(read, digest)) ??
    parsed([...read.values()].filter((value) => value !== "").join(" "))
  );
}

/** The words of data. The last one is unchanged if its kind is read as text. Null for an open quotation mark. */
function wordsOf(text: string, kinds: readonly Field[]): readonly string[] | null {
  const [last] = kinds.slice(-1);
  if (last === undefined || !AS_IT_STANDS.has(last)) return text.trim() === "" ? [""] : recordWords(text);
  if (kinds.length === 1) return [text];
  const words: string[] = [];
  let left = text.trimStart();
  for (const _ of kinds.slice(1)) {
    const [whole = "", word = ""] = /^(\S+)\s+/.exec(left) ?? [];
    if (word === "") return words;
    words.push(word);
    left = left.slice(whole.length);
  }
  return [...words, left.trimEnd()];
}

const AS_IT_STANDS: ReadonlySet<Field> = new Set(["address4", "address6", "location", "text", "value"]);

/** Parameters may be missing, and the last field may have more than one word. */
function hasCount(count: number, fields: readonly Field[]): boolean {
  const [last] = fields.slice(-1);
  const least = last === "parameters" ? fields.length - 1 : fields.length;
  return count >= least && (count <= fields.length || (last !== undefined && REST.has(last)));
}

const REST: ReadonlySet<Field> = new Set(["hex", "base64", "parameters"]);

type Reader = (name: string, words: readonly string[], toAscii: ToAscii) => Parsed<string>;

const uint8: Reader = (name, [word = ""]) => wholeNumber(name, word, 255);

const READERS: Readonly<Record<Field, Reader>> = {
  address4: (_, [word = ""]) => addressData(word, 4),
  address6: (_, [word = ""]) => addressData(word, 6),
  algorithm: uint8,
  base64: (name, words) => matching(words.join(""), BASE64) ?? refusedFor("base64", { field: name }),
  digestType: uint8,
  flags: (name, [word = ""]) => flags(name, word),
  hex: (name, words) => matching(words.join("").toLowerCase(), HEX) ?? refusedFor("hex", { field: name }),
  location: (_, [word = ""]) => locationData(word),
  longString: (name, [word = ""]) => quotedString(name, word, { least: 1, most: LONGEST }),
  name: (name, [word = ""], toAscii) => nameField(name, word, toAscii),
  parameters: (_, words) => serviceParameters(words),
  protocol: (name, [word = ""]) =>
    /^0*3$/.test(word) ? parsed("3") : refusedFor("protocol", { field: name }),
  rewriting: (name, [word = ""]) => substitution(name, word),
  string: (name, [word = ""]) => quotedString(name, word, { least: 0, most: 255 }),
  tag: (name, [word = ""]) => tag(name, word),
  text: (_, [word = ""]) => parseRecordText(word),
  uint8,
  uint16: (name, [word = ""]) => wholeNumber(name, word, 65_535),
  uint32: (name, [word = ""]) => wholeNumber(name, word, 4_294_967_295),
  value: (name, [word = ""]) => unquotedString(name, word),
};

/** Bytes of the data of a record on the wire. */
const LONGEST = 65_535;

const HEX = /^([0-9a-f]{2})+$/;

function matching(text: string, pattern: RegExp): Parsed<string> | null {
  return pattern.test(text) ? parsed(text) : null;
}

function addressData(data: string, version: 4 | 6): Parsed<string> {
  const address = parseAddress(data.trim(), { withIpv4Tail: true });
  return address?.version === version ? parsed(address.text) : refused("bad_format");
}

function wholeNumber(field: string, word: string, most: number): Parsed<string> {
  const number = /^[0-9]{1,10}$/.test(word) ? Number(word) : Infinity;
  return number <= most ? parsed(String(number)) : refusedFor("number", { field, most });
}

/** A domain name as a field, which may be too long for the wire. */
function nameField(field: string, word: string, toAscii: ToAscii): Parsed<string> {
  const name = readFqdn(word, toAscii);
  if (name.ok) return name;
  return name.length === undefined
    ? refusedFor("name", { field })
    : refusedFor("nameLength", { field, length: name.length, most: FQDN_LENGTH });
}

interface Length {
  readonly least: number;
  readonly most: number;
}

function quotedString(field: string, word: string, { least, most }: Length): Parsed<string> {
  const bytes = bytesOf(word);
  if (bytes === null) return refusedFor("string", { field });
  const { length } = bytes;
  if (length < least || length > most) return refusedFor("stringLength", { field, length, least, most });
  return parsed(`"${escapedBytes(bytes)}"`);
}

function flags(field: string, word: string): Parsed<string> {
  const text = quotedString(field, word, { least: 0, most: 255 });
  return text.ok && !/^"[a-z0-9]*"$/i.test(text.value) ? refusedFor("word", { field }) : text;
}

/** The expression of NAPTR; empty where the replacement is a name. */
function substitution(field: string, word: string): Parsed<string> {
  const text = quotedString(field, word, { least: 0, most: 255 });
  const bytes = bytesOf(word);
  if (!text.ok || bytes === null || bytes.length === 0) return text;
  const why = rewriting(bytes);
  return why === null ? text : refusedFor(why.key, { field, ...why.values });
}

/** The tag of CAA (RFC 8659). */
function tag(field: string, word: string): Parsed<string> {
  if (!/^[a-z0-9]+$/i.test(word)) return refusedFor("word", { field });
  const { length } = word;
  return length > 255
    ? refusedFor("stringLength", { field, length, least: 1, most: 255 })
    : parsed(word.toLowerCase());
}

/** The value of CAA, which may be written without quotation marks. */
function unquotedString(field: string, text: string): Parsed<string> {
  const bytes = bytesOf(text.startsWith('"') ? text : `"${text}"`);
  return bytes === null ? refusedFor("string", { field }) : parsed(`"${escapedBytes(bytes)}"`);
}

function otherLength(read: ReadonlyMap<string, string>, { by, bytes }: Digest): Refused | null {
  const kind = read.get(by) ?? "";
  const [[field, value] = ["", ""]] = [...read].slice(-1);
  const [least, length] = [bytes[kind], value.length / 2];
  return least === undefined || least === length
    ? null
    : refusedFor("digest", { field, kind, length, least });
}
