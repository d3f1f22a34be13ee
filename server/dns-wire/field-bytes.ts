import type { Field } from "#contract/record-type";
import { formatAddress } from "#contract/values/ip";
import { bytesOf, escapedBytes, recordWords } from "#contract/values/record-strings";
import { stringsText, textStrings } from "#contract/values/record-text";
import { locationBytes, locationText } from "./location.ts";
import { BadPacket, byteAt, nameBytes, readName } from "./name.ts";
import { numberBytes } from "./numbers.ts";
import { addressBytes, parameterBytes, parametersText } from "./service-parameters.ts";

interface ReadField {
  readonly text: string;
  /** Where the next field begins. */
  readonly end: number;
}

/** A kind of field in messages. */
export interface FieldBytes {
  /** The bytes of its canonical text. */
  readonly write: (value: string) => Buffer;
  /** Its text in some spelling; throws `BadPacket` for data that end too early. */
  readonly read: (bytes: Buffer, at: number) => ReadField;
  /** Number of its bytes, for kinds that a name may follow. */
  readonly size?: (bytes: Buffer, at: number) => number;
}

const HEX = rest(
  (value) => Buffer.from(value, "hex"),
  (bytes) => bytes.toString("hex"),
);
const BASE64 = rest(
  (value) => Buffer.from(value, "base64"),
  (bytes) => bytes.toString("base64"),
);
const QUOTED = rest(quotedBytes, quoted);
const STRING = counted(quotedBytes, quoted);
/** A string that is written as a word. */
const WORD = counted(quotedBytes, (bytes) => bytes.toString("latin1"));
const U8 = number(1);

/** The bytes of each kind of field. */
export const FIELD_BYTES: Readonly<Record<Field, FieldBytes>> = {
  address4: address(4, 4),
  address6: address(6, 16),
  algorithm: U8,
  base64: BASE64,
  digestType: U8,
  flags: STRING,
  hex: HEX,
  location: rest(locationBytes, (bytes) => locationText(bytes) ?? ""),
  longString: QUOTED,
  name: {
    write: nameBytes,
    read(bytes, at) {
      const { name, end } = readName(bytes, at);
      return { text: name, end };
    },
  },
  parameters: rest((value) => parameterBytes(recordWords(value) ?? []), parametersText),
  protocol: U8,
  rewriting: STRING,
  string: STRING,
  tag: WORD,
  text: rest(textBytes, (bytes) => stringsText(stringsIn(bytes)) ?? ""),
  uint8: U8,
  uint16: number(2),
  uint32: number(4),
  value: QUOTED,
};

/** All remaining bytes. */
function rest(write: FieldBytes["write"], text: (bytes: Buffer) => string): FieldBytes {
  return { write, read: (bytes, at) => ({ text: text(bytes.subarray(at)), end: bytes.length }) };
}

/** Bytes after their number. */
function counted(write: FieldBytes["write"], text: (bytes: Buffer) => string): FieldBytes {
  const size = (bytes: Buffer, at: number): number => 1 + byteAt(bytes, at);
  return {
    write: (value) => stringBytes(write(value)),
    read(bytes, at) {
      const end = at + size(bytes, at);
      return { text: text(bytes.subarray(at + 1, end)), end };
    },
    size,
  };
}

function number(size: number): FieldBytes {
  return fixed(
    size,
    (value) => numberBytes(Number(value), size),
    (bytes) => String(bytes.readUIntBE(0, size)),
  );
}

function address(version: 4 | 6, size: 4 | 16): FieldBytes {
  const { write, read } = fixed(
    size,
    (value) => addressBytes(value, size),
    (bytes) => formatAddress({ version, value: BigInt(`0x${bytes.toString("hex")}`) }),
  );
  return { write, read };
}

function fixed(size: number, write: FieldBytes["write"], text: (bytes: Buffer) => string): FieldBytes {
  return {
    write,
    read(bytes, at) {
      if (at + size > bytes.length) throw new BadPacket("the data end too early");
      return { text: text(bytes.subarray(at, at + size)), end: at + size };
    },
    size: () => size,
  };
}

function quotedBytes(word: string): Buffer {
  const bytes = bytesOf(word);
  if (bytes === null) throw new BadPacket("a string has a wrong escape");
  return Buffer.from(bytes);
}

/** A string in the notation of a zone file. */
export function quoted(bytes: Buffer): string {
  return `"${escapedBytes(bytes)}"`;
}

function stringBytes(bytes: Buffer): Buffer {
  if (bytes.length > 255) throw new BadPacket("a string is too long");
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** A text as strings of up to 255 bytes. Empty strings are kept. */
function textBytes(data: string): Buffer {
  const strings = (textStrings(data) ?? [data]).flatMap((text) => {
    const bytes = Buffer.from(text, "utf8");
    const count = Math.max(1, Math.ceil(bytes.length / 255));
    return Array.from({ length: count }, (_, at) => stringBytes(bytes.subarray(at * 255, at * 255 + 255)));
  });
  return Buffer.concat(strings);
}

/** The strings of a text if one is empty, and otherwise the whole text as one, because a string may end within a letter. */
function stringsIn(bytes: Buffer): readonly string[] {
  const parts = wholeStrings(bytes);
  const whole = parts.some((part) => part.length === 0) ? parts : [Buffer.concat(parts)];
  return whole.map((part) => part.toString("utf8"));
}

/** All strings; throws `BadPacket` if one ends too early. */
export function wholeStrings(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + byteAt(bytes, at);
    if (end > bytes.length) throw new BadPacket("a string ends too early");
    parts.push(bytes.subarray(at + 1, end));
    at = end;
  }
  return parts;
}
