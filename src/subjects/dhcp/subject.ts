import type { Pages, Views } from "#core/catalogue/known";
import { opens, type SubjectRoutes } from "#core/route/subject";

const BCD = { path: "/dhcp-leases/bcds/:bcd_name", params: ["bcd"] };

/** Settings, pools, static assignments and leases are shown with their BCD. */
export const PAGES: Pages = {
  "dhcp.bcd_setting": BCD,
  "dhcp.lease": BCD,
  "dhcp.pool": BCD,
  "dhcp.static_assignment": BCD,
};

export const VIEWS: Views = { "nd.bcd#dhcp-leases": BCD.path };

/** DHCP: BCDs with their leases, static assignments, pools and settings. Visitors are asked to sign in (NAV-07, DHCP-04). */
export const ROUTES: SubjectRoutes = {
  visible: { module: "dhcp_leases" },
  routes: [
    opens("/dhcp-leases", { title: "routes.dhcpLeases" }, "/dhcp-leases/bcds"),
    opens(
      "/dhcp-leases/bcds",
      {
        title: "routes.dhcpLeasesBcds",
        nav: { section: "systems", order: 4, icon: "lease", title: "routes.dhcpLeases" },
      },
      () => import("./bcds.ts"),
    ),
    opens("/dhcp-leases/bcds/:bcd_name", { title: "routes.bcd" }, () => import("./bcd.ts")),
  ],
};
