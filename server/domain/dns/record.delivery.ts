import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { nameState } from "../../services/delivery/attributes.ts";
import { readAs } from "../../services/delivery/state.define.ts";
import { statesOf } from "../../services/delivery/state.sql.ts";
import { JOURNAL_STATEMENTS } from "./journal.sql.ts";
import { DNS_ANSWERS, PUBLISH_STATEMENTS } from "./publish.sql.ts";
import { RECORD_RIGHTS } from "./record.ts";
import { NO_REVERSE_ZONE, RECORD_UNSERVED } from "./unserved.sql.ts";
import { WANTED_STATEMENTS } from "./wanted.sql.ts";

export default defineDelivery({
  of: "dns.record",
  service: { unserved: RECORD_UNSERVED, answers: DNS_ANSWERS },
  statements: [...WANTED_STATEMENTS, ...PUBLISH_STATEMENTS, ...JOURNAL_STATEMENTS],
  state: (of, unserved) => ({
    name: "output.record_state",
    gpk: "recordstate",
    label: { de: "DNS-Eintragsstand", en: "DNS record state" },
    plural: { de: "DNS-Eintragsstände", en: "DNS record states" },
    description: {
      de: "Seit wann ein Nameserver einen Eintrag und seinen Rückwärtsnamen so hat, wie er zuletzt geändert wurde",
      en: "Since when a name server has a record and its reverse name as it was changed last",
    },
    attributes: {
      record_gfk: { ref: { to: of, by: "gpk" } },
      // No references, because the page of a server or of a zone would list every record.
      zone: { type: "fqdn", label: { de: "Zone", en: "Zone" } },
      name: {
        type: "fqdn",
        label: { de: "Name", en: "Name" },
        help: {
          de: "Name des Eintrags oder Rückwärtsname seiner Adresse",
          en: "Name of the record, or reverse name of its address",
        },
      },
      ...nameState(unserved),
    },
    key: ["record_gfk", "zone", "name", "server"],
    own: RECORD_RIGHTS.own,
    read: readAs(of, RECORD_RIGHTS.read.ownOr),
    source: {
      // A record is also part of the zone above if that zone has to answer it. It also determines the reverse name of its address.
      sql: statesOf({
        table: of,
        object: "o.id as record_gfk, o.scope, o.bcd, o.target_ipaddr",
        states: {
          id: "n.id",
          columns: "n.zone, n.name",
          from: `(
            select o.id || case when p.type = o.type then '' else '.r' end as id, p.name, p.zone,
              p.zone as unit, p.serial, p.at
            from output.rr p
            where p.record = o.id
              and not exists (
                select
                from output.unsent u
                where (u.zone, u.name, u.type, u.rdata) = (p.zone, p.name, p.type, p.rdata))) n`,
        },
        unserved,
        instead: `u.unit, case u.reason when '${NO_REVERSE_ZONE}' then u.unit else o.name end`,
      }),
    },
  }),
});
