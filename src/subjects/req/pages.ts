import type { Pages } from "#core/catalogue/known";

/** Tickets of request forms. */
export const PAGES: Pages = { "req.ticket": { path: "/requests/:number", params: ["number"] } };
