import type { Specs } from "./define.ts";

/** Schema of the server itself. */
export const OWN_SCHEMA = "netportal";

/** Maximum length of a name in PostgreSQL. */
export const LONGEST_NAME = 63;

/** Schemas with tables that belong to no object type: that of the server, and those that definitions declare. */
export function besideSchemas(specs: Specs): readonly string[] {
  return [OWN_SCHEMA, ...[...specs.values()].flatMap(({ storage }) => storage?.schemas ?? [])];
}
