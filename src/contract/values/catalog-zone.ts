/** The catalog zone (RFC 9432), from which each name server learns its zones. */
export const CATALOG_ZONE = "catalog.netportal.invalid.";
