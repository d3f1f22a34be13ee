import type { AnswersSpec } from "../../catalogue/define-service.ts";
import { FQDN_LENGTH } from "#contract/values/fqdn";
import { LOCKS } from "../../catalogue/locks.ts";
import { EXPECT, RAISE, SERIAL } from "./expected.sql.ts";

const RECORDS = (rows: string): string =>
  `coalesce((
      select jsonb_agg(jsonb_build_array(r.name, r.type, r.ttl, r.rdata))
      from ${rows} r
      where r.zone = u.name),
    '[]')`;

/** The columns of a published record. */
const RR = "zone, name, type, ttl, rdata";

/** SQL: a record `n` is a name server of its zone. A name server of a wildcard is not published, so it does not serve the zone. */
const IS_SERVER = `(n.type = 'NS' and n.name not like '*%' and length(n.data) <= ${String(FQDN_LENGTH)})`;

/** All names whose answers the keys in `touched` may change. Name servers of zones below may begin or cease to need glue in another zone. */
const NAMES_OF_TOUCHED = `zones as materialized (
    select distinct key as name, output.network_of(key) as network, dns.reversed_name(key) as rkey
    from touched
    where kind = 'zone'),
  names as materialized (
    select key as name
    from touched
    where kind = 'name'
    union select output.reverse_name(key::inet)
    from touched
    where kind = 'address'
    union select r.name
    from zones z join output.rr r on r.zone = z.name
    union select f.value
    from zones z join dns.fqdn f on f.rkey >= z.rkey and f.rkey < z.rkey || chr(1114111)
    union select n.data
    from zones z
      join dns.fqdn f on f.rkey >= z.rkey and f.rkey < z.rkey || chr(1114111)
      join dns.record n on n.fqdn = f.id and n.type = 'NS'
    union select output.reverse_name(r.target_ipaddr)
    from zones z
      join dns.record r on r.target_ipaddr
        between host(network(z.network))::inet and host(broadcast(z.network))::inet
    where r.target_is_reverse_unique)`;

/** The keys that are published now. */
const TOUCHED = `touched as materialized (
  delete from output.journal
  where kind in ('name', 'address', 'zone', 'server', 'transaction')
  returning kind, key, xid)`;

/** Wanted and published records of the names, and the difference. */
const DIFFERENCE = `want as materialized (
    select zone, name, type, ttl, rdata, min(record) as record
    from output.wanted(array(select name from names),
      array(select output.address_of(name) from names where name like '%.arpa.'))
    group by 1, 2, 3, 4, 5),
  have as materialized (
    select zone, name, type, ttl, rdata, record
    from output.rr
    where name = any(array(select name from names))),
  added as materialized (select ${RR} from want except select ${RR} from have),
  gone as materialized (select ${RR} from have except select ${RR} from want),
  changed as materialized (select zone, name from added union select zone, name from gone)`;

/** Published records that are removed. If the same record is created again, the servers change nothing, and its row only refers to the new record. */
const OLD_RECORDS = `passed_on as (
    update output.rr r
    set record = w.record
    from have h join want w using (${RR})
    where h.record is distinct from w.record
      and (h.zone, h.name, h.type, h.ttl, h.rdata) = (r.zone, r.name, r.type, r.ttl, r.rdata)),
  deleted as (
    delete from output.rr r
    using gone g
    where r.zone = g.zone and r.name = g.name and r.type = g.type and r.ttl = g.ttl and r.rdata = g.rdata)`;

/** Zones that no longer exist. */
const CLOSED_ZONES = `closed as (
    update output.zone o
    set apex = null, is_served = false, content = null
    from zones z
    where o.name = z.name
      and o.apex is not null
      and not exists (select from dns.fqdn f where f.value = z.name and f.is_zone_apex)
    returning o.name),
  forgotten as (delete from output.delta d using closed c where d.zone = c.name)`;

/** Zones that may have changed, with their present and their published state. */
const PRESENT_ZONES = `present as materialized (
  select f.id as apex, f.value as name, coalesce(f.zone_ttl_default, 3600)::int as ttl,
    (select min(n.data) from dns.record n where n.fqdn = f.id and ${IS_SERVER}) as mname, o.apex as old_apex,
    o.serial as before, o.mname as old_mname, o.ttl as old_ttl, coalesce(o.is_served, false) as was_served
  from (select zone from added union select zone from gone union select name from names) c(name)
    join dns.fqdn f on f.value = c.name and f.is_zone_apex
    left join output.zone o on o.name = f.value)`;

