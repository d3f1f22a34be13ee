/** Objects that reach Kea and FreeRADIUS: the version of a unit with the present state of each, and the position of the log that each version needs. */
export const PART_STATEMENTS: readonly string[] = [
  `create table if not exists output.unit (name text collate "C" primary key, serial bigint not null)`,
  // \`content\`: hash of the answers of the object.
  `create table if not exists output.part (id bigint generated always as identity primary key,
    type text collate "C" not null, object bigint not null, unit text collate "C" not null,
    content text collate "C" not null, serial bigint not null,
    at timestamptz not null default clock_timestamp(), unique (type, object, unit))`,
  // A copy has a version when it has confirmed this position.
  `create table if not exists output.unit_version (
    unit text collate "C" not null, serial bigint not null, lsn pg_lsn not null,
    at timestamptz not null default clock_timestamp(), primary key (unit, serial))`,
  // Types whose objects are all recorded. The list is empty while there is no server, because then nothing is recorded.
  `create table if not exists output.known_type (name text collate "C" primary key)`,
  `create or replace function output.serves_parts() returns boolean language sql stable as $body$
    select exists (select from output.server where kind <> 'dns' and is_enabled)
  $body$`,
  `create or replace function output.server_parts_changed() returns trigger language plpgsql as $body$
  begin
    if not output.serves_parts() then
      delete from output.known_type;
    end if;
    return null;
  end $body$`,
  ...["insert", "update", "delete"].map(
    (event) =>
      `create or replace trigger server_parts_${event} after ${event} on output.server
        for each statement execute function output.server_parts_changed()`,
  ),
];

/** Deletes positions that no copy needs. The last one of each unit stays. */
export const OLD_PART_VERSIONS = `delete from output.unit_version
  where (unit, serial) in (
    select v.unit, v.serial
    from output.unit_version v
    where v.at < now() - interval '7 days'
      and exists (select from output.unit u where u.name = v.unit and u.serial > v.serial)
    limit 1000
    for update skip locked)`;
