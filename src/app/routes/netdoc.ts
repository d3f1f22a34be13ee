import { placeCrumbs } from "../../subjects/nd/place-crumbs.ts";
import { nameIn, type Crumb } from "#core/route/route";
import { ownCrumb, redirect, screen, view, visibleTo } from "../app-route.ts";

/** There is no screen of all modules (ROUTE-42). */
const MODULES: Crumb = { text: { key: "routes.modules" }, href: null };

/** Network documentation: places, devices and wires. */
export const NETDOC_ROUTES = visibleTo({ all: [{ module: "netdoc" }, "signedIn"] }, [
  redirect("/netdoc", "/netdoc/bcds", { title: "routes.netdoc" }),
  screen(
    "/netdoc/bcds",
    { title: "routes.netdocBcds", nav: { section: "systems", order: 6, title: "routes.netdoc" } },
    () => import("../../screens/netdoc/bcds.ts"),
  ),
  screen("/netdoc/sites", { title: "routes.sites" }, () => import("../../screens/netdoc/sites.ts")),
  screen(
    "/netdoc/buildings",
    { title: "routes.buildings" },
    () => import("../../screens/netdoc/buildings.ts"),
  ),
  view("/netdoc/map", { title: "routes.map" }, async () => (await import("../map-route.tsx")).MapRoute),
  screen("/netdoc/sites/:site", { title: "routes.site" }, () => import("../../screens/netdoc/site.ts")),
  screen(
    "/netdoc/sites/:site/:bldg",
    { title: "routes.building" },
    () => import("../../screens/netdoc/building.ts"),
  ),
  screen(
    "/netdoc/sites/:site/:bldg/:room_gpk",
    {
      title: "routes.room",
      crumb: (p, page) =>
        ownCrumb(nameIn(page, "room", "name") ?? "", "/netdoc/sites/:site/:bldg/:room_gpk", p),
    },
    () => import("../../screens/netdoc/room.ts"),
  ),
  screen("/netdoc/bcds/:bcd_name", { title: "routes.bcd" }, () => import("../../screens/netdoc/bcd.ts")),
  screen(
    "/netdoc/modules/:module_gpk",
    {
      title: "routes.module",
      crumb: (p, page) => [MODULES, ...placeCrumbs(page?.lists ?? null, "room", "around", p.module_gpk)],
    },
    () => import("../../screens/netdoc/module.ts"),
  ),
  screen(
    "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
    {
      title: "routes.port",
      crumb: (p, page) => [
        ...placeCrumbs(page?.lists ?? null, "path_room", "path_around", p.module_gpk),
        ...ownCrumb(nameIn(page, "port", "name") ?? "", "/netdoc/modules/:module_gpk/p_port/:p_port_gpk", p),
      ],
    },
    () => import("../../screens/netdoc/port.ts"),
  ),
  screen(
    "/netdoc/devices/:fq_name",
    {
      title: "routes.device",
      crumb: (p) => [
        { text: { key: "routes.devices" }, href: null },
        ...ownCrumb(p.fq_name, "/netdoc/devices/:fq_name", p),
      ],
    },
    () => import("../../screens/netdoc/device.ts"),
  ),
]);
