import type { Pages } from "#core/catalogue/known";
import { hrefTo } from "#core/route/pattern";
import type { Crumb } from "#core/route/route";
import { opens, type SubjectRoutes } from "#core/route/subject";

/** Organisational units and their types. */
export const PAGES: Pages = {
  "org.unit": {
    path: "/org/ou/:ou",
    params: ["fq_name"],
    counts: { sub_unit_count: "#sub" },
  },
  "org.unit_type": { path: "/org/type", params: [] },
};

/** Organisational units and their types. */
export const ROUTES: SubjectRoutes = {
  visible: "signedIn",
  routes: [
    opens(
      "/org/ou",
      { title: "routes.ous", key: "o", nav: { section: "organizations", order: 1, icon: "organization" } },
      () => import("./ous.ts"),
    ),
    opens("/org/ou/:ou", { title: "routes.ou", crumb: (p) => unitCrumbs(p.ou) }, () => import("./ou.ts")),
    opens(
      "/org/type",
      {
        title: "routes.ouTypes",
        visible: { all: ["signedIn", { permission: "org.rw_oet" }] },
        nav: { section: "organizations", order: 2, icon: "columns" },
      },
      () => import("./types.ts"),
    ),
  ],
};

/** One entry for each level above, with the last part of its name (ROUTE-17, OU-02). */
function unitCrumbs(fqName: string): readonly Crumb[] {
  const parts = fqName.split("::");
  return parts.map((text, at) => ({
    text,
    href: hrefTo("/org/ou/:ou", { ou: parts.slice(0, at + 1).join("::") }),
  }));
}
