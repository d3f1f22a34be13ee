import { APEX_LENGTH } from "#contract/values/fqdn";
import type { Unserved } from "../../catalogue/define-service.ts";
import { NETWORK, REVERSE_APEX, WILD_SERVER } from "./wanted.sql.ts";

const OF_ZONE = { by: "dns", unit: "o.value", told: { as: "o.value", by: "o.value" } } as const;

/** SQL: published records `r` that are omitted from transfers. */
export const UNSENT_OF = (condition: string): string =>
  `select
    from output.unsent u
      join output.rr r on (r.zone, r.name, r.type, r.rdata) = (u.zone, u.name, u.type, u.rdata)
    where ${condition}`;

/** SQL: a name with an omitted record. */
export const HAS_UNSENT = "exists (select from output.unsent u where u.name = o.value)";

export const ZONE_UNSERVED: readonly Unserved[] = [
  {
    ...OF_ZONE,
    reason: "long_apex",
    text: {
      de: "Der Name der Zone ist zu lang für ihren SOA-Eintrag: Niemand bekommt sie. Nehmen Sie ihr die Zonenspitze, und legen Sie sie unter einem kürzeren Namen an.",
      en: "The name of the zone is too long for its SOA record: nobody is given it. Take the zone apex from it, and create it under a shorter name.",
    },
    when: `o.is_zone_apex and length(o.value) > ${String(APEX_LENGTH)}`,
  },
  {
    by: "dns",
    reason: "left_out",
    unit: "coalesce((select z.value from dns.fqdn z where z.id = o.zone), o.value)",
    text: {
      de: "Einträge des Namens oder der Zone fehlen in dem, was ausgeliefert wird, weil Nameserver mit ihnen die ganze Zone ablehnten. Der Stand dieser Einträge nennt sie; ändern oder löschen Sie sie.",
      en: "Records of the name or the zone are missing in what is delivered, because name servers would refuse the whole zone with them. The state of these records names them; change or delete them.",
    },
    when: `exists (${UNSENT_OF("u.name = o.value or u.zone = o.value")})`,
  },
  {
    ...OF_ZONE,
    reason: "no_name_server",
    text: {
      de: "Die Zone hat keinen Nameserver: Niemand bekommt sie. Legen Sie an ihrem Namen einen Eintrag NS an.",
      en: "The zone has no name server: nobody is given it. Create an NS record at its name.",
    },
    when: "o.is_zone_apex and not exists (select from dns.record n where n.fqdn = o.id and n.type = 'NS')",
  },
  {
    ...OF_ZONE,
    reason: "no_server",
    text: {
      de: "Kein eingeschalteter Nameserver hat die Zone: Niemand bekommt sie. Nehmen Sie sie in die Zonen eines Dienstservers auf oder geben Sie ihm alle Zonen.",
      en: "No enabled name server has the zone: nobody is given it. Add it to the zones of a service server, or give that server all zones.",
    },
    when: `o.is_zone_apex
      and (
        select bool_or(s.has_all_zones
          or exists (
            select
            from output.server_zone_list l
            where l.row_id = s.id and l.target_id = o.id)) is false
        from output.server s
        where s.kind = 'dns' and s.is_enabled)`,
  },
];

/** SQL: a reverse zone that may have the reverse name of the address, found by its index. */
const REVERSE_ZONE = `select
  from dns.fqdn z
  where ${REVERSE_APEX("z")} and ${NETWORK("z")} >>= o.target_ipaddr`;

/** This reason concerns the reverse name of an address, not the name of the record. */
export const NO_REVERSE_ZONE = "no_reverse_zone";

const AS_RECORD = "concat_ws(' ', o.name, o.type, o.data)";

/** Members of reasons that concern the zone of a record. */
const OF_RECORD = {
  by: "dns",
  unit: "(select z.value from dns.fqdn z where z.id = o.zone)",
  told: { as: AS_RECORD, by: "o.name, o.type, o.data" },
} as const;

export const RECORD_UNSERVED: readonly Unserved[] = [
  {
    ...OF_RECORD,
    reason: "left_out",
    text: {
      de: "Nameserver lehnten mit diesem Eintrag die ganze Zone ab: Er wird ausgelassen, der Rest der Zone ausgeliefert. Ändern Sie seine Daten, oder löschen Sie ihn.",
      en: "Name servers would refuse the whole zone with this record: it is left out, and the rest of the zone is delivered. Change its data, or delete it.",
    },
    when: `exists (
      select
      from output.rr r
        join output.unsent u on (u.zone, u.name, u.type, u.rdata) = (r.zone, r.name, r.type, r.rdata)
      where r.record = o.id)`,
  },
  {
    ...OF_RECORD,
    reason: "no_address",
    text: {
      de: "Der Nameserver liegt in einer Zone von hier und hat keine Adresse: Niemand erreicht ihn. Legen Sie an seinem Namen einen Eintrag A oder AAAA an.",
      en: "The name server is in a zone from here and has no address: nobody reaches it. Create an A or AAAA record at its name.",
    },
    when: `o.type = 'NS'
      and o.zone is not null
      and exists (select from dns.fqdn t where t.id = o.target_fqdn and t.zone is not null)
      and not exists (select from dns.record a where a.fqdn = o.target_fqdn and a.type in ('A', 'AAAA'))`,
  },
  {
    reason: NO_REVERSE_ZONE,
    by: "dns",
    unit: "output.reverse_name(o.target_ipaddr)",
    text: {
      de: "Keine Rückwärtszone enthält die Adresse: Sie hat keinen Rückwärtsnamen. Legen Sie die Zone an oder nehmen Sie dem Eintrag den eindeutigen Rückwärtsnamen.",
      en: "No reverse zone contains the address: it has no reverse name. Create the zone, or take the unique reverse name from the record.",
    },
    when: `o.target_is_reverse_unique
      and o.zone is not null
      and o.name not like '*%'
      and not exists (${REVERSE_ZONE})`,
    told: { as: AS_RECORD, by: "o.target_ipaddr, o.name" },
  },
  {
    ...OF_RECORD,
    reason: "below_dname",
    text: {
      de: "Der Name liegt unter einem DNAME: Der Eintrag wird nicht ausgegeben. Löschen Sie ihn oder den Eintrag DNAME.",
      en: "The name is below a DNAME: the record is not served. Delete it or the DNAME record.",
    },
    when: `o.zone is not null
      and exists (select from dns.record d where d.type = 'DNAME')
      and exists (
        select
        from dns.record d
        where d.type = 'DNAME' and d.zone = o.zone and d.name = any((dns.names_above(o.name))[2:]))`,
  },
  {
    ...OF_RECORD,
    reason: "wildcard",
    text: {
      de: "Ein Platzhalter kann keinen Nameserver haben: Der Eintrag wird nicht ausgegeben. Löschen Sie ihn und legen Sie ihn an den Namen an, die es gibt.",
      en: "A wildcard cannot have a name server: the record is not served. Delete it and create it at the names that exist.",
    },
    when: `o.zone is not null and ${WILD_SERVER("o")}`,
  },
];
