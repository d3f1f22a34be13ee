import { IS_LIVE_SQL } from "../delivery/shown.sql.ts";

/** Tables that every kind of service shares. Every statement can run again. */
export const SERVER_STATEMENTS: readonly string[] = [
  // Keys of unpublished changes of transactions: names, addresses, whole zones.
  `create table if not exists output.journal (
    id bigint generated always as identity primary key, kind text collate "C" not null,
    key text collate "C" not null, xid xid8 not null default pg_current_xact_id())`,
  "alter table output.journal add column if not exists xid xid8 not null default pg_current_xact_id()",
  "create index if not exists journal_xid_idx on output.journal (xid)",
  // Keys of changes of a transaction that asks for the answers of servers. This transaction is rolled back, so no other transaction sees the rows.
  `create unlogged table if not exists output.asked (
    kind text collate "C" not null, key text collate "C" not null)`,
  // The wanted and the shown version of each server. A process that asks a server first sets \`next_try\` to a later time.
  `create table if not exists output.seen (id bigint generated always as identity primary key,
    server bigint not null references output.server (id) on delete cascade, unit text collate "C" not null,
    zone bigint, wanted text collate "C" not null,
    wanted_since timestamptz not null default clock_timestamp(), has text collate "C", live_since timestamptz,
    error text, tries int not null default 0, next_try timestamptz not null default clock_timestamp(),
    unique (server, unit))`,
  "create index if not exists seen_next_try_idx on output.seen (next_try)",
  "create index if not exists seen_unit_idx on output.seen (unit)",
  // Versions of units other than zones are serials too.
  "update output.seen set wanted = '0', has = null where wanted !~ '^[0-9]+$'",
  "create index if not exists seen_zone_idx on output.seen (zone)",
  // The result of the last comparison for each server and unit.
  `alter table output.seen add column if not exists compared timestamptz,
    add column if not exists differences int,
    add column if not exists next_comparison timestamptz not null default clock_timestamp()`,
  `create table if not exists output.drift (
    id bigint generated always as identity primary key,
    seen bigint not null references output.seen (id) on delete cascade, kind text collate "C" not null,
    name text collate "C" not null, type text collate "C" not null, ttl bigint not null, data text collate "C")`,
  "create index if not exists drift_seen_idx on output.drift (seen)",
  // `detail`: the error message of the server. `kept`: hash of the networks that a Kea server last wrote into its file.
  "alter table output.seen add column if not exists detail text, add column if not exists kept text",
  "update output.seen set detail = error, error = 'refused' where error ~ '[^a-z_]'",
  // Since when a server is waited for without interruption. Later versions and other errors do not reset it.
  "alter table output.seen add column if not exists waits_since timestamptz",
  // Servers that ask with a wrong time; `ahead` is in seconds.
  `create table if not exists output.wrong_clock (
    server bigint primary key references output.server (id) on delete cascade, ahead bigint not null,
    noted timestamptz not null default clock_timestamp())`,
  `create or replace function output.note_waiting() returns trigger language plpgsql as $body$
  begin
    new.waits_since := case when not (new.has is not distinct from new.wanted and new.error is null)
      then coalesce(new.waits_since, clock_timestamp())
    end;
    return new;
  end $body$`,
  `create or replace trigger seen_waiting before insert or update on output.seen
    for each row execute function output.note_waiting()`,
  `update output.seen d set waits_since = d.wanted_since where d.waits_since is null and not ${IS_LIVE_SQL}`,
  // A server whose kind, address, port or key changes starts again, because its earlier answers do not count.
  `create or replace function output.server_moved() returns trigger language plpgsql as $body$
  begin
    update output.seen
      set has = null, live_since = null, error = null, detail = null, kept = null, tries = 0,
        next_try = clock_timestamp(), compared = null, differences = null, next_comparison = clock_timestamp()
      where server = new.id;
    delete from output.drift r using output.seen d where d.id = r.seen and d.server = new.id;
    delete from output.shown where server = new.id;
    delete from output.seen where server = new.id and old.kind <> new.kind;
    return null;
  end $body$`,
  `create or replace trigger server_moved after update on output.server
    for each row
      when ((old.kind, old.address, old.port, old.key_name, old.key_secret, old.next_key_name,
        old.next_key_secret, old.is_unsigned) is distinct from (new.kind, new.address, new.port, new.key_name,
        new.key_secret, new.next_key_name, new.next_key_secret, new.is_unsigned))
    execute function output.server_moved()`,
];
