import { GENERIC_TYPE } from "#contract/values/generic-types";
import type { RecordType } from "#contract/record-type";
import { RECORD_TYPES } from "#contract/records/index";
import { placeOfTarget } from "#contract/values/record-data";
import { addressVersion, recordExample } from "#contract/values/record-types";
import { type ConstraintSpec, rule } from "../../catalogue/define.ts";
import { LOCKS } from "../../catalogue/locks.ts";
import { subnetOf } from "../nd/ip-subnet.sql.ts";

const ADDRESSES = quoted(RECORD_TYPES.filter(({ name }) => addressVersion(name) !== null));

function quoted(types: readonly RecordType[]): string {
  return types.map(({ name }) => `'${name}'`).join(", ");
}

/** SQL: the name to which data of the type point; null for types without a target. */
function targetIn(type: RecordType): string | null {
  const at = placeOfTarget(type);
  if (at < 0) return null;
  const isLast = at === Object.keys(type.fields).length - 1;
  const name = isLast ? "substring(new.data from '[^ ]*$')" : `split_part(new.data, ' ', ${String(at + 1)})`;
  return type.target?.isOptional ? `nullif(${name}, '.')` : name;
}

/** SQL: the name to which data point. */
const TARGET = `case${[...Map.groupBy(RECORD_TYPES, targetIn)]
  .map(([target, types]) => (target === null ? "" : ` when new.type in (${quoted(types)}) then ${target}`))
  .join("")} end`;

/** Types with only a number follow the types with a name. */
const BEHIND_NAMED = 1000;

const GENERIC_EXAMPLE = recordExample("TYPE65280") ?? "";

/** A type by its number begins with its first record. */
const ADD_TYPE = `if new.type ~ '${GENERIC_TYPE}'
  and not exists (select from dns.record_type t where t.id = new.type) then
  insert into dns.record_type (id, name, target_kind, is_singleton, data_format, position)
    values (new.type, new.type, 'text', false, '${GENERIC_EXAMPLE}',
      ${String(BEHIND_NAMED)} + substring(new.type from 5)::int)
    on conflict do nothing;
end if`;

/**
 * SQL that maintains the copied columns of records, for every writer: name, zone and scope from the name, target and BCD from the data. Every
 * statement can run again.
 */
export const RECORD_STATEMENTS: readonly string[] = [
  `create or replace function dns.bcd_of(address inet) returns bigint language sql stable as $body$
    ${subnetOf("address", "s.bcd")}
  $body$`,
  // Writers that move networks and writers that place records in them wait for each other.
  `create or replace function dns.lock_subnets() returns void language sql as $body$
    select pg_advisory_xact_lock(${LOCKS.subnets}, 0)
  $body$`,
  `create or replace function dns.share_subnets() returns void language sql as $body$
    select pg_advisory_xact_lock_shared(${LOCKS.subnets}, 0)
  $body$`,
  `create or replace function dns.record_place() returns trigger language plpgsql as $body$
declare
  name text;
begin
  -- What is copied here stays as it is until the row is there for all. A statement for each lock would take longer than the lock.
  new.is_alone := case when pg_advisory_xact_lock_shared(${LOCKS.names}, 0) is not null and pg_advisory_xact_lock_shared(${LOCKS.subnets}, 0) is not null
    then (new.type = 'CNAME')::int end;
  ${ADD_TYPE};
  select f.value, f.zone, f.scope into new.name, new.zone, new.scope from dns.fqdn f where f.id = new.fqdn;
  new.target_ipaddr := null;
  new.target_fqdn := null;
  new.target_data_unref := null;
  new.bcd := null;
  name := ${TARGET};
  if new.type in (${ADDRESSES}) then
    new.target_ipaddr := new.data::inet;
    new.target_is_reverse_unique := coalesce(new.target_is_reverse_unique, true);
    ${subnetOf("new.target_ipaddr", "s.bcd into new.bcd")};
  elsif name is not null then
    select f.id into new.target_fqdn from dns.fqdn f where f.value = name;
    if new.target_fqdn is null then
      raise exception using errcode = 'foreign_key_violation', message = 'a record points to a name that does not exist',
        schema = 'dns', table = 'record', constraint = 'dns_record_target_fqdn_fkey';
    end if;
  else
    new.target_data_unref := new.data;
  end if;
  new.target_is_reverse_unique := coalesce(new.target_is_reverse_unique, false);
  return new;
end $body$`,
  `create or replace trigger record_place before insert or update of fqdn, type, data, name, target_ipaddr,
    target_fqdn, target_data_unref
    on dns.record
    for each row execute function dns.record_place()`,
  // Addresses of a changed network may afterwards belong to another BCD. Comparisons with the bounds of host addresses use the index; `<<=` on a
  // column would not.
  `create or replace function dns.subnet_records(networks cidr[]) returns void language sql as $body$
    update dns.record r
    set bcd = dns.bcd_of(r.target_ipaddr)
    from (select distinct n from unnest(networks) n) c(n)
    where r.target_ipaddr between host(network(c.n))::inet and host(broadcast(c.n))::inet
      and r.bcd is distinct from dns.bcd_of(r.target_ipaddr)
  $body$`,
  ...subnetTrigger("made", "insert", "new"),
  ...subnetTrigger("gone", "delete", "old"),
  `create or replace function dns.subnet_changed() returns trigger language plpgsql as $body$
  declare
    moved cidr[];
  begin
    moved := array(
      select cidr
      from (select id, cidr, bcd from old_rows except select id, cidr, bcd from new_rows) was
      union select cidr
      from (select id, cidr, bcd from new_rows except select id, cidr, bcd from old_rows) now);
    if cardinality(moved) > 0 then
      perform dns.lock_subnets();
      perform dns.subnet_records(moved);
    end if;
    return null;
  end $body$`,
  `create or replace trigger subnet_changed after update on nd.ip_subnet
    referencing old table as old_rows new table as new_rows
    for each statement execute function dns.subnet_changed()`,
];