/** New versions of the zones that changed. */
const NEW_VERSIONS = `told as (
  insert into output.zone as o (name, apex, serial, mname, ttl, is_served)
  select p.name, p.apex, greatest(coalesce(p.before, 0) + 1, ${SERIAL}), p.mname, p.ttl,
    p.mname is not null or p.was_served
  from present p
  where p.old_apex is distinct from p.apex
    or (p.mname, p.ttl) is distinct from (p.old_mname, p.old_ttl)
    or p.name in (select zone from added union all select zone from gone)
  on conflict (name) do update set apex = excluded.apex, serial = excluded.serial, mname = excluded.mname,
    ttl = excluded.ttl, is_served = excluded.is_served
  returning o.name, o.serial)`;

/** New published records, and the version with the last change of each name. */
const NEW_RECORDS = `inserted as (
    insert into output.rr (${RR}, record, serial)
    select a.*, w.record, u.serial
    from added a
      join want w on (w.zone, w.name, w.type, w.ttl, w.rdata) = (a.zone, a.name, a.type, a.ttl, a.rdata)
      join told u on u.name = a.zone),
  dated as (
    insert into output.name (zone, name, serial)
    select c.zone, c.name, u.serial
    from changed c join told u on u.name = c.zone
    on conflict (name, zone) do update set serial = excluded.serial, at = excluded.at)`;

/** Versions with changes of transactions: those of the zones whose names a transaction affects. */
const TRACES = `whose as (
    select t.xid, c.zone
    from touched t join changed c on c.name = t.key
    where t.kind = 'name'
    union select t.xid, c.zone
    from touched t join changed c on c.name = output.reverse_name(t.key::inet)
    where t.kind = 'address'
    union select t.xid, u.name
    from touched t join told u on t.key = u.name or right(t.key, length(u.name) + 1) = '.' || u.name
    where t.kind = 'zone'),
  traced as (
    insert into output.transaction_unit (transaction, unit, serial)
    select distinct t.key::bigint, u.name, u.serial
    from touched t join whose w on w.xid = t.xid join told u on u.name = w.zone
    where t.kind = 'transaction'
    on conflict do nothing)`;

/** The step from the version before. A zone that is new has no such step. */
const STEPS = `insert into output.delta (zone, serial, before, old_mname, old_ttl, mname, ttl, del, add)
  select u.name, u.serial, p.before, p.old_mname, p.old_ttl, p.mname, p.ttl, ${RECORDS("gone")},
    ${RECORDS("added")}
  from told u join present p on p.name = u.name
  where p.old_apex = p.apex`;

const PARTS = [
  TOUCHED,
  NAMES_OF_TOUCHED,
  DIFFERENCE,
  OLD_RECORDS,
  CLOSED_ZONES,
  PRESENT_ZONES,
  NEW_VERSIONS,
  NEW_RECORDS,
  TRACES,
];

/**
 * Publishes the difference between wanted and published records of all affected names. One statement reads both, so both belong to one snapshot. An
 * affected name without a difference changes nothing.
 */
const PUBLISH = `with ${PARTS.join(",\n  ")}
  ${STEPS}`;

const DUE = `dns.record r cross join output.clock c
  where r.ttl_reset_date > c.ttl_until and r.ttl_reset_date <= now()`;

