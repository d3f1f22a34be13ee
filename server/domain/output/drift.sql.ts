/** What the last comparison of each server and unit found. Every statement can run again. */
export const DRIFT_STATEMENTS: readonly string[] = [
  `alter table output.seen add column if not exists compared timestamptz,
     add column if not exists differences int, add column if not exists next_comparison timestamptz not null default clock_timestamp()`,
  `create table if not exists output.drift (id bigint generated always as identity primary key,
     seen bigint not null references output.seen (id) on delete cascade, kind text collate "C" not null, name text collate "C" not null,
     type text collate "C" not null, ttl bigint not null, data text collate "C")`,
  "create index if not exists drift_seen_idx on output.drift (seen)",
];
