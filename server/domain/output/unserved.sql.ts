import type { Unserved } from "../../catalogue/define-service.ts";
import { NETWORK, REVERSE_APEX, WILD_SERVER } from "./wanted.sql.ts";

export const ZONE_UNSERVED: readonly Unserved[] = [
  {
    reason: "no_name_server",
    by: "dns",
    unit: "o.value",
    text: {
      de: "Die Zone hat keinen Nameserver: Niemand bekommt sie. Legen Sie an ihrem Namen einen Eintrag NS an.",
      en: "The zone has no name server: nobody is given it. Create an NS record at its name.",
    },
    when: "o.is_zone_apex and not exists (select from dns.record n where n.fqdn = o.id and n.type = 'NS')",
    object: "o.value",
  },
];

/** SQL: a reverse zone that contains the address, found by its index. */
const REVERSE_ZONE = `select from dns.fqdn z where ${REVERSE_APEX("z")} and ${NETWORK("z")} >>= o.target_ipaddr`;

/** SQL: the zone of a record. */
const ZONE = "(select z.value from dns.fqdn z where z.id = o.zone)";

export const RECORD_UNSERVED: readonly Unserved[] = [
  {
    reason: "no_address",
    by: "dns",
    unit: ZONE,
    text: {
      de: "Der Nameserver liegt in einer Zone von hier und hat keine Adresse: Niemand erreicht ihn. Legen Sie an seinem Namen einen Eintrag A oder AAAA an.",
      en: "The name server is in a zone from here and has no address: nobody reaches it. Create an A or AAAA record at its name.",
    },
    when: `o.type = 'NS' and o.zone is not null and exists (select from dns.fqdn t where t.id = o.target_fqdn and t.zone is not null)
      and not exists (select from dns.record a where a.fqdn = o.target_fqdn and a.type in ('A', 'AAAA'))`,
    object: "o.name || ' NS ' || o.data",
  },
  {
    reason: "no_reverse_zone",
    by: "dns",
    unit: ZONE,
    text: {
      de: "Keine Rückwärtszone enthält die Adresse: Sie hat keinen Rückwärtsnamen. Legen Sie die Zone an oder nehmen Sie dem Eintrag den eindeutigen Rückwärtsnamen.",
      en: "No reverse zone contains the address: it has no reverse name. Create the zone, or take the unique reverse name from the record.",
    },
    when: `o.target_is_reverse_unique and o.zone is not null and o.name not like '*%' and not exists (${REVERSE_ZONE})`,
    object: "o.name || ' ' || o.type || ' ' || o.data",
  },
  {
    reason: "below_dname",
    by: "dns",
    unit: ZONE,
    text: {
      de: "Der Name liegt unter einem DNAME: Der Eintrag wird nicht ausgegeben. Löschen Sie ihn oder den Eintrag DNAME.",
      en: "The name is below a DNAME: the record is not served. Delete it or the DNAME record.",
    },
    when: `o.zone is not null and exists (select from dns.record d where d.type = 'DNAME')
      and exists (select from dns.record d where d.type = 'DNAME' and d.zone = o.zone and d.name = any((dns.names_above(o.name))[2:]))`,
    object: "o.name || ' ' || o.type",
  },
  {
    reason: "wildcard",
    by: "dns",
    unit: ZONE,
    text: {
      de: "Ein Platzhalter kann keinen Nameserver haben: Der Eintrag wird nicht ausgegeben. Löschen Sie ihn und legen Sie ihn an den Namen an, die es gibt.",
      en: "A wildcard cannot have a name server: the record is not served. Delete it and create it at the names that exist.",
    },
    when: `o.zone is not null and ${WILD_SERVER("o")}`,
    object: "o.name || ' ' || o.type",
  },
];
