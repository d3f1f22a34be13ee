import { BCD_UNSERVED } from "../nd/bcd.delivered.ts";
import { partState } from "./state.define.ts";

export default partState({
  name: "output.bcd_state",
  gpk: "bcdstate",
  label: { de: "BCD-Stand", en: "BCD state" },
  plural: { de: "BCD-Stände", en: "BCD states" },
  description: {
    de: "Seit wann ein Server die Subnetze, Pools und das VLAN eines BCD so hat, wie sie zuletzt geändert wurden",
    en: "Since when a server has the subnets, pools and VLAN of a BCD as they were changed last",
  },
  of: { to: "nd.bcd", as: "bcd_gfk" },
  unserved: BCD_UNSERVED,
  bcd: "id",
});
