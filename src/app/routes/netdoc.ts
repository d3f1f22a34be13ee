import type { Rule } from "#contract/rule";
import { placeCrumbs } from "#core/route/place-crumbs";
import { nameIn, type Crumb } from "#core/route/route";
import { ownCrumb, route, screen, type AppRoute } from "../app-route.ts";

const NETDOC: Rule = { all: [{ module: "netdoc" }, "signedIn"] };

/** All modules have no screen (ROUTE-42). */
const MODULES: Crumb = { text: { key: "routes.modules" }, href: null };

/** Network documentation: places, what stands there and how it is wired. */
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
  route({
    path: "/netdoc/map",
    title: "routes.map",
    visible: NETDOC,
    page: { kind: "view", load: async () => (await import("../map-route.tsx")).MapRoute },
  }),
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
      crumb: (p, page) =>
        ownCrumb(nameIn(page, "room", "name") ?? "", "/netdoc/sites/:site/:bldg/:room_gpk", p),
    },
    async () => (await import("../../screens/netdoc/room.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/bcds/:bcd_name",
      title: "routes.bcd",
      visible: NETDOC,
      crumb: (p) => ownCrumb(p.bcd_name, "/netdoc/bcds/:bcd_name", p),
    },
    async () => (await import("../../screens/netdoc/bcd.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/modules/:module_gpk",
      title: "routes.module",
      visible: NETDOC,
      crumb: (p, page) => [MODULES, ...placeCrumbs(page?.lists ?? null, "room", "around", p.module_gpk)],
    },
    async () => (await import("../../screens/netdoc/module.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
      title: "routes.port",
      visible: NETDOC,
      crumb: (p, page) => [
        ...placeCrumbs(page?.lists ?? null, "path_room", "path_around", p.module_gpk),
        ...ownCrumb(nameIn(page, "port", "name") ?? "", "/netdoc/modules/:module_gpk/p_port/:p_port_gpk", p),
      ],
    },
    async () => (await import("../../screens/netdoc/port.ts")).default,
  ),
  screen(
    {
      path: "/netdoc/devices/:fq_name",
      title: "routes.device",
      visible: NETDOC,
      crumb: (p) => [
        { text: { key: "routes.devices" }, href: null },
        ...ownCrumb(p.fq_name, "/netdoc/devices/:fq_name", p),
      ],
    },
    async () => (await import("../../screens/netdoc/device.ts")).default,
  ),
];
