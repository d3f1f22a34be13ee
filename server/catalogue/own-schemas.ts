/** Schemas of tables that belong to no object type. */
export const OWN_SCHEMAS: readonly string[] = ["netportal", "macfinder"];
