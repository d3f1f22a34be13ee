import { placeCrumbs } from "./place-crumbs.ts";
import type { Rule } from "#contract/rule";
import { nameIn, type Crumb } from "#core/route/route";
import { opens, ownCrumb, type SubjectRoutes } from "#core/route/subject";

/** Who may open the network documentation. */
export const NETDOC: Rule = { all: [{ module: "netdoc" }, "signedIn"] };

/** There is no screen of all modules (ROUTE-42). */
const MODULES: Crumb = { text: { key: "routes.modules" }, href: null };

/** Network documentation: places, devices and wires. */
export const ROUTES: SubjectRoutes = {
  visible: NETDOC,
  routes: [
    opens("/netdoc", { title: "routes.netdoc" }, "/netdoc/bcds"),
    opens(
      "/netdoc/bcds",
      {
        title: "routes.netdocBcds",
        nav: { section: "systems", order: 6, icon: "network", title: "routes.netdoc" },
      },
      () => import("./bcds.ts"),
    ),
    opens("/netdoc/sites", { title: "routes.sites" }, () => import("./sites.ts")),
    opens("/netdoc/buildings", { title: "routes.buildings" }, () => import("./buildings.ts")),
    opens("/netdoc/sites/:site", { title: "routes.site" }, () => import("./site.ts")),
    opens("/netdoc/sites/:site/:bldg", { title: "routes.building" }, () => import("./building.ts")),
    opens(
      "/netdoc/sites/:site/:bldg/:room_gpk",
      {
        title: "routes.room",
        crumb: (p, page) =>
          ownCrumb(nameIn(page, "room", "name") ?? "", "/netdoc/sites/:site/:bldg/:room_gpk", p),
      },
      () => import("./room.ts"),
    ),
    opens("/netdoc/bcds/:bcd_name", { title: "routes.bcd" }, () => import("./bcd.ts")),
    opens(
      "/netdoc/modules/:module_gpk",
      {
        title: "routes.module",
        crumb: (p, page) => [MODULES, ...placeCrumbs(page?.lists ?? null, "room", "around", p.module_gpk)],
      },
      () => import("./module.ts"),
    ),
    opens(
      "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
      {
        title: "routes.port",
        crumb: (p, page) => [
          ...placeCrumbs(page?.lists ?? null, "path_room", "path_around", p.module_gpk),
          ...ownCrumb(
            nameIn(page, "port", "name") ?? "",
            "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
            p,
          ),
        ],
      },
      () => import("./port.ts"),
    ),
    opens(
      "/netdoc/devices/:fq_name",
      {
        title: "routes.device",
        crumb: (p) => [
          { text: { key: "routes.devices" }, href: null },
          ...ownCrumb(p.fq_name, "/netdoc/devices/:fq_name", p),
        ],
      },
      () => import("./device.ts"),
    ),

    opens(
      "/cntl/bcds/:bcd_name",
      {
        title: "routes.bcd",
        visible: "signedIn",
        // The start page shows the account's BCDs.
        below: "/home",
      },
      () => import("./bcd-overview.ts"),
    ),
    opens(
      "/tools/ap_list",
      {
        title: "routes.apList",
        visible: { all: [{ module: "ap_list" }, "signedIn", { permission: "nd.ro:device" }] },
        nav: { section: "tools", order: 4 },
      },
      () => import("./ap-list.ts"),
    ),
  ],
};
