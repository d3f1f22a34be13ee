import type { Pages, Views } from "#core/catalogue/known";

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
