import { parseRecordData } from "#contract/values/record-data";
import { recordText } from "#contract/values/record-text";
import { isTextType } from "#contract/values/record-types";
import { toAscii } from "../../catalogue/to-ascii.ts";
import { rrBytes, type Rr } from "../../dns-wire/message.ts";
import { BadPacket, nameBytes, readName } from "../../dns-wire/name.ts";
import { rdataBytes, typeCode } from "../../dns-wire/rdata.ts";
import { textRecord } from "../../dns-wire/rdata-text.ts";

/**
 * A record as bytes, if these read back as the stored record; null for a record because of which name servers would refuse its whole zone. Stored
 * data may be older than the rules.
 */
export function provenBytes(rr: Rr): Buffer | null {
  const rdata = provenData(rr);
  return rdata === null ? null : rrBytes({ ...rr, rdata });
}

/** The data of a record as bytes; null if they cannot be sent. */
export function provenRdata(rr: Rr): Buffer | null {
  const data = provenData(rr);
  return data === null ? null : rdataBytes(rr.type, data);
}

/** Canonical data of a record, if it can be sent. */
function provenData({ name, type, rdata }: Rr): string | null {
  const data = canonical(type, rdata);
  if (data === null) return null;
  try {
    const bytes = rdataBytes(type, data);
    const isSame = textRecord(typeCode(type), bytes).data === data;
    return isSame && bytes.length <= 0xffff && readName(nameBytes(name), 0).name === name ? data : null;
  } catch (error) {
    if (error instanceof BadPacket) return null;
    throw error;
  }
}

/** A text that breaks the rules of quoting is sent unchanged. */
function canonical(type: string, stored: string): string | null {
  const read = parseRecordData(type, stored, toAscii);
  if (read.ok) return read.value;
  return isTextType(type) && stored !== "" ? recordText(stored) : null;
}
