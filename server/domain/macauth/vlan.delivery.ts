import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { changedIn, delivered } from "../../services/delivery/notes.sql.ts";
import { partState } from "../../services/delivery/state.define.ts";
import { lowestVlan } from "./radius.sql.ts";

/** The VLAN that every client of its BCD gets. It is delivered even if the BCD has no client yet. */
const VLAN = delivered(
  "vlan",
  `select n.id, 'clients' as unit, json_build_array(n.bcd, n.id_)::text as content
    from nd.vlan n
    where n.id = any({keys}::bigint[]) and n.id_ = (${lowestVlan("n.bcd")})`,
  {
    "nd.vlan": (rows) =>
      `select v.id::text
        from ${changedIn(rows, "bcd", "id_")} r join nd.vlan v on v.bcd = r.bcd
        union select r.id::text
        from ${rows} r`,
  },
);

export default defineDelivery({
  of: "nd.vlan",
  service: { ...VLAN.service, copied: ["id", "bcd"] },
  statements: VLAN.statements,
  state: partState({
    name: "output.vlan_state",
    gpk: "vlanstate",
    label: { de: "VLAN-Stand", en: "VLAN state" },
    plural: { de: "VLAN-Stände", en: "VLAN states" },
    description: {
      de: "Seit wann ein RADIUS-Server ein VLAN so hat, wie es zuletzt geändert wurde",
      en: "Since when a RADIUS server has a VLAN as it was changed last",
    },
    as: "vlan_gfk",
  }),
});
