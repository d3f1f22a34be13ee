import { genericCode } from "./generic-types.ts";
import type { Fields } from "./record-fields.ts";

/** What `data` of a record type holds (wire contract 7.6): an address, a name behind numbers, text, fields, bytes, or nothing. */
export type RecordForm =
  | { readonly kind: "address"; readonly version: 4 | 6 }
  | { readonly kind: "name"; readonly numbers: readonly string[]; readonly name: string }
  | { readonly kind: "text" }
  | { readonly kind: "authority" }
  | { readonly kind: "location" }
  | (Fields & { readonly kind: "fields"; readonly target?: "first" | "last" })
  | { readonly kind: "generic"; readonly code: number }
  | { readonly kind: "none" };

const FINGERPRINT: RecordForm = {
  kind: "fields",
  fields: { algorithm: "uint8", kind: "uint8", fingerprint: "hex" },
  digest: { by: "kind", bytes: { 1: 20, 2: 32 } },
};
const CERTIFICATE: RecordForm = {
  kind: "fields",
  fields: { usage: "uint8", selector: "uint8", matching: "uint8", data: "hex" },
  digest: { by: "matching", bytes: { 1: 32, 2: 64 } },
};
const SIGNER: RecordForm = {
  kind: "fields",
  fields: { key_tag: "uint16", algorithm: "uint8", digest_type: "uint8", digest: "hex" },
  digest: { by: "digest_type", bytes: { 1: 20, 2: 32, 3: 32, 4: 48 } },
};
const KEY: RecordForm = {
  kind: "fields",
  fields: { flags: "uint16", protocol: "protocol", algorithm: "uint8", key: "base64" },
};
const SERVICE: RecordForm = {
  kind: "fields",
  fields: { priority: "uint16", target: "name", parameters: "parameters" },
  target: "first",
};
const REWRITING: RecordForm = {
  kind: "fields",
  fields: {
    order: "uint16",
    preference: "uint16",
    flags: "flags",
    service: "string",
    regexp: "rewriting",
    replacement: "name",
  },
  target: "last",
};
const LOCATOR: RecordForm = {
  kind: "fields",
  fields: { priority: "uint16", weight: "uint16", target: "longString" },
};
const MACHINE: RecordForm = { kind: "fields", fields: { cpu: "string", os: "string" } };
const NAME: RecordForm = { kind: "name", numbers: [], name: "data" };

const DIGEST = "a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447";
const LOCATION = "49 0 33.000 N 8 24 30.000 E 115.00m 1m 10000m 10m";

interface RecordType {
  /** Number of the type from IANA. */
  readonly code?: number;
  readonly form: RecordForm;
  /** Example of data, for people who fill in the field. */
  readonly example?: string;
}

/** All record types of wire contract 7.6 that have a name. */
const TYPES: readonly (readonly [string, RecordType])[] = [
  ["A", { code: 1, form: { kind: "address", version: 4 }, example: "192.0.2.1" }],
  ["AAAA", { code: 28, form: { kind: "address", version: 6 }, example: "2001:db8::1" }],
  ["CNAME", { code: 5, form: NAME, example: "www.example.edu." }],
  ["DNAME", { code: 39, form: NAME, example: "example.edu." }],
  ["NS", { code: 2, form: NAME, example: "ns1.example.edu." }],
  ["PTR", { code: 12, form: NAME, example: "www.example.edu." }],
  [
    "MX",
    {
      code: 15,
      form: { kind: "name", numbers: ["preference"], name: "exchange" },
      example: "10 mail.example.edu.",
    },
  ],
  [
    "SRV",
    {
      code: 33,
      form: { kind: "name", numbers: ["priority", "weight", "port"], name: "target" },
      example: "0 5 443 www.example.edu.",
    },
  ],
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
  ["OPENPGPKEY", { code: 61, form: { kind: "fields", fields: { key: "base64" } }, example: "bm90IGEga2V5" }],
  ["HINFO", { code: 13, form: MACHINE, example: '"PC" "Linux"' }],
  ["LOC", { code: 29, form: { kind: "location" }, example: LOCATION }],
  ["URI", { code: 256, form: LOCATOR, example: '10 1 "https://www.example.edu/"' }],
  ["NAPTR", { code: 35, form: REWRITING, example: '100 10 "S" "SIP+D2U" "" _sip._udp.example.edu.' }],
  ["SVCB", { code: 64, form: SERVICE, example: "1 www.example.edu. port=8443" }],
  ["HTTPS", { code: 65, form: SERVICE, example: "1 . alpn=h2" }],
  ["REF-FQDN", { form: { kind: "none" } }],
];

/** Forms of the types that have a name. */
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

const NAMED_CODES: ReadonlySet<number> = new Set(RECORD_CODES.values());

/** Form of a type with a name, or of any other `TYPEnnn`; undefined for types that cannot be kept. */
export function recordForm(type: string): RecordForm | undefined {
  const code = genericCode(type);
  return code === null || NAMED_CODES.has(code) ? RECORD_FORMS.get(type) : { kind: "generic", code };
}

export function recordExample(type: string): string | undefined {
  return recordForm(type)?.kind === "generic" ? "\\# 2 c000" : RECORD_EXAMPLES.get(type);
}

/** Number of a type that can be kept, or of SOA. */
export function recordCode(type: string): number | undefined {
  const form = recordForm(type);
  return form?.kind === "generic" ? form.code : RECORD_CODES.get(type);
}

/** Types whose target must not be an alias (RFC 2181, 10.3; RFC 2782). */
export const NO_ALIAS_TARGET: ReadonlySet<string> = new Set(["MX", "NS", "SRV"]);

/** Bounds of a TTL in seconds: 31 bits (RFC 2181, wire contract 7.6). */
export const TTL_BOUNDS = { min: 0, max: 2_147_483_647 } as const;
