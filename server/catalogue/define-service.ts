import type { Localised } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";

/** What real services (DHCP, RADIUS) get of a type (docs/services.md). */
export interface ServiceSpec {
  /** Attributes that leave the database for the copy beside a service, besides the id. Nothing else leaves. */
  readonly copied?: readonly string[];
  /** Schema of the views, and the database role that may read them. */
  readonly reader?: string;
  /** Indexes, and views in the schema of `reader` over copied attributes, of this type and others. */
  readonly views?: readonly string[];
  /** What no service can answer as it was applied. */
  readonly unserved?: readonly Unserved[];
  /** What servers answer because of objects of this type. */
  readonly answers?: AnswersSpec;
}

/** Answers of servers as rows, so that a dry run tells which of them a transaction changes. */
export interface AnswersSpec {
  /** Selects `key` from what the transaction noted (`output.asked`): no other answers may have changed. */
  readonly keys: string;
  /**
   * Selects `service`, `place`, `name`, `type`, `ttl`, `data`, `mark`, `id` and `through` for `{keys}` (text[]). `mark` stands for a secret and is
   * compared only. `id` is an object of this type, `through` one of the type below or null: whoever may read both sees the answer.
   */
  readonly rows: string;
  readonly through?: ObjectName;
}

export interface Unserved {
  /** Why, with `{object}`. */
  readonly text: Localised;
  /** Selects `object`, the names of what cannot be served, in order. */
  readonly sql: string;
}
