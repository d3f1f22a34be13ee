import { CLIENT_UNSERVED } from "../macauth/radius.sql.ts";
import { partState } from "./state.define.ts";

export default partState({
  name: "output.client_state",
  gpk: "clientstate",
  label: { de: "MAC-Client-Stand", en: "MAC client state" },
  plural: { de: "MAC-Client-Stände", en: "MAC client states" },
  description: {
    de: "Seit wann ein RADIUS-Server einen MAC-Client so hat, wie er zuletzt geändert wurde",
    en: "Since when a RADIUS server has a MAC client as it was changed last",
  },
  of: { to: "macauth.client", as: "client_gfk" },
  unserved: CLIENT_UNSERVED,
  bcd: "bcd_name",
});
