import type { Pages } from "#core/catalogue/known";

/** Organisational units and their types. */
export const PAGES: Pages = {
  "org.unit": {
    path: "/org/ou/:ou",
    params: ["fq_name"],
    counts: { sub_unit_count: "#sub" },
  },
  "org.unit_type": { path: "/org/type", params: [] },
};
