/** Any JSON value as it crosses the wire. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** Parameters of a step: absent and null are two different things (wire contract 2.3). */
export type Params = Readonly<Record<string, Json>>;

/** One row of a result list, keyed by attribute name. */
export type Row = Readonly<Record<string, Json>>;

/** Texts by language tag, as the API delivers them. */
export interface Localised {
  readonly de: string;
  readonly en: string;
}
