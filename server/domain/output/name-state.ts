import { defineObjectType } from "../../catalogue/define.ts";
import { NAME_OWNED } from "../dns/fqdn.ts";
import { nameState } from "./delivery.attributes.ts";
import { readAs } from "./state.define.ts";
import { statesOf } from "./state.sql.ts";
import { HAS_UNSENT, ZONE_UNSERVED } from "./unserved.sql.ts";

export default defineObjectType({
  name: "output.name_state",
  gpk: "namestate",
  label: { de: "Namensstand", en: "Name state" },
  plural: { de: "Namensstände", en: "Name states" },
  description: {
    de: "Seit wann ein Nameserver einen Namen so beantwortet, wie er zuletzt geändert wurde",
    en: "Since when a name server answers a name as it was changed last",
  },
  attributes: {
    // No references: the page of a server or of a zone would list every name.
    zone: { type: "fqdn", label: { de: "Zone", en: "Zone" } },
    fqdn: { ref: { to: "dns.fqdn" } },
    ...nameState(ZONE_UNSERVED),
  },
  key: ["zone", "fqdn", "server"],
  own: NAME_OWNED,
  read: readAs("dns.fqdn"),
  source: {
    // The apex stands for its whole zone.
    sql: statesOf({
      table: "dns.fqdn",
      object: "o.id as fqdn, o.scope",
      states: {
        id: "n.id",
        columns: "n.zone",
        from: `(select p.id, p.zone, p.zone as unit, case when p.name = p.zone then z.serial else p.serial end as serial,
            case when p.name = p.zone then null else p.at end as at
          from output.name p join output.zone z on z.name = p.zone where p.name = o.value) n`,
      },
      unserved: ZONE_UNSERVED,
      only: `(o.is_zone_apex or ${HAS_UNSENT})`,
      instead: "u.unit",
    }),
  },
});
