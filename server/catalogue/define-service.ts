import type { Localised } from "#contract/wire/json";

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
}

export interface Unserved {
  /** Why, with `{object}`. */
  readonly text: Localised;
  /** Selects `object`, the names of what cannot be served, in order. */
  readonly sql: string;
}
