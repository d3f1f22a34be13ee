import type { Pages, Views } from "#core/catalogue/known";

const BCD = "/macauth/bcds/:bcd_name";

/** Clients are shown with their BCD. */
export const PAGES: Pages = { "macauth.client": { path: BCD, params: ["bcd_name"] } };

export const VIEWS: Views = { "nd.bcd#macauth": BCD };
