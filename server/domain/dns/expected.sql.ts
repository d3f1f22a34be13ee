import { CATALOG_ZONE } from "#contract/values/catalog-zone";

/** SQL: the least serial of a version that is made now. */
export const SERIAL = "extract(epoch from clock_timestamp())::bigint";

/** Zones of each name server. */
const ZONES_OF_SERVERS = `zones as materialized (
  select s.id as server, s.has_catalog, z.name, z.apex, z.serial
  from output.server s join output.zone z on z.is_served and z.apex is not null
  where s.kind = 'dns'
    and s.is_enabled
    and (s.has_all_zones
      or exists (select from output.server_zone_list l where l.row_id = s.id and l.target_id = z.apex)))`;

const HAS_CATALOG = `exists (select from output.zone where name = '${CATALOG_ZONE}')`;

/** The serial of the catalog zone grows when the zones of any server change. */
const CATALOG = `catalog as (
  insert into output.zone as o (name, serial, ttl, is_served, content)
  select '${CATALOG_ZONE}', ${SERIAL}, 3600, true,
    md5(coalesce(string_agg(concat_ws(' ', server, name, apex), ',' order by server, name), ''))
  from zones
  where has_catalog
  having count(*) > 0 or ${HAS_CATALOG}
  on conflict (name) do update set serial = greatest(o.serial + 1, excluded.serial),
    content = excluded.content
  where o.content is distinct from excluded.content
  returning o.serial)`;

/** What each name server should have: its zones, and the catalog zone if it wants that. */
const EXPECTED = `expected as materialized (
  select server, name as unit, apex as zone, serial::text as wanted
  from zones
  union all select s.id, '${CATALOG_ZONE}', null,
    coalesce((select serial from catalog), (select serial from output.zone where name = '${CATALOG_ZONE}'))::text
  from output.server s
  where s.kind = 'dns'
    and s.is_enabled
    and s.has_catalog
    and (exists (select from catalog) or ${HAS_CATALOG}))`;

/** Stores what each name server should have, and removes what it should no longer have. */
export const EXPECT = `with ${ZONES_OF_SERVERS}, ${CATALOG}, ${EXPECTED},
  ended as (
    delete from output.seen d
    using output.server s
    where s.id = d.server
      and s.kind = 'dns'
      and not exists (select from expected e where e.server = d.server and e.unit = d.unit))
  insert into output.seen as d (server, unit, zone, wanted)
  select server, unit, zone, wanted
  from expected
  on conflict (server, unit) do update set zone = excluded.zone, wanted = excluded.wanted,
    wanted_since = clock_timestamp(), tries = 0, next_try = clock_timestamp()
  where (d.zone, d.wanted) is distinct from (excluded.zone, excluded.wanted)`;

/** How far a serial of this database may be ahead of the clock, in seconds. A serial that is further ahead comes from elsewhere. */
const FURTHEST = 365 * 24 * 60 * 60;

/** After a restore a server may have later versions than the database. It fetches only a greater serial than its own, so such zones get one. */
export const RAISE = `with ahead as (delete from output.journal where kind = 'ahead' returning key),
  shown as (
    select d.unit, max(d.has::bigint) as has
    from output.seen d
    where d.unit in (select key from ahead) and d.has::bigint < ${SERIAL} + ${String(FURTHEST)}
    group by d.unit),
  raised as (
    update output.zone z
    set serial = greatest(${SERIAL}, s.has + 1), raised = clock_timestamp()
    from shown s
    where z.name = s.unit and s.has > z.serial
    returning z.name)
  insert into output.journal (kind, key)
  select 'server', ''
  from raised`;
