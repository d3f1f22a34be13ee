import { hrefTo } from "#core/route/pattern";
import type { Crumb } from "#core/route/route";
import { screen, type AppRoute } from "../app-route.ts";

/** Organisational units and their types. */
export const ORG_ROUTES: readonly AppRoute[] = [
  screen(
    {
      path: "/org/ou",
      title: "routes.ous",
      visible: "signedIn",
      nav: { section: "organizations", order: 1 },
    },
    async () => (await import("../../screens/org/ous.ts")).default,
  ),
  screen(
    {
      path: "/org/ou/:ou",
      title: "routes.ou",
      visible: "signedIn",
      crumb: (p) => unitCrumbs(p.ou),
    },
    async () => (await import("../../screens/org/ou.ts")).default,
  ),
  screen(
    {
      path: "/org/type",
      title: "routes.ouTypes",
      visible: { all: ["signedIn", { permission: "org.rw_oet" }] },
      nav: { section: "organizations", order: 2 },
    },
    async () => (await import("../../screens/org/types.ts")).default,
  ),
];

/** One entry for each level above, the last part of the name each (ROUTE-17, OU-02). */
function unitCrumbs(fqName: string): readonly Crumb[] {
  const parts = fqName.split("::");
  return parts.map((text, at) => ({
    text,
    href: hrefTo("/org/ou/:ou", { ou: parts.slice(0, at + 1).join("::") }),
  }));
}
