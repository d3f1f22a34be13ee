import { readFqdn, type ToAscii } from "./fqdn.ts";
import { parseAddress } from "./ip.ts";
import { locationData } from "./location.ts";
import { parsed, parsedOr, refused, type Parsed } from "./parsed.ts";
import { readFields, type Fields } from "./record-fields.ts";
import { parseRecordText } from "./record-text.ts";

/** What `data` of a record type holds (wire contract 7.6): an address, a name behind numbers, text, fields, or nothing. */
export type RecordForm =
  | { readonly kind: "address"; readonly version: 4 | 6 }
  | { readonly kind: "name"; readonly numbers: number }
  | { readonly kind: "text" }
  | { readonly kind: "authority" }
  | { readonly kind: "location" }
  | (Fields & { readonly kind: "fields"; readonly target?: "first" | "last" })
  | { readonly kind: "none" };

const UINT8 = /^(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])$/;
const UINT16 = /^(0|[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$/;

function bareNumber(text: string): string {
  return /^[0-9]+$/.test(text) ? text.replace(/^0+(?=[0-9])/, "") : text;
}

const CERTIFICATE: RecordForm = {
  kind: "fields",
  fields: ["uint8", "uint8", "uint8", "hex"],
  digest: { by: 2, bytes: { 1: 32, 2: 64 } },
};
const SIGNER: RecordForm = {
  kind: "fields",
  fields: ["uint16", "uint8", "uint8", "hex"],
  digest: { by: 2, bytes: { 1: 20, 2: 32, 3: 32, 4: 48 } },
};
const KEY: RecordForm = { kind: "fields", fields: ["uint16", "uint8", "uint8", "base64"] };
const SERVICE: RecordForm = { kind: "fields", fields: ["uint16", "name", "parameters"], target: "first" };

/** Forms of data for all record types of wire contract 7.6. */
export const RECORD_FORMS: ReadonlyMap<string, RecordForm> = new Map<string, RecordForm>([
  ["A", { kind: "address", version: 4 }],
  ["AAAA", { kind: "address", version: 6 }],
  ["CNAME", { kind: "name", numbers: 0 }],
  ["DNAME", { kind: "name", numbers: 0 }],
  ["NS", { kind: "name", numbers: 0 }],
  ["PTR", { kind: "name", numbers: 0 }],
  ["MX", { kind: "name", numbers: 1 }],
  ["SRV", { kind: "name", numbers: 3 }],
  ["TXT", { kind: "text" }],
  ["SPF", { kind: "text" }],
  ["CAA", { kind: "authority" }],
  [
    "SSHFP",
    { kind: "fields", fields: ["uint8", "uint8", "hex"], digest: { by: 1, bytes: { 1: 20, 2: 32 } } },
  ],
  ["TLSA", CERTIFICATE],
  ["SMIMEA", CERTIFICATE],
  ["DS", SIGNER],
  ["CDS", SIGNER],
  ["DNSKEY", KEY],
  ["CDNSKEY", KEY],
  ["OPENPGPKEY", { kind: "fields", fields: ["base64"] }],
  ["HINFO", { kind: "fields", fields: ["string", "string"] }],
  ["LOC", { kind: "location" }],
  ["URI", { kind: "fields", fields: ["uint16", "uint16", "string"] }],
  [
    "NAPTR",
    {
      kind: "fields",
      fields: ["uint16", "uint16", "string", "string", "string", "name"],
      target: "last",
    },
  ],
  ["SVCB", SERVICE],
  ["HTTPS", SERVICE],
  ["REF-FQDN", { kind: "none" }],
]);

/** Bounds of a TTL in seconds: 31 bits (RFC 2181, wire contract 7.6). */
export const TTL_BOUNDS = { min: 0, max: 2_147_483_647 } as const;

/** Data of a record in canonical form, so that every spelling is found (wire contract 7.6). Unknown types have none. */
export function parseRecordData(type: string, data: string | null, toAscii: ToAscii): Parsed<string | null> {
  const form = RECORD_FORMS.get(type);
  if (form === undefined || (form.kind === "none") !== (data === null)) return refused("bad_format");
  return data === null || form.kind === "none" ? parsed(null) : inForm(form, data, toAscii);
}

function inForm(form: Exclude<RecordForm, { kind: "none" }>, data: string, toAscii: ToAscii): Parsed<string> {
  switch (form.kind) {
    case "address":
      return addressData(data, form.version);
    case "name":
      return nameData(data, form.numbers, toAscii);
    case "text":
      return parseRecordText(data);
    case "authority":
      return authorityData(data);
    case "location":
      return parsedOr(locationData(data));
    case "fields":
      return readFields(data, form, toAscii);
  }
}

/** The name that canonical data point to; null for types without a target name, and for `.` where it means none. */
export function targetName(type: string, data: string | null): string | null {
  const form = RECORD_FORMS.get(type);
  if (data === null || form === undefined) return null;
  if (form.kind === "name") return lastWord(data);
  if (form.kind !== "fields" || form.target === undefined) return null;
  const name = form.target === "last" ? lastWord(data) : (data.split(" ")[1] ?? ".");
  return name === "." ? null : name;
}

function lastWord(data: string): string {
  return data.slice(data.lastIndexOf(" ") + 1);
}

function addressData(data: string, version: 4 | 6): Parsed<string> {
  const address = parseAddress(data.trim(), { withIpv4Tail: true });
  return address?.version === version ? parsed(address.text) : refused("bad_format");
}

function nameData(data: string, numbers: number, toAscii: ToAscii): Parsed<string> {
  const parts = data.trim().split(/\s+/);
  const name = parts.at(-1);
  if (parts.length !== numbers + 1 || name === undefined) return refused("bad_format");
  const given = parts.slice(0, -1).map(bareNumber);
  if (!given.every((part) => UINT16.test(part))) return refused("bad_format");
  const target = readFqdn(name, toAscii);
  return target.ok ? parsed([...given, target.value].join(" ")) : target;
}

/** Flags, tag and value of CAA; the value may stand without quotation marks. */
function authorityData(data: string): Parsed<string> {
  const [, flags = "", tag = "", value = ""] = /^\s*(\S+)\s+(\S+)\s+(.*?)\s*$/.exec(data) ?? [];
  const quoted = value.startsWith('"') ? value : `"${value}"`;
  const isRight = UINT8.test(bareNumber(flags)) && /^[a-z0-9]+$/i.test(tag) && /^"[^"\n]*"$/.test(quoted);
  return parsedOr(isRight ? `${bareNumber(flags)} ${tag.toLowerCase()} ${quoted}` : null);
}
