import type { Unserved } from "../../catalogue/define-service.ts";
import { BELOW_ALIAS, WILD_SERVER } from "./wanted.sql.ts";

/** Zones that no name server can be given. */
export const UNSERVED_ZONES: readonly Unserved[] = [
  {
    reason: "no_name_server",
    by: "dns",
    text: {
      de: "Die Zone hat keinen Nameserver: Niemand bekommt sie. Legen Sie an ihrem Namen einen Eintrag NS an.",
      en: "The zone has no name server: nobody is given it. Create an NS record at its name.",
    },
    of: "dns.fqdn",
    sql: `select f.id, f.value as object from dns.fqdn f
      where f.is_zone_apex and not exists (select from dns.record n where n.fqdn = f.id and n.type = 'NS')`,
  },
];

/** Records that no name server answers as they were applied. */
export const UNSERVED_RECORDS: readonly Unserved[] = [
  {
    reason: "no_address",
    by: "dns",
    text: {
      de: "Der Nameserver liegt in einer Zone von hier und hat keine Adresse: Niemand erreicht ihn. Legen Sie an seinem Namen einen Eintrag A oder AAAA an.",
      en: "The name server is in a zone from here and has no address: nobody reaches it. Create an A or AAAA record at its name.",
    },
    of: "dns.record",
    sql: `select r.id, r.name || ' NS ' || r.data as object from dns.record r join dns.fqdn t on t.id = r.target_fqdn
      where r.type = 'NS' and r.zone is not null and t.zone is not null
        and not exists (select from dns.record a where a.fqdn = t.id and a.type in ('A', 'AAAA'))`,
  },
  {
    reason: "no_reverse_zone",
    by: "dns",
    text: {
      de: "Keine Rückwärtszone enthält die Adresse: Sie hat keinen Rückwärtsnamen. Legen Sie die Zone an oder nehmen Sie dem Eintrag den eindeutigen Rückwärtsnamen.",
      en: "No reverse zone contains the address: it has no reverse name. Create the zone, or take the unique reverse name from the record.",
    },
    of: "dns.record",
    sql: `select r.id, r.name || ' ' || r.type || ' ' || r.data as object from dns.record r
      where r.target_is_reverse_unique and r.zone is not null and r.name not like '*%'
        and not exists (select from output.reverse_zone z where r.target_ipaddr <<= z.network)`,
  },
  {
    reason: "below_dname",
    by: "dns",
    text: {
      de: "Der Name liegt unter einem DNAME: Der Eintrag wird nicht ausgegeben. Löschen Sie ihn oder den Eintrag DNAME.",
      en: "The name is below a DNAME: the record is not served. Delete it or the DNAME record.",
    },
    of: "dns.record",
    sql: `select r.id, r.name || ' ' || r.type as object from dns.record r where r.zone is not null and r.fqdn in (${BELOW_ALIAS})`,
  },
  {
    reason: "wildcard",
    by: "dns",
    text: {
      de: "Ein Platzhalter kann keinen Nameserver haben: Der Eintrag wird nicht ausgegeben. Löschen Sie ihn und legen Sie ihn an den Namen an, die es gibt.",
      en: "A wildcard cannot have a name server: the record is not served. Delete it, and create it at the names that exist.",
    },
    of: "dns.record",
    sql: `select r.id, r.name || ' ' || r.type as object from dns.record r where r.zone is not null and ${WILD_SERVER}`,
  },
];