function subnetTrigger(name: string, event: "insert" | "delete", side: "new" | "old"): readonly string[] {
  return [
    `create or replace function dns.subnet_${name}() returns trigger language plpgsql as $body$
    begin
      perform dns.lock_subnets();
      perform dns.subnet_records(array(select cidr from ${side}_rows));
      return null;
    end $body$`,
    `create or replace trigger subnet_${name} after ${event} on nd.ip_subnet
      referencing ${side} table as ${side}_rows
      for each statement execute function dns.subnet_${name}()`,
  ];
}

/** Rules for every writer: canonical data in the data column, one reverse name for an address, and an alias as the only record of its name. */
export const RECORD_CONSTRAINTS: Readonly<Record<string, ConstraintSpec>> = {
  data: rule(
    "data_fits_type",
    ["type", "data"],
    `check (case when type in (${ADDRESSES})
      then coalesce(host(target_ipaddr) = data
          and family(target_ipaddr) = case type when 'A' then 4 else 6 end,
        false)
      else target_ipaddr is null and (data is null) = (type = 'REF-FQDN')
    end)`,
    {
      de: "Die Daten müssen die Form des Eintragstyps haben.",
      en: "The data must have the form of the record type.",
    },
  ),
  reverse_type: rule(
    "reverse_unique_is_for_addresses",
    ["type", "target_is_reverse_unique"],
    `check (not target_is_reverse_unique or type in (${ADDRESSES}))`,
  ),
  reverse: {
    sql: "exclude using btree (target_ipaddr with =) where (target_is_reverse_unique)",
    fault: {
      kind: "unique",
      attributes: ["target_ipaddr", "target_is_reverse_unique"],
      where: { target_is_reverse_unique: true },
    },
  },
  one_cname: {
    sql: "exclude using btree (fqdn with =) where (type = 'CNAME')",
    fault: { kind: "unique", attributes: ["fqdn", "type"] },
  },
  alone: rule("cname_stands_alone", ["fqdn", "type"], "exclude using gist (fqdn with =, is_alone with <>)", {
    de: "Neben einem CNAME darf der Name keine anderen Einträge haben.",
    en: "Beside a CNAME the name must have no other records.",
  }),
};

/** SQL: the name whose addresses determine the BCD of a record without an address. */
export const PLACE = (record: string): string =>
  `case when ${record}.type = 'CNAME' then ${record}.target_fqdn else ${record}.fqdn end`;

/** SQL over a record: it belongs to some BCD. It is looked up for each record, because the set of all names with an address in a BCD is large. */
export const IN_ANY_BCD = `(t.bcd is not null
  or t.target_ipaddr is null
    and (select true from dns.record a where a.fqdn = ${PLACE("t")} and a.bcd is not null limit 1) is true)`;

/** Ids of the records in these BCDs, found through the records with an address there. */
export const IDS_IN_BCDS = (bcds: string): string =>
  `with there as materialized (select a.id, a.fqdn from dns.record a where a.bcd in (${bcds})),
    names as materialized (select distinct fqdn from there)
    select id
    from there
    union all select r.id
    from names join dns.record r on r.fqdn = names.fqdn
    where r.target_ipaddr is null and r.type <> 'CNAME'
    union all select r.id
    from names join dns.record r on r.target_fqdn = names.fqdn
    where r.type = 'CNAME'`;

/** After its reset date a set has the TTL of the zone again (wire contract 7.6). */
export const UNTIL_RESET = (column: string): string =>
  `case when (t.ttl_reset_date > now()) is not false then ${column} end`;

/** SQL over a record `t`: its name is the target of a record NS, or a member of a set of name servers. */
export const NAMES_A_SERVER = `t.fqdn in (
  select n.target_fqdn
  from dns.record n
  where n.type = 'NS' and n.target_fqdn is not null
  union select m.ns_fqdn
  from dnscfg.ns_set_member m)`;
