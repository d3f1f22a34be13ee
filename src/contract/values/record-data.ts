import type { ToAscii } from "./fqdn.ts";
import { otherForm } from "./generic-types.ts";
import { parseAddress } from "./ip.ts";
import { locationData } from "./location.ts";
import { parsed, refused, refusedFor, type Parsed } from "./parsed.ts";
import { nameField, readFields, wholeNumber } from "./record-fields.ts";
import { bytesOf, escapedBytes } from "./record-strings.ts";
import { parseRecordText } from "./record-text.ts";
import { recordForm, type RecordForm } from "./record-types.ts";

/** Data of a record in canonical form, so that every spelling is found (wire contract 7.6). Unknown types have none. */
export function parseRecordData(type: string, data: string | null, toAscii: ToAscii): Parsed<string | null> {
  const form = recordForm(type);
  if (form === undefined || (form.kind === "none") !== (data === null)) return refused("bad_format");
  return data === null || form.kind === "none" ? parsed(null) : inForm(form, data, toAscii);
}

function inForm(form: Exclude<RecordForm, { kind: "none" }>, data: string, toAscii: ToAscii): Parsed<string> {
  switch (form.kind) {
    case "address":
      return addressData(data, form.version);
    case "name":
      return nameData(data, form, toAscii);
    case "text":
      return parseRecordText(data);
    case "authority":
      return authorityData(data);
    case "location":
      return locationData(data);
    case "fields":
      return readFields(data, form, toAscii);
    case "generic":
      return genericData(data, form.code);
  }
}

/** The name that canonical data point to; null for types without a target name, and for `.` where it means none. */
export function targetName(type: string, data: string | null): string | null {
  const form = recordForm(type);
  if (data === null || form === undefined) return null;
  if (form.kind === "name") return lastWord(data);
  if (form.kind !== "fields" || form.target === undefined) return null;
  const name = form.target === "last" ? lastWord(data) : (data.split(" ")[1] ?? ".");
  return name === "." ? null : name;
}

/** The place of the name among the words of data; -1 for types without one. */
export function placeOfName(type: string): number {
  const form = recordForm(type);
  if (form?.kind === "name") return form.numbers.length;
  return form?.kind === "fields" ? Object.values(form.fields).indexOf("name") : -1;
}

function lastWord(data: string): string {
  return data.slice(data.lastIndexOf(" ") + 1);
}

function addressData(data: string, version: 4 | 6): Parsed<string> {
  const address = parseAddress(data.trim(), { withIpv4Tail: true });
  return address?.version === version ? parsed(address.text) : refused("bad_format");
}

type NameForm = Extract<RecordForm, { kind: "name" }>;

function nameData(data: string, { numbers, name }: NameForm, toAscii: ToAscii): Parsed<string> {
  const parts = data.trim().split(/\s+/);
  const [target = ""] = parts.slice(-1);
  const fields = [...numbers, name];
  if (parts.length !== fields.length)
    return refusedFor("fieldCount", { count: fields.length, fields: fields.join(" ") });
  const read = numbers.map((field, at) => wholeNumber(field, parts[at] ?? "", 65_535));
  const known = [...read, nameField(name, target, toAscii)];
  return known.find((one) => !one.ok) ?? parsed(known.map((one) => (one.ok ? one.value : "")).join(" "));
}

/** Flags, tag and value of CAA (RFC 8659); the value may stand without quotation marks. */
function authorityData(data: string): Parsed<string> {
  const [, flags = "", tag = "", value = ""] = /^\s*(\S+)\s+(\S+)\s+([^]*?)\s*$/.exec(data) ?? [];
  if (tag === "") return refusedFor("fieldCount", { count: 3, fields: "flags tag value" });
  const number = wholeNumber("flags", flags, 255);
  if (!number.ok) return number;
  const wrong = wrongTag(tag);
  if (wrong !== null) return wrong;
  const bytes = bytesOf(value.startsWith('"') ? value : `"${value}"`);
  if (bytes === null) return refusedFor("string", { field: "value" });
  return parsed(`${number.value} ${tag.toLowerCase()} "${escapedBytes(bytes)}"`);
}

function wrongTag(tag: string): Parsed<string> | null {
  if (!/^[a-z0-9]+$/i.test(tag)) return refusedFor("word", { field: "tag" });
  const { length } = tag;
  return length > 255 ? refusedFor("stringLength", { field: "tag", length, least: 1, most: 255 }) : null;
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
