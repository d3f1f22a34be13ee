import { defineObjectType } from "../../catalogue/define.ts";
import { STATE } from "./delivery.attributes.ts";
import { stateOf } from "./state.sql.ts";

export default defineObjectType({
  name: "output.name_state",
  gpk: "namestate",
  label: { de: "Stand eines Namens", en: "State of a name" },
  plural: { de: "Stand der Namen", en: "States of names" },
  description: {
    de: "Seit wann ein Nameserver einen Namen so beantwortet, wie er zuletzt geändert wurde",
    en: "Since when a name server answers a name as it was changed last",
  },
  attributes: {
    // No references: the page of a server or of a zone would list every name.
    server: { type: "text_id", label: { de: "Dienstserver", en: "Service server" } },
    zone: { type: "fqdn", label: { de: "Zone", en: "Zone" } },
    fqdn: { ref: { to: "dns.fqdn" } },
    ...STATE,
  },
  key: ["server", "zone", "fqdn"],
  read: "all",
  source: {
    // The apex stands for its whole zone.
    sql: stateOf({
      id: "n.id",
      columns: "n.unit as zone, f.id as fqdn",
      from: `(select n.id, n.name, n.zone as unit, case when n.name = n.zone then z.serial else n.serial end as serial,
          case when n.name = n.zone then null else n.at end as at
        from output.name n join output.zone z on z.name = n.zone) n join dns.fqdn f on f.value = n.name`,
    }),
  },
});
