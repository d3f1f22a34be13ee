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

const FINGERPRINT: RecordForm = {
  kind: "fields",
  fields: ["uint8", "uint8", "hex"],
  digest: { by: 1, bytes: { 1: 20, 2: 32 } },
};
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
const REWRITING: RecordForm = {
  kind: "fields",
  fields: ["uint16", "uint16", "string", "string", "string", "name"],
  target: "last",
};
const WEIGHED: RecordForm = { kind: "fields", fields: ["uint16", "uint16", "string"] };
const NAME: RecordForm = { kind: "name", numbers: 0 };

const DIGEST = "a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447";
const LOCATION = "49 0 33.000 N 8 24 30.000 E 115.00m 1m 10000m 10m";

interface RecordType {
  /** Number of the type from IANA. */
  readonly code?: number;
  readonly form: RecordForm;
  /** Example of data, for people who fill in the field. */
  readonly example?: string;
}

/** All record types of wire contract 7.6. */
const TYPES: readonly (readonly [string, RecordType])[] = [
  ["A", { code: 1, form: { kind: "address", version: 4 }, example: "192.0.2.1" }],
  ["AAAA", { code: 28, form: { kind: "address", version: 6 }, example: "2001:db8::1" }],
  ["CNAME", { code: 5, form: NAME, example: "www.example.edu." }],
  ["DNAME", { code: 39, form: NAME, example: "example.edu." }],
  ["NS", { code: 2, form: NAME, example: "ns1.example.edu." }],
  ["PTR", { code: 12, form: NAME, example: "www.example.edu." }],
  ["MX", { code: 15, form: { kind: "name", numbers: 1 }, example: "10 mail.example.edu." }],
  ["SRV", { code: 33, form: { kind: "name", numbers: 3 }, example: "0 5 443 www.example.edu." }],
  ["TXT", { code: 16, form: { kind: "text" }, example: "v=spf1 -all" }],
  ["SPF", { code: 99, form: { kind: "text" }, example: "v=spf1 -all" }],
  ["CAA", { code: 257, form: { kind: "authority" }, example: '0 issue "ca.example.net"' }],
  ["SSHFP", { code: 44, form: FINGERPRINT, example: `4 2 ${DIGEST}` }],
  ["TLSA", { code: 52, form: CERTIFICATE, example: `3 1 1 ${DIGEST}` }],
  ["SMIMEA", { code: 53, form: CERTIFICATE, example: `3 1 1 ${DIGEST}` }],
  ["DS", { code: 43, form: SIGNER, example: `12345 13 2 ${DIGEST}` }],
  ["CDS", { code: 59, form: SIGNER, example: `12345 13 2 ${DIGEST}` }],
  ["DNSKEY", { code: 48, form: KEY, example: "257 3 13 bm90IGEga2V5" }],
  ["CDNSKEY", { code: 60, form: KEY, example: "257 3 13 bm90IGEga2V5" }],
  ["OPENPGPKEY", { code: 61, form: { kind: "fields", fields: ["base64"] }, example: "bm90IGEga2V5" }],
  ["HINFO", { code: 13, form: { kind: "fields", fields: ["string", "string"] }, example: '"PC" "Linux"' }],
  ["LOC", { code: 29, form: { kind: "location" }, example: LOCATION }],
  ["URI", { code: 256, form: WEIGHED, example: '10 1 "https://www.example.edu/"' }],
  ["NAPTR", { code: 35, form: REWRITING, example: '100 10 "S" "SIP+D2U" "" _sip._udp.example.edu.' }],
  ["SVCB", { code: 64, form: SERVICE, example: "1 www.example.edu. port=8443" }],
  ["HTTPS", { code: 65, form: SERVICE, example: "1 . alpn=h2" }],
  ["REF-FQDN", { form: { kind: "none" } }],
];

export const RECORD_FORMS: ReadonlyMap<string, RecordForm> = new Map(
  TYPES.map(([type, { form }]) => [type, form]),
);

export const RECORD_EXAMPLES: ReadonlyMap<string, string> = new Map(
  TYPES.flatMap(([type, { example }]) => (example === undefined ? [] : [[type, example] as const])),
);

/** Numbers of the record types that can be kept, and of SOA. */
export const RECORD_CODES: ReadonlyMap<string, number> = new Map([
  ...TYPES.flatMap(([type, { code }]) => (code === undefined ? [] : [[type, code] as const])),
  ["SOA", 6],
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
