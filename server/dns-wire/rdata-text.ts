import type { Field } from "#contract/record-type";
import { otherType } from "#contract/values/record-codes";
import { parseRecordData } from "#contract/values/record-data";
import { toAscii } from "../catalogue/to-ascii.ts";
import { FIELD_BYTES, quoted, wholeStrings, type FieldBytes } from "./field-bytes.ts";
import type { ReadRr } from "./message.ts";
import { BadPacket, readName } from "./name.ts";
import { rdataBytes, typeOfCode } from "./rdata.ts";

export interface TextRecord {
  readonly type: string;
  /** Null if no text stands for exactly these bytes. */
  readonly data: string | null;
}

/** Type and data of a record in stored form; a type without a name here is `TYPE65280` (RFC 3597). */
export function textRecord(code: number, rdata: Buffer): TextRecord {
  const [type, fields] = typeOfCode(code) ?? [`TYPE${String(code)}`, null];
  try {
    const read = parseRecordData(type, fields === null ? genericText(rdata) : textOf(fields, rdata), toAscii);
    const data = read.ok ? read.value : null;
    return { type, data: data !== null && rdataBytes(type, data).equals(rdata) ? data : null };
  } catch (error) {
    if (error instanceof BadPacket) return { type, data: null };
    throw error;
  }
}

/**
 * A record as a line of a zone file, also with data that this database cannot store. Text that would be read as other data is written as bytes (RFC
 * 3597).
 */
export function writtenRecord({ name, type: code, ttl, rdata }: ReadRr): string {
  const [type, fields] = typeOfCode(code) ?? [otherType(code) ?? `TYPE${String(code)}`, null];
  const text = fields === null ? null : writtenText(type, fields, rdata);
  return [writtenName(name), ttl, "IN", type, text ?? genericText(rdata)].join(" ");
}

function writtenText(type: string, fields: readonly Field[], rdata: Buffer): string | null {
  try {
    const text = textOf(fields, rdata, WRITTEN);
    if (text === null || text === "") return null;
    // A text may be divided into strings in another way, which does not change its meaning.
    return fields[0] === "text" || !isReadOtherwise(type, text, rdata) ? text : null;
  } catch (error) {
    if (error instanceof BadPacket) return null;
    throw error;
  }
}

function isReadOtherwise(type: string, text: string, rdata: Buffer): boolean {
  const read = parseRecordData(type, text, toAscii);
  return read.ok && (read.value === null || !rdataBytes(type, read.value).equals(rdata));
}

/** Characters with a meaning in a zone file are written with a backslash. */
function writtenName(name: string): string {
  return name.replaceAll(/\\(\d{3})|["();@$]/g, (sign, digits?: string) => {
    const char = digits === undefined ? sign : String.fromCharCode(Number(digits));
    return /[!-~]/.test(char) ? `\\${char}` : sign;
  });
}

function genericText(rdata: Buffer): string {
  return `\\# ${String(rdata.length)} ${rdata.toString("hex")}`;
}

/** Readers that replace those of messages. */
type Readers = Readonly<Partial<Record<Field, FieldBytes["read"]>>>;

function textOf(fields: readonly Field[], rdata: Buffer, readers: Readers = {}): string | null {
  const words: string[] = [];
  let at = 0;
  for (const field of fields) {
    const read = (readers[field] ?? FIELD_BYTES[field].read)(rdata, at);
    words.push(read.text);
    at = read.end;
  }
  return at === rdata.length ? words.join(" ") : null;
}

/** Fields whose text may contain any characters. */
const WRITTEN: Readers = {
  name(bytes, at) {
    const { name, end } = readName(bytes, at);
    return { text: writtenName(name), end };
  },
  tag(bytes, at) {
    const read = FIELD_BYTES.tag.read(bytes, at);
    return /^[A-Za-z0-9]+$/.test(read.text) ? read : FIELD_BYTES.string.read(bytes, at);
  },
  text: (bytes) => ({ text: wholeStrings(bytes).map(quoted).join(" "), end: bytes.length }),
};
