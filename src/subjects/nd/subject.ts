import type { Pages, Views } from "#core/catalogue/known";
import { placeCrumbs } from "./place-crumbs.ts";
import type { Rule } from "#contract/rule";
import { nameIn, type Crumb } from "#core/route/route";
import { opens, ownCrumb, type SubjectRoutes } from "#core/route/subject";

const BCD = "/cntl/bcds/:bcd_name";
const OF_BCD = { path: BCD, params: ["bcd"] };
const SUBNET = { path: "/dnsvs/subnets/:cidr", params: ["cidr"] };
const BUILDING = "/netdoc/sites/:site/:bldg";
const ROOM = "/netdoc/sites/:site/:bldg/:room_gpk";
const DEVICE = "/netdoc/devices/:fq_name";
const OF_DEVICE = { path: DEVICE, params: ["fqdn"] };

/** Broadcast domains, places, devices and wires. */
export const PAGES: Pages = {
  "nd.bcd": {
    path: BCD,
    params: ["name"],
    counts: { subnet_count: "#subnet", vlan_count: "#vlan" },
  },
  "nd.ip_subnet": { ...SUBNET, launch: OF_BCD },
  "nd.ip_subnet_use": SUBNET,
  "nd.vlan": OF_BCD,
  "nd.vxlan": OF_BCD,
  "nd.bcd2group": OF_BCD,
  "nd.bcd2ou": OF_BCD,
  "nd.site": { path: "/netdoc/sites/:site", params: ["name"] },
  "nd.bldg": { path: BUILDING, params: ["site", "number"] },
  "nd.bldg_use": { path: BUILDING, params: ["site", "bldg"] },
  "nd.port_use": { path: ROOM, params: ["site", "bldg", "room_gfk"] },
  "nd.room": { path: ROOM, params: ["site", "bldg", "gpk"] },
  "nd.module": {
    path: "/netdoc/modules/:module_gpk",
    params: ["gpk"],
    host: "room_gfk",
  },
  "nd.p_port": {
    path: "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
    params: ["module_gfk", "gpk"],
    host: "module_gfk",
  },
  "nd.device": OF_DEVICE,
  "nd.l_port": { path: DEVICE, params: ["device"] },
  "nd.access_point": OF_DEVICE,
  "nd.connection": { shownBy: { type: "nd.p_port", reference: "api_fkey_nd_connection_p_port_a" } },
};

export const VIEWS: Views = { "nd.bcd#netdoc": "/netdoc/bcds/:bcd_name" };

const OWN = { known: { pages: PAGES, views: VIEWS } };

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
    opens("/netdoc/sites/:site", { title: "routes.site" }, { type: "nd.site" }),
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
        crumb: (p, page) => [
          MODULES,
          ...placeCrumbs(OWN, page?.lists ?? null, "room", "around", p.module_gpk),
        ],
      },
      () => import("./module.ts"),
    ),
    opens(
      "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
      {
        title: "routes.port",
        crumb: (p, page) => [
          ...placeCrumbs(OWN, page?.lists ?? null, "path_room", "path_around", p.module_gpk),
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
