import type { RecordType, SentType } from "../record-type.ts";
import { MADE_TYPES, RECORD_TYPES } from "../records/index.ts";
import { genericCode } from "./generic-types.ts";

/** The types that have a name. */
export const RECORD_FORMS: ReadonlyMap<string, RecordType> = new Map(
  RECORD_TYPES.map((type) => [type.name, type]),
);

/** The types of messages that have a name: those that can be kept, and SOA. */
export const SENT_TYPES: readonly SentType[] = [...RECORD_TYPES, ...MADE_TYPES].filter(
  ({ code }) => code !== undefined,
);

export const RECORD_EXAMPLES: ReadonlyMap<string, string> = new Map(
  RECORD_TYPES.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example] as const])),
);

/** Numbers of the record types that can be kept, and of SOA. */
export const RECORD_CODES: ReadonlyMap<string, number> = new Map(
  SENT_TYPES.flatMap(({ name, code }) => (code === undefined ? [] : [[name, code] as const])),
);

const NAMED_CODES: ReadonlySet<number> = new Set(RECORD_CODES.values());

/** A type with a name; undefined for other texts. */
export function recordForm(type: string): RecordType | undefined {
  return RECORD_FORMS.get(type);
}

/** Number of any other `TYPEnnn` that can be kept in its generic form (RFC 3597); null for others. */
export function unnamedCode(type: string): number | null {
  const code = RECORD_FORMS.has(type) ? null : genericCode(type);
  return code === null || NAMED_CODES.has(code) ? null : code;
}

/** Whether records of the type have data; only a bare reference has none. */
export function hasFields({ fields }: SentType): boolean {
  return Object.keys(fields).length > 0;
}

/** Whether records of the type can be kept. */
export function isKept(type: string): boolean {
  return RECORD_FORMS.has(type) || unnamedCode(type) !== null;
}

export function recordExample(type: string): string | undefined {
  return unnamedCode(type) === null ? RECORD_EXAMPLES.get(type) : "\\# 2 c000";
}

/** Number of a type that can be kept, or of SOA. */
export function recordCode(type: string): number | undefined {
  return RECORD_CODES.get(type) ?? unnamedCode(type) ?? undefined;
}

/** IP version of the address in data of the type; null for other types. */
export function addressVersion(type: string): 4 | 6 | null {
  const [first] = Object.values(recordForm(type)?.fields ?? {});
  if (first === "address4") return 4;
  return first === "address6" ? 6 : null;
}

/** Whether data of the type are plain text. */
export function isTextType(type: string): boolean {
  return Object.values(recordForm(type)?.fields ?? {}).includes("text");
}

/** Types whose target must not be an alias. */
export const NO_ALIAS_TARGET: ReadonlySet<string> = new Set(
  RECORD_TYPES.filter(({ target }) => target?.isNoAlias).map(({ name }) => name),
);

/** Bounds of a TTL in seconds: 31 bits (RFC 2181, wire contract 7.6). */
export const TTL_BOUNDS = { min: 0, max: 2_147_483_647 } as const;
