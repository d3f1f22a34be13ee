import { partState } from "./state.define.ts";

export default partState({
  name: "output.pool_state",
  gpk: "poolstate",
  label: { de: "Stand eines DHCP-Pools", en: "State of a DHCP pool" },
  plural: { de: "Stand der DHCP-Pools", en: "States of DHCP pools" },
  description: {
    de: "Seit wann ein DHCP-Server einen Pool so hat, wie er zuletzt geändert wurde",
    en: "Since when a DHCP server has a pool as it was changed last",
  },
  of: { to: "dhcp.pool", as: "pool_gfk" },
});
