import { CLIENT_UNSERVED } from "../macauth/radius.sql.ts";
import { partState } from "./state.define.ts";

export default partState({
  name: "output.client_state",
  gpk: "clientstate",
  label: { de: "Stand eines MAC-Clients", en: "State of a MAC client" },
  plural: { de: "Stand der MAC-Clients", en: "States of MAC clients" },
  description: {
    de: "Seit wann ein RADIUS-Server einen MAC-Client so hat, wie er zuletzt geändert wurde",
    en: "Since when a RADIUS server has a MAC client as it was changed last",
  },
  of: { to: "macauth.client", as: "client_gfk" },
  unserved: CLIENT_UNSERVED,
  bcd: "bcd_name",
});
