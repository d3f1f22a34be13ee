import { LOCKS } from "../../catalogue/locks.ts";

/** Types of names that lie outside all zones of the database (wire contract 7.6). */
export const OUTSIDE: ReadonlySet<string> = new Set(["extern", "nameserver_extref"]);
export const OUTSIDE_TYPES = [...OUTSIDE].map((type) => `'${type}'`).join(", ");

/** Finds the nearest name above `rest`, and the `branch` below it in which the new name lies. */
const FIND_ABOVE = `while rest <> '.' loop
  branch := rest;
  rest := substr(rest, strpos(rest, '.') + 1);
  if rest = '' then
    rest := '.';
  end if;
  select f.id, f.anc, f.zone, f.scope into above_id, above_anc, above_zone, above_scope
    from dns.fqdn f
    where f.value = rest
    for share;
  exit when found;
end loop`;

/**
 * SQL that maintains the tree of names for every writer: `rkey`, `parent`, `anc`, `zone`, `scope`, and `up` (for a linked name the next linked name
 * above). Every statement can run again.
 */
export const FQDN_STATEMENTS: readonly string[] = [
  // The name and all possible names above, up to the root.
  `create or replace function dns.names_above(value text)
    returns text[]
    language sql immutable parallel safe as $body$
    select case when value = '.' then array['.']
      else array(select array_to_string(p.parts[i:], '.') from generate_series(1, cardinality(p.parts) - 1) i)
        || '.'::text
    end
    from (select string_to_array(value, '.') as parts) p
  $body$`,
  // The keys of all names below a name begin with its key; the root has the empty key.
  `create or replace function dns.reversed_name(value text)
    returns text
    language sql immutable parallel safe as $body$
    select case when value = '.' then ''
      else (
        select string_agg(part, '.' order by n desc) || '.'
        from unnest(string_to_array(rtrim(value, '.'), '.')) with ordinality p(part, n))
    end
  $body$`,
  // Changes that move other names (links, apexes, a name between others) take the lock exclusively; new names and records share it.
  `create or replace function dns.lock_names() returns void language plpgsql as $body$
  begin
    perform pg_advisory_xact_lock(${LOCKS.names}, 0), set_config('netportal.names_locked', 'on', true);
  end $body$`,
  `create or replace function dns.share_names() returns void language sql as $body$
    select pg_advisory_xact_lock_shared(${LOCKS.names}, 0)
  $body$`,
  // A new name finds the nearest name above before it is written, so its row is written once. The search begins at the bottom, where it usually ends
  // at once. Two new names of one branch take turns, and the one that waited searches again. Functions are called in conditions, because a statement
  // for each row takes longer than its work.
  `create or replace function dns.fqdn_key() returns trigger language plpgsql as $body$
  declare
    above_id bigint;
    above_anc bigint[];
    above_zone bigint;
    above_scope bigint;
    rest text;
    branch text;
    held text;
    part text;
  begin
    new.rkey := '';
    foreach part in array string_to_array(rtrim(new.value, '.'), '.') loop
      new.rkey := part || '.' || new.rkey;
    end loop;
    if tg_op = 'UPDATE' then
      return new;
    end if;
    if new.is_zone_apex or new.value = '.' then
      perform dns.lock_names();
    end if;
    held := case when current_setting('netportal.names_locked', true) = 'on' then 'all'
      when pg_advisory_xact_lock_shared(${LOCKS.names}, 0) is not null
        then current_setting('netportal.branch', true)
    end;
    loop
      rest := new.value;
      branch := rest;
      ${FIND_ABOVE};
      exit when held in ('all', branch);
      perform pg_advisory_xact_lock(${LOCKS.branch}, hashtext(branch)),
        set_config('netportal.branch', branch, true);
      held := branch;
    end loop;
    new.parent := above_id;
    new.anc := coalesce(above_anc, '{}') || new.id;
    new.zone := case when new.is_zone_apex then new.id else above_zone end;
    new.scope := above_scope;
    return new;
  end $body$`,
  `create or replace trigger fqdn_key before insert or update of value on dns.fqdn
    for each row execute function dns.fqdn_key()`,
  `create or replace function dns.place_names(names bigint[]) returns void language sql as $body$
    with linked as materialized (select fqdn from dns.fqdn2group union select fqdn from dns.fqdn2ou),
      placed as (
        select f.id, a.anc, a.anc[cardinality(a.anc) - 1] as parent, a.zone, a.scope,
          case when a.scope = f.id then a.up end as up
        from dns.fqdn f
          cross join lateral (
            select array_agg(x.id order by x.depth) as anc,
              (array_agg(x.id order by x.depth desc) filter (where x.is_zone_apex))[1] as zone,
              (array_agg(x.id order by x.depth desc) filter (where x.is_linked))[1] as scope,
              (array_agg(x.id order by x.depth desc) filter (where x.is_linked and x.id <> f.id))[1] as up
            from (
              select n.id, length(n.value) as depth, n.is_zone_apex,
                n.id in (select fqdn from linked) as is_linked
              from dns.fqdn n
              where n.value = any(dns.names_above(f.value))) x) a
        where f.id = any(names))
    update dns.fqdn f
    set parent = p.parent, anc = p.anc, zone = p.zone, scope = p.scope, up = p.up
    from placed p
    where p.id = f.id
      and (f.parent, f.anc, f.zone, f.scope, f.up) is distinct from (p.parent, p.anc, p.zone, p.scope, p.up)
  $body$`,
  // Names below a new name get it as a name above, whether they existed before or were created by the same statement.
  `create or replace function dns.fqdn_made() returns trigger language plpgsql as $body$
  declare
    below bigint[];
    is_alone boolean := current_setting('netportal.names_locked', true) = 'on';
  begin
    loop
      below := array(
        select f.id
        from new_rows n
          cross join lateral (
            select f.id
            from dns.fqdn f
            where f.rkey > n.rkey and f.rkey < n.rkey || chr(1114111)
            offset 0) f
        group by f.id);
      exit when is_alone or cardinality(below) = 0;
      perform dns.lock_names();
      is_alone := true;
    end loop;
    if cardinality(below) > 0 then
      perform dns.place_names(below);
    end if;
    return null;
  end $body$`,
  `create or replace trigger fqdn_made after insert on dns.fqdn
    referencing new table as new_rows
    for each statement execute function dns.fqdn_made()`,
  `create or replace function dns.fqdn_gone() returns trigger language plpgsql as $body$
  begin
    if exists (
      select
      from old_rows o
        cross join lateral (
          select
          from dns.fqdn f
          where f.rkey >= o.rkey and f.rkey < o.rkey || chr(1114111)
          offset 0) f)
      or exists (select from old_rows o where o.is_zone_apex or o.scope = o.id) then
      perform dns.lock_names();
      perform dns.place_names(array(
        select f.id
        from old_rows o
          cross join lateral (
            select f.id
            from dns.fqdn f
            where f.rkey >= o.rkey and f.rkey < o.rkey || chr(1114111)
            offset 0) f
        group by f.id));
    end if;
    return null;
  end $body$`,
  `create or replace trigger fqdn_gone after delete on dns.fqdn
    referencing old table as old_rows
    for each statement execute function dns.fqdn_gone()`,
  // A new apex moves everything below into its zone, and records copy zone and scope of their name. Sets are subtracted instead of joined: a query
  // plan cached from a single row would compare every old row with every new one.
  `create or replace function dns.fqdn_changed() returns trigger language plpgsql as $body$
  declare
    apexes bigint[];
    moved bigint[];
  begin
    apexes := array(
      select id
      from (select id, is_zone_apex from new_rows except select id, is_zone_apex from old_rows) x);
    if cardinality(apexes) > 0 then
      perform dns.lock_names();
      perform dns.place_names(array(
        select f.id
        from dns.fqdn n
          cross join lateral (
            select f.id
            from dns.fqdn f
            where f.rkey >= n.rkey and f.rkey < n.rkey || chr(1114111)
            offset 0) f
        where n.id = any(apexes)
        group by f.id));
    end if;
    moved := array(
      select id
      from (select id, zone, scope from new_rows except select id, zone, scope from old_rows) x);
    if cardinality(moved) > 0 then
      update dns.record r
        set zone = f.zone, scope = f.scope
        from dns.fqdn f
        where f.id = any(moved) and r.fqdn = f.id and (r.zone, r.scope) is distinct from (f.zone, f.scope);
    end if;
    return null;
  end $body$`,
  `create or replace trigger fqdn_changed after update on dns.fqdn
    referencing old table as old_rows new table as new_rows
    for each statement execute function dns.fqdn_changed()`,
  // Names below a linked name change their scope if the link is the nearest one above.
  `create or replace function dns.link_changed() returns trigger language plpgsql as $body$
  begin
    if not exists (select from changed) then
      return null;
    end if;
    perform dns.lock_names();
    perform dns.place_names(array(
      select f.id
      from (select distinct fqdn from changed) c
        join dns.fqdn l on l.id = c.fqdn
        join dns.fqdn f on f.rkey between l.rkey and l.rkey || chr(1114111)
      where (l.scope is not distinct from l.id) <> (l.id in (
        select fqdn
        from dns.fqdn2group
        union all select fqdn
        from dns.fqdn2ou))
      group by f.id));
    return null;
  end $body$`,
  linkTrigger("fqdn2group", "insert"),
  linkTrigger("fqdn2group", "delete"),
  linkTrigger("fqdn2ou", "insert"),
  linkTrigger("fqdn2ou", "delete"),
  // The linked names as a forest: each has the next linked name above.
  "create or replace view dns.anchor as select id as fqdn, up from dns.fqdn where scope = id",
];

function linkTrigger(link: string, event: "insert" | "delete"): string {
  return `create or replace trigger ${link}_${event} after ${event} on dns.${link}
    referencing ${event === "insert" ? "new" : "old"} table as changed
    for each statement execute function dns.link_changed()`;
}
