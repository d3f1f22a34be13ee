import type { Rule } from "#contract/rule";
import { nameIn } from "#core/route/route";
import { ownCrumb, route, screen, type AppRoute } from "../app-route.ts";

const NETDOC: Rule = { all: [{ module: "netdoc" }, "signedIn"] };

/** Network documentation: places. */
export const NETDOC_ROUTES: readonly AppRoute[] = [
  route({
    path: "/netdoc",
    title: "routes.netdoc",
    visible: NETDOC,
    page: { kind: "redirect", to: "/netdoc/bcds" },
  }),
  screen(
    {
      path: "/netdoc/bcds",
      title: "routes.netdocBcds",
      visible: NETDOC,
      nav: { section: "systems", order: 6, title: "routes.netdoc" },
    },
    async () => (await import("../../screens/netdoc/bcds.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/sites",
      title: "routes.sites",
      visible: NETDOC,
    },
    async () => (await import("../../screens/netdoc/sites.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/buildings",
      title: "routes.buildings",
      visible: NETDOC,
    },
    async () => (await import("../../screens/netdoc/buildings.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/sites/:site",
      title: "routes.site",
      visible: NETDOC,
      crumb: (p) => ownCrumb(p.site, "/netdoc/sites/:site", p),
    },
    async () => (await import("../../screens/netdoc/site.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/sites/:site/:bldg",
      title: "routes.building",
      visible: NETDOC,
      crumb: (p) => ownCrumb(p.bldg, "/netdoc/sites/:site/:bldg", p),
    },
    async () => (await import("../../screens/netdoc/building.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/sites/:site/:bldg/:room_gpk",
      title: "routes.room",
      visible: NETDOC,
      crumb: (p, lists) =>
        ownCrumb(
          (lists === null ? null : nameIn(lists, "room", "name")) ?? p.room_gpk,
          "/netdoc/sites/:site/:bldg/:room_gpk",
          p,
        ),
    },
    async () => (await import("../../screens/netdoc/room.ts")).default,
  ),
];
