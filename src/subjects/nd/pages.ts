import type { Pages } from "#core/catalogue/known";

const BCD = "/cntl/bcds/:bcd_name";
const SUBNET = { path: "/dnsvs/subnets/:cidr", params: { cidr: "cidr" } };
const BUILDING = "/netdoc/sites/:site/:bldg";
const ROOM = "/netdoc/sites/:site/:bldg/:room_gpk";
const DEVICE = "/netdoc/devices/:fq_name";

/** Broadcast domains, places, devices and wires. */
export const PAGES: Pages = {
  "nd.bcd": {
    path: BCD,
    params: { bcd_name: "name" },
    variants: { netdoc: "/netdoc/bcds/:bcd_name" },
    counts: { subnet_count: { table: "subnet" }, vlan_count: { table: "vlan" } },
  },
  "nd.ip_subnet": { ...SUBNET, launch: { path: BCD, params: { bcd_name: "bcd" } } },
  "nd.ip_subnet_use": SUBNET,
  "nd.vlan": { path: BCD, params: { bcd_name: "bcd" } },
  "nd.vxlan": { path: BCD, params: { bcd_name: "bcd" } },
  "nd.bcd2group": { path: BCD, params: { bcd_name: "bcd" } },
  "nd.bcd2ou": { path: BCD, params: { bcd_name: "bcd" } },
  "nd.site": { path: "/netdoc/sites/:site", params: { site: "name" } },
  "nd.bldg": { path: BUILDING, params: { site: "site", bldg: "number" } },
  "nd.bldg_use": { path: BUILDING, params: { site: "site", bldg: "bldg" } },
  "nd.port_use": { path: ROOM, params: { site: "site", bldg: "bldg", room_gpk: "room_gfk" } },
  "nd.room": { path: ROOM, params: { site: "site", bldg: "bldg", room_gpk: "gpk" } },
  "nd.module": {
    path: "/netdoc/modules/:module_gpk",
    params: { module_gpk: "gpk" },
    host: { object: "nd.room", attribute: "room_gfk" },
  },
  "nd.p_port": {
    path: "/netdoc/modules/:module_gpk/p_port/:p_port_gpk",
    params: { module_gpk: "module_gfk", p_port_gpk: "gpk" },
    host: { object: "nd.module", attribute: "module_gfk" },
  },
  "nd.device": { path: DEVICE, params: { fq_name: "fqdn" } },
  "nd.l_port": { path: DEVICE, params: { fq_name: "device" } },
  "nd.access_point": { path: DEVICE, params: { fq_name: "fqdn" } },
  "nd.connection": { shownBy: { type: "nd.p_port", reference: "api_fkey_nd_connection_p_port_a" } },
};
