/**
 * What the bytes of a record consist of: a name, numbers of 1, 2, 4, 6 or 8 bytes, a string, strings up to the end (at least one), perhaps one more
 * string, or bytes up to the end (at least one).
 */
type Part = "name" | 1 | 2 | 4 | 6 | 8 | "string" | "strings" | "moreString" | "bytes";

interface Known {
  readonly name: string;
  readonly parts: readonly Part[];
}

/** Types without a specific form here whose bytes name servers check. */
const KNOWN: ReadonlyMap<number, Known> = new Map<number, Known>([
  [17, { name: "RP", parts: ["name", "name"] }],
  [18, { name: "AFSDB", parts: [2, "name"] }],
  [19, { name: "X25", parts: ["string"] }],
  [20, { name: "ISDN", parts: ["string", "moreString"] }],
  [21, { name: "RT", parts: [2, "name"] }],
  [26, { name: "PX", parts: [2, "name", "name"] }],
  [36, { name: "KX", parts: [2, "name"] }],
  [37, { name: "CERT", parts: [2, 2, 1, "bytes"] }],
  [49, { name: "DHCID", parts: ["bytes"] }],
  [56, { name: "NINFO", parts: ["strings"] }],
  [58, { name: "TALINK", parts: ["name", "name"] }],
  [104, { name: "NID", parts: [2, 8] }],
  [105, { name: "L32", parts: [2, 4] }],
  [106, { name: "L64", parts: [2, 8] }],
  [107, { name: "LP", parts: [2, "name"] }],
  [108, { name: "EUI48", parts: [6] }],
  [109, { name: "EUI64", parts: [8] }],
  [258, { name: "AVC", parts: ["strings"] }],
  [261, { name: "RESINFO", parts: ["strings"] }],
  [262, { name: "WALLET", parts: ["strings"] }],
]);

/** Numbers that no record of a zone can have (RFC 6895, 3.1): reserved ones, and those of messages. */
const NEVER = { single: new Set([0, 41, 65_535]), least: 128, most: 255 } as const;

/** SOA and types that name servers make themselves (signatures, denial, the state of signing at BIND), and types whose bytes have an unknown form. */
const OTHERS: ReadonlySet<number> = new Set([
  3, 4, 6, 7, 8, 9, 10, 11, 14, 22, 23, 24, 25, 27, 30, 31, 32, 34, 38, 40, 42, 45, 46, 47, 50, 51, 55, 57,
  62, 63, 66, 100, 101, 102, 103, 259, 260, 263, 264, 32_768, 32_769, 65_534,
]);

/** Types by their number (RFC 3597), as a regular expression. */
export const GENERIC_TYPE = "^TYPE(0|[1-9][0-9]{0,4})$";
const NAME = new RegExp(GENERIC_TYPE);

/** Number of `TYPE65400` if records of this type can be kept in their generic form; null for others. */
export function genericCode(type: string): number | null {
  const code = numberOf(type);
  return code === null || isNever(code) || OTHERS.has(code) ? null : code;
}

/** Whether a type by its number is one that no zone has. */
export function isNeverKept(type: string): boolean {
  const code = numberOf(type);
  return code !== null && isNever(code);
}

function numberOf(type: string): number | null {
  const digits = NAME.exec(type)?.[1];
  return digits === undefined ? null : Number(digits);
}

function isNever(code: number): boolean {
  return NEVER.single.has(code) || (code >= NEVER.least && code <= NEVER.most) || code > 65_535;
}

/** Name of a type whose bytes must have another form than these; null if they fit. */
export function otherForm(code: number, bytes: Uint8Array): string | null {
  const known = KNOWN.get(code);
  return known === undefined || endOf(known.parts, bytes) === bytes.length ? null : known.name;
}

/** The end of the parts; null if the bytes do not fit. */
function endOf(parts: readonly Part[], bytes: Uint8Array): number | null {
  let at = 0;
  for (const part of parts) {
    const end = partEnd(part, bytes, at);
    if (end === null || end > bytes.length) return null;
    at = end;
  }
  return at;
}

function partEnd(part: Part, bytes: Uint8Array, at: number): number | null {
  switch (part) {
    case "name":
      return nameEnd(bytes, at);
    case "string":
      return stringEnd(bytes, at);
    case "moreString":
      return at === bytes.length ? at : stringEnd(bytes, at);
    case "strings": {
      let end: number | null = stringEnd(bytes, at);
      while (end !== null && end < bytes.length) end = stringEnd(bytes, end);
      return end;
    }
    case "bytes":
      return at < bytes.length ? bytes.length : null;
    default:
      return at + part;
  }
}

function stringEnd(bytes: Uint8Array, at: number): number | null {
  const size = bytes[at];
  return size === undefined ? null : at + 1 + size;
}

/** The position after a name without pointers, of at most 255 bytes; null if there is none. */
export function nameEnd(bytes: Uint8Array, start: number): number | null {
  let at = start;
  for (let size = bytes[at]; size !== 0; size = bytes[at]) {
    if (size === undefined || size > 63) return null;
    at += 1 + size;
  }
  return at + 1 - start > 255 ? null : at + 1;
}
