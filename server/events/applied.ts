import { EVENT_LIMITS } from "#contract/limits";
import type { Query } from "../db/database.ts";
import { upTo } from "./cursor.ts";

/** A change of one object, as far as an event tells it. */
export interface Entry {
  /** Row of the change log. */
  readonly id: string;
  readonly transaction: string;
  readonly type: string;
  readonly gpk: string;
  readonly fn: string;
}

/** A committed transaction. Entries of one with too many are left out. */
export interface Applied {
  readonly id: string;
  readonly ts: string;
  readonly actor: string;
  readonly login: string;
  readonly entries: readonly Entry[];
  readonly isLarge: boolean;
}

/** What was committed between two snapshots, behind the transaction with the number `last`. */
export interface Span {
  readonly since: string;
  /** Null: until now. */
  readonly until: string | null;
  readonly last: string;
}

/** The next part of a span. */
export interface Piece {
  readonly here: string;
  readonly until: string;
  readonly applied: readonly Applied[];
  /** Nothing is left behind this piece. */
  readonly isLast: boolean;
  /** Number of transactions of the span behind `last`; more than the limit if the whole span has more. */
  readonly count: number;
  /** The snapshot to go on from when the whole span was told. */
  readonly next: string;
}

/** The place behind everything that is committed now. */
export interface Present {
  readonly here: string;
  readonly since: string;
}

/** Transactions and entries of one piece. */
const TRANSACTIONS = 200;
const ENTRIES = 2 * EVENT_LIMITS.eventEntries;

/**
 * SQL: the database and its timeline. After a promotion or a restore to an earlier moment the timeline is a new one, and numbers of transactions are
 * given again.
 */
const HERE = `(
  select concat_ws('.', s.system_identifier, d.oid,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int)
  from pg_control_system() s cross join pg_database d
  where d.datname = current_database())`;

/** SQL over `t`: the transaction was not told in the snapshot `$1`, and is visible in `$2` if that is not null. */
const BETWEEN = `t.xid >= pg_snapshot_xmin($1::pg_snapshot)
  and not pg_visible_in_snapshot(t.xid, $1::pg_snapshot)
  and ($2::pg_snapshot is null or pg_visible_in_snapshot(t.xid, $2::pg_snapshot))`;

const UTC = `to_char(n.ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** One more than may be told one by one: how many there are then means nothing. */
const TOO_MANY = EVENT_LIMITS.eventBacklog + 1;

/**
 * `$3`: last number; `$4`: types that are never told. The order by number is right for each object, because numbers follow the order of effect. A client
 * can send any snapshot, so no more rows are read than could be told.
 */
const PIECE = `with w as materialized (
    select t.id, t.xid, t.ts, t.actor_login_name, t.login_name
    from wapi.transaction t
    where ${BETWEEN}
    order by t.xid
    limit ${String(TOO_MANY)}),
  n as materialized (
    select id, ts, actor_login_name, login_name
    from w
    where id > $3::bigint
    order by id
    limit ${String(TRANSACTIONS)}),
  e as materialized (
    select l.id, l.transaction_gfk, l.position, l.object_fq_name, l.object_gfk, l."function"
    from n join wapi.change_log l on l.transaction_gfk = n.id
    where l.object_fq_name <> all($4::text[])
    order by l.transaction_gfk, l.position
    limit ${String(ENTRIES + 1)})
  select pg_current_snapshot()::text as now, ${HERE} as here,
    (select xid::text from w order by w.xid desc limit 1) as told,
    (
      select case when count(*) = ${String(TOO_MANY)} then count(*)
        else count(*) filter (where id > $3::bigint)
      end
      from w)::int as count,
    (
      select coalesce(json_agg(json_build_object('id', n.id::text, 'ts', ${UTC}, 'actor', n.actor_login_name,
          'login', n.login_name)
          order by n.id),
        '[]')
      from n) as transactions,
    (
      select coalesce(json_agg(json_build_object('id', e.id::text, 'transaction', e.transaction_gfk::text,
          'type', e.object_fq_name, 'gpk', e.object_gfk, 'fn', e."function")
          order by e.transaction_gfk, e.position),
        '[]')
      from e) as entries`;

interface PieceRow {
  readonly now: string;
  readonly here: string;
  readonly told: string | null;
  readonly count: number;
  readonly transactions: readonly Pick<Applied, "id" | "ts" | "actor" | "login">[];
  readonly entries: readonly Entry[];
}

/** Reads the next piece of a span. Slow transactions neither make a gap nor are waited for: what they commit belongs to a later span. */
export async function nextPiece(query: Query, span: Span, hidden: readonly string[]): Promise<Piece> {
  const { since, until, last } = span;
  // Not prepared, so the plan knows how few transactions are behind the snapshot.
  const [row] = await query.query<PieceRow>(PIECE, [since, until, last, hidden]);
  if (row === undefined) throw new Error("no piece of the applied transactions");
  const applied = wholeOf(row);
  const end = until ?? row.now;
  return {
    here: row.here,
    until: end,
    applied,
    isLast: applied.length === row.count,
    count: row.count,
    next: row.told === null ? since : upTo(end, row.told, since),
  };
}

/** Transactions whose entries were all read, or of which it is known that they have too many. */
function wholeOf({ transactions, entries }: PieceRow): readonly Applied[] {
  const isCut = entries.length > ENTRIES;
  const byTransaction = Map.groupBy(entries, ({ transaction }) => transaction);
  const cut = isCut ? entries.at(-1)?.transaction : undefined;
  const whole: Applied[] = [];
  for (const one of transactions) {
    const of = byTransaction.get(one.id) ?? [];
    const isLarge = of.length > EVENT_LIMITS.eventEntries;
    if (one.id === cut && !isLarge) break;
    whole.push({ ...one, entries: isLarge ? [] : of, isLarge });
    if (one.id === cut) break;
  }
  return whole;
}

const PRESENT = `select pg_current_snapshot()::text as now, ${HERE} as here,
  (select t.xid::text from wapi.transaction t where t.xid is not null order by t.xid desc limit 1) as told`;

export async function presentPlace(query: Query): Promise<Present> {
  const [row] = await query.query<Pick<PieceRow, "now" | "here" | "told">>(PRESENT);
  if (row === undefined) throw new Error("no present snapshot");
  return { here: row.here, since: upTo(row.now, row.told) };
}

const FORGET = `update wapi.transaction set xid = null where xid >= pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * Forgets numbers of transactions that this database has not given yet. Rows of a restored dump have them from another database; they would be
 * told when this database comes to the same numbers.
 */
export async function forgetOtherClusters(query: Query): Promise<void> {
  await query.query(FORGET);
}
