import type { Field } from "#contract/record-type";
import { parseRecordData } from "#contract/values/record-data";
import { toAscii } from "../../catalogue/to-ascii.ts";
import { FIELD_BYTES } from "./field-bytes.ts";
import { BadPacket } from "./name.ts";
import { rdataBytes, typeOfCode } from "./rdata.ts";

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

function genericText(rdata: Buffer): string {
  return `\\# ${String(rdata.length)} ${rdata.toString("hex")}`;
}

function textOf(fields: readonly Field[], rdata: Buffer): string | null {
  const words: string[] = [];
  let at = 0;
  for (const field of fields) {
    const read = FIELD_BYTES[field].read(rdata, at);
    words.push(read.text);
    at = read.end;
  }
  return at === rdata.length ? words.join(" ") : null;
}
