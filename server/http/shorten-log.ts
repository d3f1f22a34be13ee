import { setTimeout as pause } from "node:timers/promises";
import { startBackground, type Background } from "../background.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database, Tx } from "../db/database.ts";
import type { Log } from "../log.ts";

const EVERY_MS = 60_000;
/** Number of entries for one transaction, so that none holds locks for long. */
const AT_ONCE = 1_000;

/** Days for which the log is always complete, because types compute values of the last 90 days from it. */
const WHOLE_DAYS = 91;

const CUTOFF = `select least(date_trunc('day', now() at time zone 'utc') at time zone 'utc' - make_interval(months
    => $1),
  now() - interval '${String(WHOLE_DAYS)} days') as cutoff`;

/** Only one process shortens the log at a time, and the others continue. */
const HELD = "select upto::text from netportal.log_removed for update skip locked";

/** The last entry of the next part, which ends before the first entry that is too young. */
const PIECE = `select max(id)::text as upto
  from (
    select id, bool_or(ts >= $2) over (order by id) as is_kept
    from (select id, ts from wapi.change_log where id > $1 order by id limit ${String(AT_ONCE)}) next) told
  where not is_kept`;

/**
 * For each object, the last entry of the part stays and its earlier entries are removed; of a deleted object all are removed. `$3` is the type of
 * accounts, whose first entry shows since when changes under their names are their own.
 */
const REMOVE = `with last as materialized (
  select object_gfk, max(id) as id, (array_agg("function" order by id desc))[1] = 'delete' as is_gone
  from wapi.change_log
  where id > $1 and id <= $2
  group by object_gfk)
  delete from wapi.change_log l using last b
  where l.object_gfk = b.object_gfk
    and l.id <= b.id
    and (b.is_gone or (l.id < b.id and not (l.object_fq_name = $3 and l."function" = 'create')))
  returning l.transaction_gfk::text as transaction`;

/** Records without any entry. */
const RECORDS = `delete from wapi.transaction t
  where t.id = any($1::bigint[])
    and not exists (select from wapi.change_log l where l.transaction_gfk = t.id)`;

/** The steps of other records contain removed values. */
const STEPS = "update wapi.transaction set steps = null where id = any($1::bigint[]) and steps is not null";

const NOTE = `update netportal.log_removed set upto = $1, "before" = greatest("before", $2)`;

/**
 * Removes some entries that are older than these months: all but the last one of each object that existed then. So its last author, and every later
 * state, are still known. False if nothing is left to remove, or another process is doing it.
 */
export async function shortenLog(db: Database, catalogue: Catalogue, months: number): Promise<boolean> {
  return db.transaction({ mode: "read write", statementTimeout: 30_000 }, async (tx) => {
    const [held] = await tx.query<{ upto: string }>(HELD);
    if (held === undefined) return false;
    const [{ cutoff } = { cutoff: null }] = await tx.query<{ cutoff: string }>(CUTOFF, [months]);
    const [piece] = await tx.query<{ upto: string | null }>(PIECE, [held.upto, cutoff]);
    const upto = piece?.upto ?? null;
    if (upto === null) return false;
    await remove(tx, [held.upto, upto, catalogue.accounts.account]);
    await tx.query(NOTE, [upto, cutoff]);
    return true;
  });
}

async function remove(tx: Tx, piece: readonly string[]): Promise<void> {
  const gone = await tx.query<{ transaction: string }>(REMOVE, piece);
  const records = [...new Set(gone.map(({ transaction }) => transaction))];
  if (records.length === 0) return;
  await tx.query(RECORDS, [records]);
  await tx.query(STEPS, [records]);
}

export interface ShorteningParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  /** Null: all entries are kept. */
  readonly months: number | null;
  readonly log: Log;
}

/** Shortens the log part by part and pauses after each part for as long as the part took, so that calls are not delayed. */
export function startShortening({ db, catalogue, months, log }: ShorteningParts): Background {
  return startBackground({
    name: "shorten_log",
    async work() {
      const began = performance.now();
      const isMore = months !== null && (await shortenLog(db, catalogue, months));
      if (isMore) await pause(performance.now() - began);
      return isMore;
    },
    every: EVERY_MS,
    isIdle: months === null || db.isReplica,
    onError: (error) => {
      log("shorten the change log", { error });
    },
  });
}
