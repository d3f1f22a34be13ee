import { defineObjectType } from "../../catalogue/define.ts";
import { RECORD_RIGHTS } from "../dns/record.ts";
import { STATE } from "./delivery.attributes.ts";
import { stateOf } from "./state.sql.ts";

export default defineObjectType({
  name: "output.record_state",
  gpk: "recordstate",
  label: { de: "Stand eines DNS-Eintrags", en: "State of a DNS record" },
  plural: { de: "Stand der DNS-Einträge", en: "States of DNS records" },
  description: {
    de: "Seit wann ein Nameserver einen Eintrag und seinen Rückwärtsnamen so hat, wie er zuletzt geändert wurde",
    en: "Since when a name server has a record and its reverse name as it was changed last",
  },
  attributes: {
    record_gfk: { ref: { to: "dns.record", by: "gpk" } },
    // No references: the page of a server or of a zone would list every record.
    server: { type: "text_id", label: { de: "Dienstserver", en: "Service server" } },
    zone: { type: "fqdn", label: { de: "Zone", en: "Zone" } },
    name: {
      type: "fqdn",
      label: { de: "Name", en: "Name" },
      help: {
        de: "Name des Eintrags oder Rückwärtsname seiner Adresse",
        en: "Name of the record, or reverse name of its address",
      },
    },
    ...STATE,
  },
  key: ["record_gfk", "server", "zone", "name"],
  ...RECORD_RIGHTS,
  source: {
    // A record stands in the zone above too where that has to answer it, and brings the reverse name of its address.
    sql: stateOf({
      id: "n.id",
      columns: "n.zone, n.name, n.record as record_gfk, n.scope, n.bcd, n.target_ipaddr",
      from: `(select r.id || case when p.type = r.type then '' else '.r' end as id, r.id as record, r.scope, r.bcd, r.target_ipaddr,
          p.name, p.zone, p.zone as unit, p.serial, p.at from output.rr p join dns.record r on r.id = p.record) n`,
    }),
  },
});
