import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { nameState } from "../../services/delivery/attributes.ts";
import { readAs } from "../../services/delivery/state.define.ts";
import { statesOf } from "../../services/delivery/state.sql.ts";
import { NAME_OWNED } from "./fqdn.ts";
import { OLD_DELTAS } from "./publish.sql.ts";
import { HAS_UNSENT, ZONE_UNSERVED } from "./unserved.sql.ts";

export default defineDelivery({
  of: "dns.fqdn",
  service: { copied: ["value"], unserved: ZONE_UNSERVED },
  state: (of, unserved) => ({
    name: "output.name_state",
    gpk: "namestate",
    label: { de: "Namensstand", en: "Name state" },
    plural: { de: "Namensstände", en: "Name states" },
    description: {
      de: "Seit wann ein Nameserver einen Namen so beantwortet, wie er zuletzt geändert wurde",
      en: "Since when a name server answers a name as it was changed last",
    },
    attributes: {
      // No references, because the page of a server or of a zone would list every name.
      zone: { type: "fqdn", label: { de: "Zone", en: "Zone" } },
      fqdn: { ref: { to: of } },
      ...nameState(unserved),
    },
    key: ["zone", "fqdn", "server"],
    own: NAME_OWNED,
    read: readAs(of),
    sweep: OLD_DELTAS,
    source: {
      // The apex stands for its whole zone.
      sql: statesOf({
        table: of,
        object: "o.id as fqdn, o.scope",
        states: {
          id: "n.id",
          columns: "n.zone",
          from: `(
            select p.id, p.zone, p.zone as unit,
              case when p.name = p.zone then z.serial else p.serial end as serial,
              case when p.name = p.zone then null else p.at end as at
            from output.name p join output.zone z on z.name = p.zone
            where p.name = o.value) n`,
        },
        unserved,
        only: `(o.is_zone_apex or ${HAS_UNSENT})`,
        instead: "u.unit",
      }),
    },
  }),
});
