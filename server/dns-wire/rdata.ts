import { recordCode } from "#contract/values/record-types";
import { bytesOf, recordWords } from "#contract/values/record-strings";
import { textStrings } from "#contract/values/record-text";
import { locationBytes } from "./location.ts";
import { BadPacket, byteAt, nameBytes, readName } from "./name.ts";
import { numberBytes } from "./numbers.ts";
import { addressBytes, parameterBytes } from "./service-parameters.ts";

/**
 * What the data of a record consist of, in order. `string`: length and bytes of a word or quoted text; `rest`: the bytes of a quoted text; `text`:
 * strings of up to 255 bytes; `tag`: a string that is written as a word. `rest`, `text`, `hex`, `base64`, `location` and `parameters` take all that is left.
 */
export type Field =
  | "ipv4"
  | "ipv6"
  | "name"
  | "u8"
  | "u16"
  | "u32"
  | "string"
  | "tag"
  | "rest"
  | "text"
  | "hex"
  | "base64"
  | "location"
  | "parameters";

/** Data of the record types. */
const FIELDS: ReadonlyMap<string, readonly Field[]> = new Map<string, readonly Field[]>([
  ["A", ["ipv4"]],
  ["NS", ["name"]],
  ["CNAME", ["name"]],
  ["SOA", ["name", "name", "u32", "u32", "u32", "u32", "u32"]],
  ["PTR", ["name"]],
  ["MX", ["u16", "name"]],
  ["TXT", ["text"]],
  ["AAAA", ["ipv6"]],
  ["SRV", ["u16", "u16", "u16", "name"]],
  ["DNAME", ["name"]],
  ["DS", ["u16", "u8", "u8", "hex"]],
  ["SSHFP", ["u8", "u8", "hex"]],
  ["TLSA", ["u8", "u8", "u8", "hex"]],
  ["SPF", ["text"]],
  ["HINFO", ["string", "string"]],
  ["LOC", ["location"]],
  ["NAPTR", ["u16", "u16", "string", "string", "string", "name"]],
  ["DNSKEY", ["u16", "u8", "u8", "base64"]],
  ["SMIMEA", ["u8", "u8", "u8", "hex"]],
  ["CDS", ["u16", "u8", "u8", "hex"]],
  ["CDNSKEY", ["u16", "u8", "u8", "base64"]],
  ["OPENPGPKEY", ["base64"]],
  ["SVCB", ["u16", "name", "parameters"]],
  ["HTTPS", ["u16", "name", "parameters"]],
  ["URI", ["u16", "u16", "rest"]],
  ["CAA", ["u8", "tag", "rest"]],
]);

export function hasCode(type: string): boolean {
  return recordCode(type) !== undefined;
}

export function typeCode(type: string): number {
  const code = recordCode(type);
  if (code === undefined) throw new Error(`the record type ${type} has no number`);
  return code;
}

const BY_CODE: ReadonlyMap<number, readonly [type: string, fields: readonly Field[]]> = new Map(
  [...FIELDS].map(([type, fields]) => [typeCode(type), [type, fields]]),
);

/** Name and fields of a record type by its number. */
export function typeOfCode(code: number): readonly [type: string, fields: readonly Field[]] | undefined {
  return BY_CODE.get(code);
}

/** Canonical data of a record as its bytes in a message. */
export function rdataBytes(type: string, data: string): Buffer {
  const fields = FIELDS.get(type);
  if (fields === undefined && hasCode(type)) return genericBytes(data);
  if (fields === undefined) throw new Error(`the record type ${type} has no form`);
  const last = fields.length - 1;
  const words = last === 0 ? [data] : (recordWords(data) ?? []);
  // The last field takes all that is left.
  const values = [...words.slice(0, last), words.slice(last).join(" ")];
  return Buffer.concat(fields.map((field, at) => WRITE[field](values[at] ?? "")));
}

/** The bytes of the data with all names written out and in lower case, so that equal data are equal bytes. */
export function wholeRdata(message: Buffer, code: number, start: number, length: number): Buffer {
  const end = start + length;
  if (end > message.length) throw new BadPacket("the data end too early");
  const parts: Buffer[] = [];
  let at = start;
  for (const field of BY_CODE.get(code)?.[1] ?? []) {
    if (field === "name") {
      const read = readName(message, at);
      parts.push(nameBytes(read.name));
      at = read.end;
      continue;
    }
    const size = field === "string" || field === "tag" ? 1 + byteAt(message, at) : SIZES[field];
    if (size === undefined) break;
    parts.push(message.subarray(at, at + size));
    at += size;
  }
  if (at > end) throw new BadPacket("the data are too long");
  return Buffer.concat([...parts, message.subarray(at, end)]);
}

const SIZES: Readonly<Partial<Record<Field, number>>> = { u8: 1, u16: 2, u32: 4 };

const WRITE: Readonly<Record<Field, (value: string) => Buffer>> = {
  ipv4: (value) => addressBytes(value, 4),
  ipv6: (value) => addressBytes(value, 16),
  name: nameBytes,
  u8: (value) => numberBytes(Number(value), 1),
  u16: (value) => numberBytes(Number(value), 2),
  u32: (value) => numberBytes(Number(value), 4),
  hex: (value) => Buffer.from(value, "hex"),
  base64: (value) => Buffer.from(value, "base64"),
  string: (value) => stringBytes(quotedBytes(value)),
  tag: (value) => stringBytes(quotedBytes(value)),
  rest: quotedBytes,
  text: textBytes,
  location: locationBytes,
  parameters: (value) => parameterBytes(recordWords(value) ?? []),
};

function quotedBytes(word: string): Buffer {
  const bytes = bytesOf(word);
  if (bytes === null) throw new BadPacket("a string has a wrong escape");
  return Buffer.from(bytes);
}

/** The bytes of the generic form `\\# 2 c000` (RFC 3597). */
function genericBytes(data: string): Buffer {
  return Buffer.from(data.split(" ")[2] ?? "", "hex");
}

function stringBytes(bytes: Buffer): Buffer {
  if (bytes.length > 255) throw new BadPacket("a string is too long");
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** A text as strings of up to 255 bytes. Empty strings stay as they are. */
function textBytes(data: string): Buffer {
  const strings = (textStrings(data) ?? [data]).flatMap((text) => {
    const bytes = Buffer.from(text, "utf8");
    const count = Math.max(1, Math.ceil(bytes.length / 255));
    return Array.from({ length: count }, (_, at) => stringBytes(bytes.subarray(at * 255, at * 255 + 255)));
  });
  return Buffer.concat(strings);
}
