import type { RecordType } from "../record-type.ts";
import type { ToAscii } from "./fqdn.ts";
import { otherForm } from "./generic-types.ts";
import { parsed, refused, refusedFor, type Parsed } from "./parsed.ts";
import { readFields } from "./record-fields.ts";
import { hasFields, recordForm, unnamedCode } from "./record-types.ts";

/** Data of a record in canonical form, so that every spelling is found (wire contract 7.6). Unknown types have none. */
export function parseRecordData(type: string, data: string | null, toAscii: ToAscii): Parsed<string | null> {
  const form = recordForm(type);
  if (form === undefined) {
    const code = unnamedCode(type);
    return code === null || data === null ? refused("bad_format") : genericData(data, code);
  }
  if (hasFields(form) !== (data !== null)) return refused("bad_format");
  return data === null ? parsed(null) : readFields(data, form, toAscii);
}

/** The name that canonical data point to; null for types without a target name, and for `.` where it means none. */
export function targetName(type: string, data: string | null): string | null {
  const form = recordForm(type);
  if (data === null || form?.target === undefined) return null;
  const at = placeOfTarget(form);
  const isLast = at === Object.keys(form.fields).length - 1;
  // Fields before the last one are words without blanks if another field is the target.
  const name = isLast ? data.slice(data.lastIndexOf(" ") + 1) : (data.split(" ")[at] ?? ".");
  return name === "." && form.target.isOptional ? null : name;
}

/** The place of the target among the fields; -1 for types without one. */
export function placeOfTarget({ fields, target }: RecordType): number {
  return target === undefined ? -1 : Object.keys(fields).indexOf(target.field);
}

/** The place of the name among the words of data; -1 for types without one. */
export function placeOfName(type: string): number {
  const form = recordForm(type);
  return form === undefined ? -1 : placeOfTarget(form);
}

/** The generic form of data (RFC 3597): `\\# 2 c000`. */
function genericData(data: string, code: number): Parsed<string> {
  const [sign, length = "", ...rest] = data.trim().split(/\s+/);
  const digits = rest.join("").toLowerCase();
  if (sign !== "\\#" || !/^[0-9]{1,5}$/.test(length) || !/^([0-9a-f]{2})*$/.test(digits))
    return refusedFor("generic");
  const bytes = genericBytes(digits);
  if (bytes.length !== Number(length)) return refusedFor("genericLength", { length, count: bytes.length });
  const name = otherForm(code, bytes);
  if (name !== null) return refusedFor("genericForm", { name });
  return parsed(["\\#", String(bytes.length), digits].join(" ").trimEnd());
}

function genericBytes(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
