import { startBackground, type Background } from "../../background.ts";
import type { Database, Query } from "../../db/database.ts";
import { READ_UNITS } from "../delivery/shown.sql.ts";
import { quietLog } from "../quiet-log.ts";
import type { Log } from "../../log.ts";

const EVERY_MS = 500;

/** Units that a server reads from a copy. Kea has them only if it has the networks of that version too. */
const UNITS = `(
  values ('reservations4', s.kind = 'kea' and s.has_dhcp4, 'dhcp4'),
    ('reservations6', s.kind = 'kea' and s.has_dhcp6, 'dhcp6'), ('clients', s.kind = 'radius', null)) u(name,
  is_there, networks)`;

/** While a copy receives its first rows, PostgreSQL has slots of this name besides that of the copy. */
const IS_FILLING = `exists (
  select
  from pg_replication_slots y
  where y.slot_name like 'pg\\_%\\_sync\\_%' and y.database = current_database())`;

/** The units that servers read from a copy; rows of other units go. */
const COPIED_UNITS = `units as materialized (
    select s.id as server, u.name, u.networks, s.copy_name
    from output.server s cross join lateral ${UNITS}
    where s.is_enabled and u.is_there),
  ended as (
    delete from output.seen d
    where d.unit in ${READ_UNITS}
      and not exists (select from units u where u.server = d.server and u.name = d.unit))`;

/** A version is on a server when the copy that it reads has confirmed its position of the log. */
const CONFIRMED = `copies as materialized (
  select u.server, u.name as unit, v.serial as wanted, nullif(k.error, 'not_kept') as network_error,
    u.networks is null or k.has = n.serial::text as has_networks,
    case when u.copy_name is not null and r.slot_name is null then 'no_copy'
      when r.active = false then 'no_answer'
    end as copy_error,
    case when u.copy_name is null then v.serial
      when ${IS_FILLING} then null
      else (
        select max(p.serial)
        from output.unit_version p
        where p.unit = u.name and p.lsn <= r.confirmed_flush_lsn)
    end as has
  from units u
    join output.unit v on v.name = u.name
    left join pg_replication_slots r on r.slot_name = u.copy_name and r.database = current_database()
    left join output.unit n on n.name = u.networks
    left join output.seen k on k.server = u.server and k.unit = u.networks)`;

/** What each server has now, and what is wrong. */
const PRESENT = `now as materialized (
  select c.server, c.unit, c.wanted::text as wanted, case when c.has_networks then c.has end::text as has,
    coalesce(c.copy_error, c.network_error,
      case when c.has_networks and c.has >= c.wanted then null else 'waiting' end) as error
  from copies c)`;

/** Keeps what changed. */
const KEPT = `kept as (
  insert into output.seen as d (server, unit, wanted, has, error, live_since)
  select server, unit, wanted, has, error, case when error is null then clock_timestamp() end
  from now
  on conflict (server, unit) do update set wanted = excluded.wanted, has = coalesce(excluded.has, d.has),
    error = excluded.error,
    wanted_since = case when d.wanted = excluded.wanted then d.wanted_since else clock_timestamp() end,
    live_since = case when excluded.error is not null then null
      when d.has = excluded.wanted and d.error is null then d.live_since
      else clock_timestamp()
    end
  where (d.wanted, d.has, d.error) is distinct from (excluded.wanted, coalesce(excluded.has, d.has),
    excluded.error))`;

const WATCH = `with ${COPIED_UNITS}, ${CONFIRMED}, ${PRESENT}, ${KEPT}
  insert into output.shown (server, unit, serial)
  select server, unit, has::bigint
  from now
  where has is not null
  on conflict do nothing`;

/** Positions from before a restore may be ahead of the log. They are replaced by the present position. */
const RESTORED =
  "update output.unit_version set lsn = pg_current_wal_insert_lsn() where lsn > pg_current_wal_insert_lsn()";

/** Records once the state of the copies beside Kea and FreeRADIUS. */
export async function noteCopies(query: Query): Promise<void> {
  const [row] = await query.query<{ serves: boolean }>("select output.serves_parts() as serves");
  if (row?.serves !== true) return;
  await query.query(RESTORED);
  await query.query(WATCH);
}

/** Repeats `noteCopies`. Any process does it. */
export function startCopyWatch(db: Database, log: Log): Background {
  const quiet = quietLog("copies", log);
  return startBackground({
    name: "copies",
    async work() {
      await noteCopies(db);
      quiet.succeeded();
      return false;
    },
    every: EVERY_MS,
    isIdle: db.isReplica,
    onError: quiet.failed,
  });
}
