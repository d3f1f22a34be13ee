import { partState } from "./state.define.ts";

export default partState({
  name: "output.pool_state",
  gpk: "poolstate",
  label: { de: "DHCP-Pool-Stand", en: "DHCP pool state" },
  plural: { de: "DHCP-Pool-Stände", en: "DHCP pool states" },
  description: {
    de: "Seit wann ein DHCP-Server einen Pool so hat, wie er zuletzt geändert wurde",
    en: "Since when a DHCP server has a pool as it was changed last",
  },
  of: { to: "dhcp.pool", as: "pool_gfk" },
});
