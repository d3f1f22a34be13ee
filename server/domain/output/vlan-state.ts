import { partState } from "./state.define.ts";

export default partState({
  name: "output.vlan_state",
  gpk: "vlanstate",
  label: { de: "VLAN-Stand", en: "VLAN state" },
  plural: { de: "VLAN-Stände", en: "VLAN states" },
  description: {
    de: "Seit wann ein RADIUS-Server ein VLAN so hat, wie es zuletzt geändert wurde",
    en: "Since when a RADIUS server has a VLAN as it was changed last",
  },
  of: { to: "nd.vlan", as: "vlan_gfk" },
});
