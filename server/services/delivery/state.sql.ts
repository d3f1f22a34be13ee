import type { Unserved } from "../../catalogue/define-service.ts";
import { SHOWN_BY_SQL } from "./shown.sql.ts";

interface StateParts {
  readonly id: string;
  /** Columns besides the server and its state. */
  readonly columns: string;
  /** Rows `n` with `unit` (for DNS a zone), the serial `serial` that brought a change, and `at`, the time when it was published. */
  readonly from: string;
}

/** SQL over a row `n`: the server showed this version or a later one, and answered at the last question. */
const HAS_IT = `(d.has::bigint between n.serial and d.wanted::bigint
  and (d.error is null or d.error in ('waiting', 'not_kept')))`;

/** SQL: the state of changes at each server that has their unit. */
export function stateOf({ id, columns, from }: StateParts): string {
  return `select d.id || '.' || ${id} as id, s.name as server, ${columns},
    coalesce(${HAS_IT}, false) as is_live,
    case when ${HAS_IT}
      then (
        select w.at
        from output.shown w
        where w.server = d.server and w.unit = d.unit and w.serial >= n.serial
        order by w.serial
        limit 1)
      else coalesce(n.at, d.wanted_since)
    end as since,
    ${SHOWN_BY_SQL} as shown_by, case when ${HAS_IT} then null else coalesce(d.error, 'waiting') end as error
    from ${from}
      join output.seen d on d.unit = n.unit
      join output.server s on s.id = d.server and s.is_enabled`;
}

const IS_SERVED = "exists (select from output.server e where e.is_enabled)";

interface ObjectStates {
  /** Table of the objects `o`. */
  readonly table: string;
  /** Columns of the object that its states repeat. */
  readonly object: string;
  /** The states of the object `o` at each server. */
  readonly states: StateParts;
  readonly unserved: readonly Unserved[];
  /** SQL over `o`: a condition that every reason implies. An index finds these objects, so the others are not read. */
  readonly only?: string;
  /** The columns of `states` if no server answers the object; `u.unit` is the unit that lacks it. */
  readonly instead: string;
}

/**
 * SQL: the states of objects, and why no server answers them. The union is read for each object separately, because a join with it from outside would
 * read all of it.
 */
export function statesOf(spec: ObjectStates): string {
  const { table, object, states, unserved, only = "true", instead } = spec;
  const reasons = unserved.map(({ reason, by, when }) => {
    const isAsked = `exists (select from output.server s where s.kind = '${by}' and s.is_enabled)`;
    return `('${reason}', ${isAsked} and (${when}))`;
  });
  // Units are not computed values, because computed values are evaluated for every object.
  const units = unserved.map(({ reason, unit }) => `when '${reason}' then ${unit}`).join(" ");
  const rest = `select u.reason || '_' || o.id, null, ${instead}, false, null, null, u.reason
    from (
      select v.reason, case v.reason ${units} end as unit
      from (values ${reasons.join(", ")}) v(reason, holds)
      where v.holds and ${only}) u`;
  const all = [stateOf(states), ...(reasons.length === 0 ? [] : [rest])].join(" union all ");
  // Without an enabled server there is no state, and no object is read to find that out.
  return `select x.*, ${object} from ${table} o cross join lateral (${all}) x where ${IS_SERVED}`;
}

/** Versions with the last change of a name and the changes of a transaction, and the time when a server first showed a version. */
export const STATE_STATEMENTS: readonly string[] = [
  `create table if not exists output.name (id bigint generated always as identity primary key,
    zone text collate "C" not null, name text collate "C" not null, serial bigint not null,
    at timestamptz not null default clock_timestamp(), unique (name, zone))`,
  `do $$
  begin
    if to_regclass('output.transaction_zone') is not null then
      alter table output.transaction_zone rename to transaction_unit;
      alter table output.transaction_unit rename zone to unit;
    end if;
  end $$`,
  `create table if not exists output.transaction_unit (id bigint generated always as identity primary key,
    transaction bigint not null, unit text collate "C" not null, serial bigint not null,
    at timestamptz not null default clock_timestamp(), unique (transaction, unit))`,
  `create table if not exists output.shown (
    server bigint not null references output.server (id) on delete cascade, unit text collate "C" not null,
    serial bigint not null, at timestamptz not null default clock_timestamp(),
    primary key (server, unit, serial))`,
  // The row of a transaction is written at its end, so the journal already has its keys.
  `create or replace function output.transaction_recorded() returns trigger language plpgsql as $body$
  begin
    insert into output.journal (kind, key)
      select k.kind, n.id::text
      from new_rows n
        cross join (
          select distinct case when j.kind in ('name', 'address', 'zone', 'server') then 'transaction'
            else 'part_transaction'
          end as kind
          from output.journal j
          where j.xid = pg_current_xact_id()) k;
    return null;
  end $body$`,
  `create or replace trigger output_transaction_recorded after insert on wapi.transaction
    referencing new table as new_rows
    for each statement execute function output.transaction_recorded()`,
  `create or replace function output.transaction_removed() returns trigger language plpgsql as $body$
  begin
    delete from output.transaction_unit u using old_rows o where u.transaction = o.id;
    return null;
  end $body$`,
  `create or replace trigger output_transaction_removed after delete on wapi.transaction
    referencing old table as old_rows
    for each statement execute function output.transaction_removed()`,
];
