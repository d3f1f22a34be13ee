import { ASSIGNMENT_UNSERVED } from "../dhcp/unserved.sql.ts";
import { partState } from "./state.define.ts";

export default partState({
  name: "output.assignment_state",
  gpk: "assignstate",
  label: { de: "Zuweisungsstand", en: "Static assignment state" },
  plural: { de: "Zuweisungsstände", en: "Static assignment states" },
  description: {
    de: "Seit wann ein DHCP-Server eine feste Zuweisung so hat, wie sie zuletzt geändert wurde",
    en: "Since when a DHCP server has a static assignment as it was changed last",
  },
  of: { to: "dhcp.static_assignment", as: "assignment_gfk" },
  unserved: ASSIGNMENT_UNSERVED,
});
