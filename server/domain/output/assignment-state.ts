import { ASSIGNMENT_UNSERVED } from "../dhcp/unserved.sql.ts";
import { partState } from "./state.define.ts";

export default partState({
  name: "output.assignment_state",
  gpk: "assignstate",
  label: { de: "Stand einer festen Zuweisung", en: "State of a static assignment" },
  plural: { de: "Stand der festen Zuweisungen", en: "States of static assignments" },
  description: {
    de: "Seit wann ein DHCP-Server eine feste Zuweisung so hat, wie sie zuletzt geändert wurde",
    en: "Since when a DHCP server has a static assignment as it was changed last",
  },
  of: { to: "dhcp.static_assignment", as: "assignment_gfk" },
  unserved: ASSIGNMENT_UNSERVED,
});
