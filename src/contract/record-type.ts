import type { Refused } from "./values/parsed.ts";
import type { Localised } from "./wire/json.ts";

/**
 * Kind of a field: its text (`values/record-fields.ts`) and its bytes (the wire code of the server). `hex`, `base64` and `parameters` take all
 * remaining words; `address4`, `address6`, `location`, `text` and `value` take the remaining text unchanged.
 */
export type Field =
  | "address4"
  | "address6"
  | "algorithm"
  | "base64"
  | "digestType"
  | "flags"
  | "hex"
  | "location"
  | "longString"
  | "name"
  | "parameters"
  | "protocol"
  | "rewriting"
  | "string"
  | "tag"
  | "text"
  | "uint8"
  | "uint16"
  | "uint32"
  | "value";

/** A record type in the form of messages. */
export interface SentType {
  readonly name: string;
  /** Number from IANA; absent if the type is never sent. */
  readonly code?: number;
  /** The fields of the data by their names in the RFC, in order; none if a record has no data. */
  readonly fields: Readonly<Record<string, Field>>;
}

/** Properties of a record type, except rules between records (wire contract 7.6). */
export interface RecordType extends SentType {
  readonly target?: Target;
  readonly digest?: Digest;
  /** Combinations of fields that are not allowed, by their canonical texts. */
  readonly contradiction?: (read: ReadonlyMap<string, string>) => Refused | null;
  /** Data in canonical form as an example for people; absent if a record has no data. */
  readonly example?: string;
  readonly description: Localised;
  /** A name has at most one record of the type. */
  readonly isSingleton?: true;
}

/** The field with the name that a record points to. */
export interface Target {
  readonly field: string;
  /** A root means that there is no target. */
  readonly isOptional?: true;
  /** The target must not be an alias (RFC 2181, 10.3; RFC 2782). */
  readonly isNoAlias?: true;
}

/** The last field is a digest: the field with its kind, and the length in bytes for each kind. Other kinds have any length. */
export interface Digest {
  readonly by: string;
  readonly bytes: Readonly<Record<string, number>>;
}
