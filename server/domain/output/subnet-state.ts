import { SUBNET_UNSERVED } from "../dhcp/unserved.sql.ts";
import { partState } from "./state.define.ts";

export default partState({
  name: "output.subnet_state",
  gpk: "netstate",
  label: { de: "Subnetzstand", en: "Subnet state" },
  plural: { de: "Subnetzstände", en: "Subnet states" },
  description: {
    de: "Seit wann ein DHCP-Server ein Subnetz so hat, wie es zuletzt geändert wurde",
    en: "Since when a DHCP server has a subnet as it was changed last",
  },
  of: { to: "nd.ip_subnet", as: "subnet_gfk" },
  unserved: SUBNET_UNSERVED,
});
