import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "dnscfg.ns_set_member",
  gpk: "nsmember",
  label: { de: "Nameserver-Gruppenmitglied", en: "Name server set member" },
  plural: { de: "Nameserver-Gruppenmitglieder", en: "Name server set members" },
  description: { de: "Zuordnung eines Nameservers zu einer Gruppe", en: "Link of a name server to a set" },
  attributes: {
    ns_set_name: { createOnly: true, ref: { to: "dnscfg.ns_set" } },
    ns_fqdn: { label: { de: "Nameserver", en: "Name server" }, createOnly: true, ref: { to: "dns.fqdn" } },
    ns_is_primary: { type: "boolean", label: { de: "Primär", en: "Primary" }, default: false },
    ns_is_master: { type: "boolean", label: { de: "Master", en: "Master" }, default: false },
    ns_is_native: {
      type: "boolean",
      label: { de: "Eigener", en: "Native" },
      help: { de: "Wird von diesem Rechenzentrum betrieben", en: "Is run by this computing centre" },
      default: false,
    },
    ns_is_registered: {
      type: "boolean",
      label: { de: "Registriert", en: "Registered" },
      help: { de: "Steht in der Zone darüber", en: "Stands in the zone above" },
      default: false,
    },
  },
  key: ["ns_set_name", "ns_fqdn"],
  read: "all",
  vanishesWith: "ns_set_name",
  storage: {
    columns: { is_exclusive: "boolean not null default false" },
    constraints: {
      exclusive: {
        sql: "exclude using btree (ns_fqdn with =) where (is_exclusive)",
        fault: { kind: "unique", attributes: ["ns_fqdn"] },
      },
    },
    // Set and members stay consistent for every writer, because adding a member locks the set.
    statements: [
      `create or replace function dnscfg.member_exclusive() returns trigger language plpgsql as $body$
      begin
        select s.members_are_exclusive into new.is_exclusive
          from dnscfg.ns_set s
          where s.id = new.ns_set_name
          for share;
        new.is_exclusive := coalesce(new.is_exclusive, false);
        return new;
      end $body$`,
      `create or replace trigger member_exclusive before insert or update on dnscfg.ns_set_member
        for each row execute function dnscfg.member_exclusive()`,
      `create or replace function dnscfg.set_exclusive() returns trigger language plpgsql as $body$
      begin
        update dnscfg.ns_set_member set is_exclusive = new.members_are_exclusive where ns_set_name = new.id;
        return null;
      end $body$`,
      `create or replace trigger set_exclusive after update of members_are_exclusive on dnscfg.ns_set
        for each row when (old.members_are_exclusive <> new.members_are_exclusive)
        execute function dnscfg.set_exclusive()`,
    ],
  },
});
