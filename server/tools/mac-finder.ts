import { parseMac } from "#contract/values/mac";
import type { Json } from "#contract/wire/json";
import type { Actor } from "../access/actor.ts";
import { portNameById } from "../domain/nd/p-port.sql.ts";
import { SIGHTING_PLACE } from "../domain/nd/sighting.sql.ts";
import { startBackground } from "../background.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import type { Log } from "../log.ts";

/** SQL: the job `j` in wire form, with the matches that the reader may see (wire contract 6.5). */
const JOB = `json_build_object('id', 'job-' || j.id, 'mac_addr', j.mac_addr::text, 'state', j.state,
  'ts_created', ${utc("j.ts_created")}, 'ts_finished', ${utc("j.ts_finished")}, 'detail',
  case when j.state = 'failed' then $2::text end, 'hit_list',
  case when j.state = 'done'
    then (
      select coalesce(json_agg(h.value -> 'hit' order by h.n), '[]')
      from json_array_elements(j.hits) with ordinality h(value, n)
      where $3::boolean or (h.value ->> 'bcd')::bigint = any($4::bigint[]))
  end)::text as job`;

function utc(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** Age at which a job is deleted. */
const KEPT = "interval '7 days'";

const MADE = `with j as (
  insert into macfinder.job (login_name, mac_addr)
  values ($1, $5::macaddr)
  returning *)
  select ${JOB}
  from j`;

const FOUND = `select ${JOB}
  from macfinder.job j
  where j.id = $5::bigint and j.login_name = $1 and j.ts_created > now() - ${KEPT}`;

const EXPIRED = `delete from macfinder.job
  where id in (
    select id
    from macfinder.job
    where ts_created <= now() - ${KEPT}
    limit 1000
    for update skip locked)`;

/** A job that runs longer belongs to a process that ended; it is started again at most twice. */
const CLAIMED = `update macfinder.job
  set state = case when tries < 3 then 'running' else 'failed' end, tries = tries + 1,
    next_try = now() + interval '1 minute', ts_finished = case when tries < 3 then null else now() end
  where id = (
    select id
    from macfinder.job
    where state in ('queued', 'running') and next_try <= now()
    order by next_try, id
    limit 1
    for update skip locked)
  returning id::text as id, state`;

/** The wall socket behind a switch port: the last port of the path with a passage through its module. */
const SOCKET = `(
  with recursive w(step, id, next, by_wire, goes_on) as (
    select 0, p.id, p.remote, true, false
    from nd.p_port p
    where p.id = l.p_port_gfk
    union all select w.step + 1, p.id, case when w.by_wire then p.internal_gfk else p.remote end,
      not w.by_wire, p.internal_gfk is not null
    from w join nd.p_port p on p.id = w.next
    where p.id <> l.p_port_gfk)
  select ${portNameById("w.id")}
  from w
  where w.goes_on
  order by w.step desc
  limit 1)`;

/** Places where the address was seen, with the data of the network documentation about them. A port without a VLAN has that of its BCD. */
const HITS = `update macfinder.job j
  set state = 'done', ts_finished = now(),
    hits = (
      select coalesce(json_agg(json_build_object('bcd', b.id, 'hit',
          json_build_object('device', s.device, 'port', nullif(s.port, ''), 'p_port_gfk',
            'pp-' || l.p_port_gfk, 'socket', ${SOCKET}, 'vlan_id', v.id_, 'net_instnc',
            coalesce(k.name, i.name), 'bcd', b.name, 'last_seen', ${utc("s.last_seen")}))
          order by s.last_seen desc, s.device, s.port),
        '[]')
      from macfinder.sighting s ${SIGHTING_PLACE} left join nd.bcd b on b.id = v.bcd
      where s.mac_addr = j.mac_addr)
  where j.id = $1::bigint and j.state = 'running'`;

const FAILED = `update macfinder.job
  set state = 'failed', ts_finished = now()
  where id = $1::bigint and state = 'running'`;

const REASON = {
  de: "Die Suche ist im Server fehlgeschlagen.",
  en: "The search failed in the server.",
} as const;

export interface MacFinder {
  /** Starts a search; answers the job as JSON text. */
  begin(actor: Actor, mac: Json | undefined, language: keyof typeof REASON): Promise<string>;
  /** A job of the account in effect, as JSON text. */
  job(actor: Actor, id: string, language: keyof typeof REASON): Promise<string>;
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;

/** Searches are rows that any process works on in the background (wire contract 6.5). */
export function startMacFinder(db: Database, log: Log): MacFinder {
  const background = startBackground({
    name: "mac_finder",
    work: () => searchOne(db, log),
    every: EVERY_MS,
    isIdle: db.isReplica,
    onError: (error) => {
      log("macfinder", { error });
    },
  });
  return {
    async begin(actor, mac, language) {
      const address = macOf(mac);
      await db.query(EXPIRED);
      const [row] = await db.query<{ job: string }>(MADE, [...readerOf(actor, language), address]);
      if (row === undefined) throw new Error("a new job answers one row");
      background.wake();
      return row.job;
    },
    async job(actor, id, language) {
      const number = /^job-([1-9][0-9]{0,17})$/.exec(id)?.[1];
      const values = [...readerOf(actor, language), number];
      const [row] = number === undefined ? [] : await db.query<{ job: string }>(FOUND, values, "mac-job");
      if (row === undefined)
        throw refuse("object_not_found", { object_fq_name: "macfinder.job", key: { id } });
      return row.job;
    },
    stop: () => background.stop(),
  };
}

function macOf(value: Json | undefined): string {
  const place = { parameter: "mac_addr", scope: "new" };
  if (value === undefined) throw refuse("required_missing", place);
  if (value === null) throw refuse("null_not_allowed", place);
  if (typeof value !== "string") throw refuse("wrong_type", { ...place, data_type: "mac_addr" });
  const address = parseMac(value.trim());
  if (address === null) throw refuse("bad_format", { ...place, data_type: "mac_addr", pattern: null });
  return address;
}

/** The owner of the job, with the present rights to see its matches. */
function readerOf(actor: Actor, language: keyof typeof REASON): readonly unknown[] {
  const seesAll = actor.permissions.has("nd.ro:device") || actor.permissions.has("nd.rw:device");
  return [actor.login, REASON[language], seesAll, actor.sets.bcds];
}

async function searchOne(db: Database, log: Log): Promise<boolean> {
  const [claimed] = await db.query<{ id: string; state: string }>(CLAIMED);
  if (claimed === undefined) return false;
  const { id, state } = claimed;
  if (state !== "running") return true;
  try {
    await db.query(HITS, [id], "mac-hits");
  } catch (error) {
    log(`macfinder: job ${id}`, { error });
    await db.query(FAILED, [id]);
  }
  return true;
}
