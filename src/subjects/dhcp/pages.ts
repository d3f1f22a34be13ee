import type { Pages, Views } from "#core/catalogue/known";

const BCD = { path: "/dhcp-leases/bcds/:bcd_name", params: ["bcd"] };

/** Settings, pools, static assignments and leases are shown with their BCD. */
export const PAGES: Pages = {
  "dhcp.bcd_setting": BCD,
  "dhcp.lease": BCD,
  "dhcp.pool": BCD,
  "dhcp.static_assignment": BCD,
};

export const VIEWS: Views = { "nd.bcd#dhcp-leases": BCD.path };
