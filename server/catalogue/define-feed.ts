import type { Localised } from "#contract/wire/json";

/** How other servers tell what they did: the way in, and who may go it (docs/operating.md). Nothing of it is in the change log. */
export interface FeedSpec {
  /** `POST /api/feed/<name>` with a list of objects under `list`. */
  readonly name: string;
  readonly list: string;
  /** A permission for this alone. Its text says what it allows. */
  readonly permission: string;
  readonly label: Localised;
  /** Attributes that a told object has; those that may be null may be absent. */
  readonly attributes: readonly string[];
  /** What devices say of themselves: a value that cannot be kept is left out and refuses nothing. */
  readonly unsure?: readonly string[];
  /** Moments that have come already: one ahead of the server's clock tells that a clock is wrong. */
  readonly past: readonly string[];
  /** The attribute that objects are known by, for those that nobody knows. */
  readonly key: string;
  /** Merges the objects, JSON in `$1`; one row: `taken` and `unknown`, how many were new and the keys (text) that nobody knows. */
  readonly merge: string;
}
