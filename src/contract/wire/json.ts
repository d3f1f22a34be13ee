/** Any JSON value as it crosses the wire. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** Parameters of a step: absent and null are two different things (wire contract 2.3). */
export type Params = Readonly<Record<string, Json>>;

/** One row of a result list, keyed by attribute name. */
export type Row = Readonly<Record<string, Json>>;

/** Whether the value is an object with members: neither null nor a list. */
export function isObject(value: Json | undefined): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object that a value is; null for any other value. */
export function objectIn(value: Json | undefined): Params | null {
  return isObject(value) ? value : null;
}

/** Whether the value is a list; `Array.isArray` leaves readonly ones out. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The text that a value is; the empty one for any other value. */
export function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Texts by language tag, as the API delivers them. */
export interface Localised {
  readonly de: string;
  readonly en: string;
}
