import type { Specs } from "./define.ts";

/** Schema of the machine. */
export const OWN_SCHEMA = "netportal";

/** Longest name that PostgreSQL keeps whole. */
export const LONGEST_NAME = 63;

/** Schemas with tables that belong to no object type: that of the machine, and those that definitions declare. */
export function besideSchemas(specs: Specs): readonly string[] {
  return [OWN_SCHEMA, ...[...specs.values()].flatMap(({ storage }) => storage?.schemas ?? [])];
}
