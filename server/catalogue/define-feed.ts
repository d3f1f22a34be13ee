import type { Localised } from "#contract/wire/json";

/** A way for other servers to report events, and who may use it (docs/operating.md). The change log leaves reports out. */
export interface FeedSpec {
  /** `POST /api/feed/<name>` with a list of objects under `list`. */
  readonly name: string;
  readonly list: string;
  /** The permission for this feed. Its text describes it. */
  readonly permission: string;
  readonly label: Localised;
  /** Attributes of a reported object; nullable ones may be absent. */
  readonly attributes: readonly string[];
  /** Values that devices report about themselves: an invalid one is dropped instead of refused. */
  readonly unsure?: readonly string[];
  /** Times that must lie in the past. A time ahead of the server's clock means that a clock is wrong. */
  readonly past: readonly string[];
  /** The attribute that identifies objects, used to list unknown ones. */
  readonly key: string;
  /** Merges the objects (JSON in `$1`) and answers one row: `taken`, the number of new ones, and `unknown`, the keys (text) that do not exist. */
  readonly merge: string;
}
