import { SUBNET_UNSERVED } from "../dhcp/unserved.sql.ts";
import { partState } from "./state.define.ts";

export default partState({
  name: "output.subnet_state",
  gpk: "netstate",
  label: { de: "Stand eines Subnetzes", en: "State of a subnet" },
  plural: { de: "Stand der Subnetze", en: "States of subnets" },
  description: {
    de: "Seit wann ein DHCP-Server ein Subnetz so hat, wie es zuletzt geändert wurde",
    en: "Since when a DHCP server has a subnet as it was changed last",
  },
  of: { to: "nd.ip_subnet", as: "subnet_gfk" },
  unserved: SUBNET_UNSERVED,
});
