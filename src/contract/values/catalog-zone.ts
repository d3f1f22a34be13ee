/** The catalog zone (RFC 9432) that tells each name server which zones it has. */
export const CATALOG_ZONE = "catalog.netportal.invalid.";