export const PUBLISH_STATEMENTS: readonly string[] = [
  // Tables about the data that name servers were given. Everything except the serials can be computed again from the views. A deleted zone keeps its
  // serial, so that no serial stands for two contents. \`mname\` is the first name server; null if there is none.
  `create table if not exists output.zone (
    name text collate "C" primary key, apex bigint, serial bigint not null, mname text collate "C",
    ttl int not null, is_served boolean not null, content text collate "C")`,
  `create table if not exists output.rr (
    zone text collate "C" not null, name text collate "C" not null, type text collate "C" not null,
    ttl int not null, rdata text collate "C" not null)`,
  // The record that a row comes from, and the version of the zone that first had it. Rows that are older than these columns get the present version.
  `do $$
  begin
    if not exists (
      select
      from pg_attribute
      where attrelid = 'output.rr'::regclass and attname = 'serial') then
      alter table output.rr add column record bigint, add column serial bigint,
        add column at timestamptz default clock_timestamp();
      update output.rr r set serial = z.serial from output.zone z where z.name = r.zone;
      update output.rr r
        set record = w.record
        from (
          select zone, name, type, rdata, record
          from output.wanted_named
          union all select zone, name, type, rdata, record
          from output.wanted_reverse) w
        where (w.zone, w.name, w.type, w.rdata) = (r.zone, r.name, r.type, r.rdata);
      alter table output.rr alter column serial set not null;
    end if;
  end $$`,
  "create index if not exists rr_record_idx on output.rr (record)",
  "create index if not exists rr_zone_idx on output.rr (zone, name)",
  "create index if not exists rr_name_idx on output.rr (name)",
  `create table if not exists output.delta (
    zone text collate "C" not null, serial bigint not null, before bigint not null,
    old_mname text collate "C", old_ttl int not null, mname text collate "C", ttl int not null,
    del jsonb not null, add jsonb not null, at timestamptz not null default clock_timestamp(),
    primary key (zone, serial))`,
  "create index if not exists delta_at_idx on output.delta (at)",
  `create table if not exists output.clock (
    one boolean primary key default true check (one), ttl_until timestamptz not null default now())`,
  "insert into output.clock default values on conflict do nothing",
  // The identity of this database. It differs in a database that was made from a backup of this one.
  `alter table output.clock add column if not exists of_database text,
    add column if not exists restored timestamptz`,
  // When the serial was last raised above that of a server. It prevents a server that makes its own serials from raising the serial repeatedly.
  "alter table output.zone add column if not exists raised timestamptz",
  // Published records that are omitted from transfers, because name servers would refuse the zone with them. \`proven\`: all older records were
  // checked.
  `create table if not exists output.unsent (
    zone text collate "C" not null, name text collate "C" not null, type text collate "C" not null,
    rdata text collate "C" not null)`,
  "create unique index if not exists unsent_idx on output.unsent (zone, name, type, md5(rdata))",
  "create index if not exists rr_at_idx on output.rr (at)",
  `alter table output.clock add column if not exists proven timestamptz not null default '-infinity',
    add column if not exists proof int not null default 0`,
  // Answers true if changes were waiting. Publishers take turns, and one that waited publishes changes that came meanwhile.
  `create or replace function output.publish_dns() returns boolean language plpgsql as $body$
  begin
    if not exists (
      select
      from output.journal
      where kind in ('name', 'address', 'zone', 'server', 'transaction', 'ahead'))
      and not exists (select from ${DUE}) then
      return false;
    end if;
    perform pg_advisory_xact_lock(${LOCKS.publishing});
    -- A TTL that ends is a change without a writer.
      insert into output.journal (kind, key)
      select distinct 'name', r.name
      from ${DUE} and output.serves_dns();
    update output.clock set ttl_until = now();
    ${RAISE};
    ${PUBLISH};
    ${EXPECT};
    return true;
  end $body$`,
];

/** Answers for names of zones that have a name server. If a zone loses all its name servers, all its answers are read. */
export const DNS_ANSWERS: AnswersSpec = {
  service: { name: "dns", label: { de: "DNS, Zone", en: "DNS, zone" } },
  keys: `with asked as materialized (select distinct kind, key from output.asked),
    touched as materialized (
      select kind, key
      from asked
      where kind in ('name', 'address', 'zone')
      union select 'zone', f.value
      from (select distinct split_part(key, ' ', 1) as name from asked where kind = 'servers') s
        join dns.fqdn f on f.value = s.name and f.is_zone_apex
      where not exists (
        select
        from dns.record n
        where n.fqdn = f.id
          and ${IS_SERVER}
          and not exists (select from asked a where a.kind = 'servers' and a.key = n.name || ' ' || n.data))),
    ${NAMES_OF_TOUCHED}
    select name as key
    from names`,
  rows: `select w.zone as place, w.name, w.type, w.ttl, w.rdata as data, null::text as mark, w.record as id,
    null::bigint as through
    from output.wanted({keys}, array(select output.address_of(n) from unnest({keys}) n where n like '%.arpa.')) w
    where exists (
      select
      from dns.fqdn z join dns.record n on n.fqdn = z.id and ${IS_SERVER}
      where z.value = w.zone and z.is_zone_apex)`,
};

/** Deletes steps between versions that no name server needs any more. Servers with older versions transfer the whole zone. */
export const OLD_DELTAS = `delete from output.delta
  where (zone, serial) in (
    select zone, serial
    from output.delta
    where at < now() - interval '7 days'
    limit 1000
    for update skip locked)`;
