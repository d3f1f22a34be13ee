import type { Rule } from "#contract/rule";
import { ownCrumb, route, screen, type AppRoute } from "../app-route.ts";

/** Open to visitors too: they are told to sign in (NAV-07, DHCP-04). */
const DHCP_LEASES: Rule = { module: "dhcp_leases" };

/** DHCP: BCDs with their leases, static assignments, pools and settings. */
export const DHCP_ROUTES: readonly AppRoute[] = [
  route({
    path: "/dhcp-leases",
    title: "routes.dhcpLeases",
    visible: DHCP_LEASES,
    page: { kind: "redirect", to: "/dhcp-leases/bcds" },
  }),
  screen(
    {
      path: "/dhcp-leases/bcds",
      title: "routes.dhcpLeasesBcds",
      visible: DHCP_LEASES,
      nav: { section: "systems", order: 4, title: "routes.dhcpLeases" },
    },
    async () => (await import("../../screens/dhcp-leases/bcds.ts")).default,
  ),
  screen(
    {
      path: "/dhcp-leases/bcds/:bcd_name",
      title: "routes.bcd",
      visible: DHCP_LEASES,
      crumb: (p) => ownCrumb(p.bcd_name, "/dhcp-leases/bcds/:bcd_name", p),
    },
    async () => (await import("../../screens/dhcp-leases/bcd.ts")).default,
  ),
];
