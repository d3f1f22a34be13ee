import type { Rule } from "#contract/rule";
import { ownCrumb, route, screen, type AppRoute } from "../app-route.ts";

const MACAUTH: Rule = { all: [{ module: "macauth" }, "signedIn"] };

/** MAC authentication: BCDs and their clients. */
export const MACAUTH_ROUTES: readonly AppRoute[] = [
  route({
    path: "/macauth",
    title: "routes.macauth",
    visible: MACAUTH,
    page: { kind: "redirect", to: "/macauth/bcds" },
  }),
  screen(
    {
      path: "/macauth/bcds",
      title: "routes.macauthBcds",
      visible: MACAUTH,
      nav: { section: "systems", order: 3, title: "routes.macauth" },
    },
    async () => (await import("../../screens/macauth/bcds.ts")).default,
  ),
  screen(
    {
      path: "/macauth/bcds/:bcd_name",
      title: "routes.bcd",
      visible: MACAUTH,
      crumb: (p) => ownCrumb(p.bcd_name, "/macauth/bcds/:bcd_name", p),
    },
    async () => (await import("../../screens/macauth/bcd.ts")).default,
  ),
];
