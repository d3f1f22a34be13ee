import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { partState } from "../../services/delivery/state.define.ts";

export default defineDelivery({
  of: "nd.bcd",
  // Only the name, because the subjects of the servers describe what servers have of a BCD.
  service: { copied: ["name"] },
  state: partState({
    name: "output.bcd_state",
    gpk: "bcdstate",
    label: { de: "BCD-Stand", en: "BCD state" },
    plural: { de: "BCD-Stände", en: "BCD states" },
    description: {
      de: "Seit wann ein Server die Subnetze, Pools und das VLAN eines BCD so hat, wie sie zuletzt geändert wurden",
      en: "Since when a server has the subnets, pools and VLAN of a BCD as they were changed last",
    },
    as: "bcd_gfk",
    bcd: "id",
  }),
});
