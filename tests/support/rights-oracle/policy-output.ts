import { str } from "./facts.ts";
import { byBcd, never, ownsName, readersOf, type Policy } from "./policy.ts";

/** The BCD that the object has now decides about the state of the object. */
const stateOf = (by: string, type: string, bcd: string): Policy => ({
  ...byBcd([by, "server", "unit"], ""),
  readers: readersOf(type),
  own: (who, row, facts) => {
    const object = facts.first(type, "gpk", row[by]);
    return object !== undefined && who.ownsBcd(str(object, bcd));
  },
  isReadOnly: true,
});

export const OUTPUT: Readonly<Record<string, Policy>> = {
  "output.server": { key: ["name"], own: never, read: "own", functions: "CUD" },
  "output.delivery": { key: ["server", "unit"], own: ownsName("unit"), read: "own", isReadOnly: true },
  "output.difference": { key: ["gpk"], own: never, read: "own", isReadOnly: true },
  "output.assignment_state": stateOf("assignment_gfk", "dhcp.static_assignment", "bcd"),
  "output.pool_state": stateOf("pool_gfk", "dhcp.pool", "bcd"),
  "output.subnet_state": stateOf("subnet_gfk", "nd.ip_subnet", "bcd"),
  "output.setting_state": stateOf("setting_gfk", "dhcp.bcd_setting", "bcd"),
  "output.bcd_state": stateOf("bcd_gfk", "nd.bcd", "name"),
  "output.vlan_state": stateOf("vlan_gfk", "nd.vlan", "bcd"),
  "output.client_state": stateOf("client_gfk", "macauth.client", "bcd_name"),
};
