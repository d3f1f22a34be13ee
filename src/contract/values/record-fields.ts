import { FQDN_LENGTH, readFqdn, type ToAscii } from "./fqdn.ts";
import { nameEnd } from "./generic-types.ts";
import { parsed, refusedFor, type Parsed } from "./parsed.ts";
import { BASE64, bytesOf, escapedBytes, recordWords } from "./record-strings.ts";
import { rewriting } from "./rewriting.ts";
import { serviceParameters } from "./service-parameters.ts";

/** A field of record data. `hex`, `base64` and `parameters` take all words that are left. */
export type Field =
  | "uint8"
  | "uint16"
  | "protocol"
  | "string"
  | "longString"
  | "flags"
  | "rewriting"
  | "name"
  | "hex"
  | "base64"
  | "parameters";

/** The last field is a digest: the field that tells its kind, and the bytes of each kind. Other kinds have any length. */
export interface Digest {
  readonly by: string;
  readonly bytes: Readonly<Record<string, number>>;
}

/** The fields by their names in the RFC, in order. */
export interface Fields {
  readonly fields: Readonly<Record<string, Field>>;
  readonly digest?: Digest;
}

/** The fields of a record in one spelling, separated by one blank. */
export function readFields(text: string, { fields, digest }: Fields, toAscii: ToAscii): Parsed<string> {
  const words = recordWords(text);
  if (words === null) return refusedFor("openQuote");
  const names = Object.keys(fields);
  if (!hasCount(words.length, Object.values(fields)))
    return refusedFor("fieldCount", { count: names.length, fields: names.join(" ") });
  const read = new Map<string, string>();
  for (const [at, [name, field]] of Object.entries(fields).entries()) {
    const given = words.slice(at, REST.has(field) ? undefined : at + 1);
    const value = READERS[field](name, given, toAscii);
    if (!value.ok) return value;
    read.set(name, value.value);
  }
  return contradiction(read, digest) ?? parsed([...read.values()].filter((value) => value !== "").join(" "));
}

/** Parameters may be missing, and the last field may have more than one word. */
function hasCount(count: number, fields: readonly Field[]): boolean {
  const [last] = fields.slice(-1);
  const least = last === "parameters" ? fields.length - 1 : fields.length;
  return count >= least && (count <= fields.length || (last !== undefined && REST.has(last)));
}

const REST: ReadonlySet<Field> = new Set(["hex", "base64", "parameters"]);

type Reader = (name: string, words: readonly string[], toAscii: ToAscii) => Parsed<string>;

const READERS: Readonly<Record<Field, Reader>> = {
  uint8: (name, [word = ""]) => wholeNumber(name, word, 255),
  uint16: (name, [word = ""]) => wholeNumber(name, word, 65_535),
  protocol: (name, [word = ""]) =>
    /^0*3$/.test(word) ? parsed("3") : refusedFor("protocol", { field: name }),
  string: (name, [word = ""]) => quotedString(name, word, { least: 0, most: 255 }),
  longString: (name, [word = ""]) => quotedString(name, word, { least: 1, most: LONGEST }),
  flags: (name, [word = ""]) => flags(name, word),
  rewriting: (name, [word = ""]) => substitution(name, word),
  name: (name, [word = ""], toAscii) => nameField(name, word, toAscii),
  hex: (name, words) => matching(words.join("").toLowerCase(), HEX) ?? refusedFor("hex", { field: name }),
  base64: (name, words) => matching(words.join(""), BASE64) ?? refusedFor("base64", { field: name }),
  parameters: (_, words) => serviceParameters(words),
};

/** Bytes of the data of a record on the wire. */
const LONGEST = 65_535;

const HEX = /^([0-9a-f]{2})+$/;

function matching(text: string, pattern: RegExp): Parsed<string> | null {
  return pattern.test(text) ? parsed(text) : null;
}

export function wholeNumber(field: string, word: string, most: number): Parsed<string> {
  const number = /^[0-9]{1,10}$/.test(word) ? Number(word) : Infinity;
  return number <= most ? parsed(String(number)) : refusedFor("number", { field, most });
}

/** A domain name as a field, which may be too long on the wire. */
export function nameField(field: string, word: string, toAscii: ToAscii): Parsed<string> {
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

/** What two fields say together. */
function contradiction(read: ReadonlyMap<string, string>, digest: Digest | undefined): Parsed<string> | null {
  const is = (field: string, value: string): boolean => (read.get(field) ?? value) === value;
  if (!is("regexp", '""') && !is("replacement", ".")) return refusedFor("eitherReplacement");
  if (read.get("priority") === "0" && !is("parameters", "")) return refusedFor("aliasParameters");
  if (
    read.has("key") &&
    read.get("algorithm") === PRIVATE_ALGORITHM &&
    !beginsWithName(read.get("key") ?? "")
  )
    return refusedFor("privateKey", { field: "key" });
  return digest === undefined ? null : otherLength(read, digest);
}

/** An algorithm that the key names itself (RFC 4034, A.1.1). */
const PRIVATE_ALGORITHM = "253";

function beginsWithName(key: string): boolean {
  return nameEnd(base64Bytes(key), 0) !== null;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes of a well-formed base64 text. This room has neither `atob` nor `Buffer`. */
function base64Bytes(text: string): Uint8Array {
  const digits = Array.from(text.replace(/=+$/, ""), (digit) => DIGITS.indexOf(digit));
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  for (const at of bytes.keys()) {
    const first = Math.floor((at * 8) / 6);
    const pair = ((digits[first] ?? 0) << 6) | (digits[first + 1] ?? 0);
    bytes[at] = (pair >> (4 - 2 * (at % 3))) & 255;
  }
  return bytes;
}

function otherLength(read: ReadonlyMap<string, string>, { by, bytes }: Digest): Parsed<string> | null {
  const kind = read.get(by) ?? "";
  const [[field, value] = ["", ""]] = [...read].slice(-1);
  const [least, length] = [bytes[kind], value.length / 2];
  return least === undefined || least === length
    ? null
    : refusedFor("digest", { field, kind, length, least });
}
