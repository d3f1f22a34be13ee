import { readFqdn, type ToAscii } from "./fqdn.ts";
import { parseAddress } from "./ip.ts";
import { parsed, parsedOr, refused, type Parsed } from "./parsed.ts";
import { parseRecordText } from "./record-text.ts";

/** What `data` of a record type holds (wire contract 7.6): an address, a name behind numbers, text, fields, or nothing. */
export type RecordForm =
  | { readonly kind: "address"; readonly version: 4 | 6 }
  | { readonly kind: "name"; readonly numbers: number }
  | { readonly kind: "text" }
  | { readonly kind: "fields"; readonly fields: readonly RegExp[]; readonly digest?: Digest }
  | { readonly kind: "none" };

/** The last field is a digest: the number of the field with its kind, and the bytes of each kind. Other kinds have any length. */
interface Digest {
  readonly by: number;
  readonly bytes: Readonly<Record<string, number>>;
}

type FieldsForm = Extract<RecordForm, { readonly kind: "fields" }>;

const UINT8 = /^(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])$/;
const UINT16 = /^(0|[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$/;
const HEX = /^([0-9a-f]{2})+$/;

function bareNumber(text: string): string {
  return /^[0-9]+$/.test(text) ? text.replace(/^0+(?=[0-9])/, "") : text;
}

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
  ["CAA", { kind: "fields", fields: [UINT8, /^[a-z0-9]+$/, /^"[^"\n]*"$/] }],
  ["SSHFP", { kind: "fields", fields: [UINT8, UINT8, HEX], digest: { by: 1, bytes: { 1: 20, 2: 32 } } }],
  [
    "TLSA",
    { kind: "fields", fields: [UINT8, UINT8, UINT8, HEX], digest: { by: 2, bytes: { 1: 32, 2: 64 } } },
  ],
  [
    "DS",
    {
      kind: "fields",
      fields: [UINT16, UINT8, UINT8, HEX],
      digest: { by: 2, bytes: { 1: 20, 2: 32, 3: 32, 4: 48 } },
    },
  ],
  ["REF-FQDN", { kind: "none" }],
]);

/** Bounds of a TTL in seconds: 31 bits (RFC 2181, wire contract 7.6). */
export const TTL_BOUNDS = { min: 0, max: 2_147_483_647 } as const;

/** Data of a record in canonical form, so that every spelling is found (wire contract 7.6). Unknown types have none. */
export function parseRecordData(type: string, data: string | null, toAscii: ToAscii): Parsed<string | null> {
  const form = RECORD_FORMS.get(type);
  if (form === undefined) return refused("bad_format");
  if (form.kind === "none") return data === null ? parsed(null) : refused("bad_format");
  if (data === null) return refused("bad_format");
  switch (form.kind) {
    case "address":
      return addressData(data, form.version);
    case "name":
      return nameData(data, form.numbers, toAscii);
    case "text":
      return parseRecordText(data);
    case "fields":
      return fieldsData(type, data, form);
  }
}

/** The name that canonical data point to; null for types without a target name. */
export function targetName(type: string, data: string | null): string | null {
  if (data === null || RECORD_FORMS.get(type)?.kind !== "name") return null;
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

function fieldsData(type: string, data: string, { fields, digest }: FieldsForm): Parsed<string> {
  const split = type === "CAA" ? caaFields(data) : hexFields(data, fields.length);
  const isFull =
    split.length === fields.length && fields.every((field, index) => field.test(split[index] ?? ""));
  return parsedOr(isFull && hasLength(split, digest) ? split.join(" ") : null);
}

function hasLength(split: readonly string[], digest: Digest | undefined): boolean {
  const bytes = digest?.bytes[split[digest.by] ?? ""];
  return bytes === undefined || split.at(-1)?.length === bytes * 2;
}

function caaFields(data: string): readonly string[] {
  const [, flags = "", tag = "", value = ""] = /^\s*(\S+)\s+(\S+)\s+(.*?)\s*$/.exec(data) ?? [];
  return [bareNumber(flags), tag.toLowerCase(), value.startsWith('"') ? value : `"${value}"`];
}

/** The last field is hex and may be split into groups. */
function hexFields(data: string, count: number): readonly string[] {
  const parts = data.trim().toLowerCase().split(/\s+/);
  return [...parts.slice(0, count - 1).map(bareNumber), parts.slice(count - 1).join("")];
}
