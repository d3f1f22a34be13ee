import { startBackground, type Background } from "../../background.ts";
import { CATALOG_ZONE } from "#contract/values/catalog-zone";
import type { Database } from "../../db/database.ts";
import { compareZone, type Compared, type ServedZone } from "./drift.ts";
import { ASKED, HAS_IDENTITY } from "../dns/identity.sql.ts";
import { quietLog } from "../quiet-log.ts";
import type { Log } from "../../log.ts";

const EVERY_MS = 10_000;
/** Maximum number of stored differences of a zone. The total number is always shown. */
const MOST_KEPT = 1000;

const COLUMNS = `d.id::text, s.name as server, d.unit as zone, ${ASKED} as asked`;
const IS_ASKED = `s.kind = 'dns' and s.is_enabled and ${HAS_IDENTITY}`;

export const SERVED_ZONES = `select ${COLUMNS}
  from output.seen d join output.server s on s.id = d.server
  where ${IS_ASKED} and d.unit <> '${CATALOG_ZONE}'
  order by s.name, d.unit`;

/** A server that has shown nothing yet has nothing to compare. */
const CLAIM = `with due as (
  select d.id
  from output.seen d join output.server s on s.id = d.server
  where ${IS_ASKED}
    and d.unit <> '${CATALOG_ZONE}'
    and d.has is not null
    and d.next_comparison <= clock_timestamp()
  order by d.next_comparison
  limit 1
  for update of d skip locked)
  update output.seen d
  set next_comparison = clock_timestamp() + interval '1 hour'
  from due cross join output.server s
  where d.id = due.id and s.id = d.server
  returning ${COLUMNS}`;

const LATER =
  "update output.seen set next_comparison = clock_timestamp() + interval '1 minute' where id = $1::bigint";
const UNKNOWN = "update output.seen set compared = null, differences = null where id = $1::bigint";
const STILL_SERVED = "select 1 from output.seen where id = $1::bigint for update";
const FORGET = "delete from output.drift where seen = $1::bigint";
const COMPARED = `with found as (
    select *
    from jsonb_to_recordset($2::jsonb) f(kind text, name text, type text, ttl bigint, data text)),
  kept as (
    insert into output.drift (seen, kind, name, type, ttl, data)
    select $1::bigint, kind, name, type, ttl, data
    from found
    limit ${String(MOST_KEPT)})
  update output.seen
  set compared = clock_timestamp(), differences = (select count(*) from found)
  where id = $1::bigint`;

export interface ZoneRow extends ServedZone {
  readonly id: string;
}

/** Compares each zone of each name server every hour with what was published. Any process does it. */
export function startDriftWatch(db: Database, log: Log): Background {
  const quiet = quietLog("comparison", log);
  return startBackground({
    name: "compare",
    async work() {
      const [due] = await db.query<ZoneRow>(CLAIM);
      quiet.succeeded();
      if (due === undefined) return false;
      await keepCompared(db, due.id, await compareZone(db, due));
      return true;
    },
    every: EVERY_MS,
    isIdle: db.isReplica,
    onError: quiet.failed,
  });
}

/** Stores the result, unless the server lost the zone meanwhile. */
export async function keepCompared(db: Database, id: string, compared: Compared): Promise<void> {
  if (compared.kind === "behind") {
    await db.query(LATER, [id]);
    return;
  }
  const kept = { mode: "read write", statementTimeout: 60_000 } as const;
  await db.transaction(kept, async (tx) => {
    if ((await tx.query(STILL_SERVED, [id])).length === 0) return;
    await tx.query(FORGET, [id]);
    if (compared.kind === "compared") await tx.query(COMPARED, [id, JSON.stringify(compared.differences)]);
    else await tx.query(UNKNOWN, [id]);
  });
}
