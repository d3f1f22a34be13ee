import { formatAddress } from "#contract/values/ip";
import { parseRecordData } from "#contract/values/record-data";
import { escapedBytes } from "#contract/values/record-strings";
import { otherType } from "#contract/values/record-codes";
import { stringsText } from "#contract/values/record-text";
import { toAscii } from "../catalogue/to-ascii.ts";
import { locationText } from "./location.ts";
import { BadPacket, byteAt, readName } from "./name.ts";
import { rdataBytes, typeOfCode, type Field } from "./rdata.ts";
import type { ReadRr } from "./message.ts";
import { parametersText } from "./service-parameters.ts";

export interface TextRecord {
  readonly type: string;
  /** Null where the data have no text that stands for exactly these bytes. */
  readonly data: string | null;
}

/** Type and data of a record as they are stored; a type without a name here is `TYPE65280` (RFC 3597). */
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

/** A record as a line of a zone file, whose data may be none that are stored here. Text that would be read as other data is written as bytes (RFC 3597). */
export function writtenRecord({ name, type: code, ttl, rdata }: ReadRr): string {
  const [type, fields] = typeOfCode(code) ?? [otherType(code) ?? `TYPE${String(code)}`, null];
  const text = fields === null ? null : writtenText(type, fields, rdata);
  return [writtenName(name), ttl, "IN", type, text ?? genericText(rdata)].join(" ");
}

function writtenText(type: string, fields: readonly Field[], rdata: Buffer): string | null {
  try {
    const text = textOf(fields, rdata, WRITTEN);
    if (text === null || text === "") return null;
    // A text may be cut into strings in another way, which has no meaning.
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

/** Signs that mean something in a zone file stand behind a backslash. */
function writtenName(name: string): string {
  return name.replaceAll(/\\(\d{3})|["();@$]/g, (sign, digits?: string) => {
    const char = digits === undefined ? sign : String.fromCharCode(Number(digits));
    return /[!-~]/.test(char) ? `\\${char}` : sign;
  });
}

function genericText(rdata: Buffer): string {
  return `\\# ${String(rdata.length)} ${rdata.toString("hex")}`;
}

function textOf(fields: readonly Field[], rdata: Buffer, readers: typeof READ = READ): string | null {
  const words: string[] = [];
  let at = 0;
  for (const field of fields) {
    const read = readers[field](rdata, at);
    words.push(read.text);
    at = read.end;
  }
  return at === rdata.length ? words.join(" ") : null;
}

interface ReadField {
  readonly text: string;
  readonly end: number;
}

type Reader = (bytes: Buffer, at: number) => ReadField;

const READ: Readonly<Record<Field, Reader>> = {
  ipv4: address(4, 4),
  ipv6: address(6, 16),
  name(bytes, at) {
    const { name, end } = readName(bytes, at);
    return { text: name, end };
  },
  u8: number(1),
  u16: number(2),
  u32: number(4),
  string(bytes, at) {
    const end = at + 1 + byteAt(bytes, at);
    return { text: quoted(bytes.subarray(at + 1, end)), end };
  },
  tag(bytes, at) {
    const end = at + 1 + byteAt(bytes, at);
    return { text: bytes.toString("latin1", at + 1, end), end };
  },
  rest: (bytes, at) => ({ text: quoted(bytes.subarray(at)), end: bytes.length }),
  text: (bytes) => ({ text: stringsText(stringsIn(bytes)) ?? "", end: bytes.length }),
  location: (bytes) => ({ text: locationText(bytes) ?? "", end: bytes.length }),
  parameters: (bytes, at) => ({ text: parametersText(bytes.subarray(at)), end: bytes.length }),
  hex: (bytes, at) => ({ text: bytes.toString("hex", at), end: bytes.length }),
  base64: (bytes, at) => ({ text: bytes.toString("base64", at), end: bytes.length }),
};

/** Fields whose text may be anything. */
const WRITTEN: typeof READ = {
  ...READ,
  name(bytes, at) {
    const { name, end } = readName(bytes, at);
    return { text: writtenName(name), end };
  },
  tag(bytes, at) {
    const read = READ.tag(bytes, at);
    return /^[A-Za-z0-9]+$/.test(read.text) ? read : READ.string(bytes, at);
  },
  text: (bytes) => ({ text: wholeStrings(bytes).map(quoted).join(" "), end: bytes.length }),
};

function address(version: 4 | 6, size: number): Reader {
  return (bytes, at) => {
    if (at + size > bytes.length) throw new BadPacket("the data end too early");
    const value = BigInt(`0x${bytes.toString("hex", at, at + size)}`);
    return { text: formatAddress({ version, value }), end: at + size };
  };
}

function number(size: number): Reader {
  return (bytes, at) => {
    if (at + size > bytes.length) throw new BadPacket("the data end too early");
    return { text: String(bytes.readUIntBE(at, size)), end: at + size };
  };
}

function quoted(bytes: Buffer): string {
  return `"${escapedBytes(bytes)}"`;
}

/** The strings of a text where one is empty, else the whole text as one, because a string may end inside of a letter. */
function stringsIn(bytes: Buffer): readonly string[] {
  const parts = wholeStrings(bytes);
  const whole = parts.some((part) => part.length === 0) ? parts : [Buffer.concat(parts)];
  return whole.map((part) => part.toString("utf8"));
}

function wholeStrings(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + byteAt(bytes, at);
    if (end > bytes.length) throw new BadPacket("a string ends too early");
    parts.push(bytes.subarray(at + 1, end));
    at = end;
  }
  return parts;
}
