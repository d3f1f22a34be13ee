import type { Field } from "#contract/record-type";
import { recordWords } from "#contract/values/record-strings";
import { recordCode, SENT_TYPES } from "#contract/values/record-types";
import { FIELD_BYTES } from "./field-bytes.ts";
import { BadPacket, nameBytes, readName } from "./name.ts";

/** Kinds of fields of the types that have a name. */
const FIELDS: ReadonlyMap<string, readonly Field[]> = new Map(
  SENT_TYPES.map(({ name, fields }) => [name, Object.values(fields)]),
);

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

/** Name and fields of a record type, by its number. */
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
  // The last field takes all remaining bytes.
  const values = [...words.slice(0, last), words.slice(last).join(" ")];
  return Buffer.concat(fields.map((field, at) => FIELD_BYTES[field].write(values[at] ?? "")));
}

/** The bytes of the data with complete names in lower case, so that equal data have equal bytes. */
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
    const size = FIELD_BYTES[field].size?.(message, at);
    if (size === undefined) break;
    parts.push(message.subarray(at, at + size));
    at += size;
  }
  if (at > end) throw new BadPacket("the data are too long");
  return Buffer.concat([...parts, message.subarray(at, end)]);
}

/** The bytes of the generic form `\\# 2 c000` (RFC 3597). */
function genericBytes(data: string): Buffer {
  return Buffer.from(data.split(" ")[2] ?? "", "hex");
}
