import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { changedIn, delivered } from "../../services/delivery/notes.sql.ts";
import { BCD_WITH_CLIENTS, lowestVlan } from "./radius.sql.ts";

/** The VLAN of MAC clients. Clients are delivered by their own type, because a BCD has thousands of them. */
const BCD = delivered(
  "bcd",
  `select b.id, 'clients' as unit, json_build_array(n.vlan)::text as content
    from nd.bcd b cross join lateral (${lowestVlan("b.id")}) n(vlan)
    where n.vlan is not null and b.id = any({keys}::bigint[])`,
  { "nd.vlan": (rows) => `select r.bcd::text from ${changedIn(rows, "bcd", "id_")} r` },
);

export default defineDelivery({
  of: "nd.bcd",
  service: { ...BCD.service, unserved: BCD_WITH_CLIENTS },
  statements: BCD.statements,
});
