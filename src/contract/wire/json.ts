/** Any JSON value as it crosses the wire. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** Parameters of a step; absent and null differ (wire contract 2.3). */
export type Params = Readonly<Record<string, Json>>;

/** One row of a result list, keyed by attribute name. */
export type Row = Readonly<Record<string, Json>>;

/** True for an object with members, neither null nor a list. */
export function isObject(value: Json | undefined): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else null. */
export function objectIn(value: Json | undefined): Params | null {
  return isObject(value) ? value : null;
}

/** True for a list; `Array.isArray` does not narrow readonly ones. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value if it is a text, else the empty text. */
export function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The value if it is a number, else 0. */
export function numberIn(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}

/** Texts by language tag, in the form of the API. A type and not an interface, because only a type is assignable to `Json`. */
export type Localised = {
  readonly de: string;
  readonly en: string;
};
