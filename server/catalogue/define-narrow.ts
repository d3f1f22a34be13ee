import type { Localised } from "#contract/wire/json";

/** What narrows the data type, named as in `ValueSpec`; in a list, that of its elements. Server, database, metadata and forms follow. */
export interface NarrowSpec {
  readonly min?: number;
  readonly max?: number;
  readonly textLength?: number;
  /** A pattern of the whole canonical value, which `help` says in words. */
  readonly pattern?: string;
  /** All possible values with their labels; the wire carries the values. */
  readonly values?: Readonly<Record<string, Localised>>;
  /** Other values may be written too; `values` are suggestions. */
  readonly hasOtherValues?: true;
}
