import { ROLES_OF_SUBNET } from "./ip-subnet.sql.ts";
import { LOCKS } from "../../catalogue/locks.ts";

/** Records are sorted in memory in parts of at most this many rows. The first part is small, because a gap is often near. */
const PART = 2_000;
const FIRST_PART = 100;
/** Maximum number of addresses that a transaction reserves one by one. A larger reservation locks out others, because the lock table is bounded. */
const ONE_BY_ONE = 400;
/** Extra candidates, because parallel calls may hold some of them. If they hold all, more candidates are requested. */
const SPARE = 8;
const SPARE_AT_MOST = 512;

/** Statements in these functions keep their plans, because planning each of them again takes longer than executing it. */
const PLANNED_ONCE = "set plan_cache_mode = force_generic_plan";

/** Addresses of up to `part` records, in order. */
const SEEN = (part: number): string =>
  `seen := array(
    select distinct d.target_ipaddr
    from dns.record d
    where d.target_ipaddr >= cur and d.target_ipaddr <= hi
    order by d.target_ipaddr
    limit ${String(part)});`;

/** Gaps between used ranges from `cur` to `bound`: the last address before (`was`) and the first one behind (`next`). */
const GAPS = `with used as materialized (
  select r.a, r.b
  from unnest(seen[1] || starts, ends || seen[cardinality(seen)]) r(a, b)
  where r.a is not null
  union all select d.ip_addr, d.ip_addr
  from dhcp.static_assignment d
  where d.ip_addr between cur and bound
  union all select p.first_addr, p.last_addr
  from dhcp.pool p
  where p.subnet = within and p.last_addr >= cur and p.first_addr <= bound
  union all select r.address, r.address
  from nd.ip_subnet s cross join lateral ${ROLES_OF_SUBNET} r
  where s.id = within and r.address between cur and bound)
  select w.p as was, w.a as next
  from (select a, max(b) over (order by a rows between unbounded preceding and 1 preceding) as p from used) w
  where case when w.p is null then w.a > cur when w.p >= w.a then false else w.a > w.p + 1 end
  union all select max(b), null
  from used
  order by next nulls last`;

/** SQL: the address `x` is used, or lies outside of the subnet `within`. */
const IS_USED = `exists (select from dns.record d where d.target_ipaddr = x)
  or exists (select from dhcp.static_assignment d where d.ip_addr = x)
  or exists (select from dhcp.pool p where p.subnet = within and x between p.first_addr and p.last_addr)
  or exists (
    select
    from nd.ip_subnet s cross join lateral ${ROLES_OF_SUBNET} r
    where s.id = within and r.address = x)
  or exists (select from nd.ip_subnet s where s.cidr >>= x and s.id is distinct from within)`;

/** Addresses that the transaction has reserved so far. */
const RESERVED = "string_to_array(coalesce(current_setting('netportal.reserved', true), ''), ',')";
/** Adds the list `mine` to the reserved addresses. It is called once for each call, because it copies the whole text. */
const NOTE = `perform set_config('netportal.reserved',
    concat_ws(',', nullif(current_setting('netportal.reserved', true), ''), nullif(array_to_string(mine, ','), '')), true)`;

type Mode = "free" | "reserved";

/** Answers the addresses of a range (first, last, subnet) with the name of their BCD, and ends when enough were answered. */
const ANSWER = (mode: Mode, range: string, name: string): string =>
  `for x in select * from tmp.${mode}_addresses(${range}, left_over) loop
    return query select x::cidr, x, ${name};
    left_over := left_over - 1;
  end loop;
  if left_over = 0 then
    return;
  end if`;

/** Single addresses of a network, in readable subnets or outside all subnets. */
const SINGLE = (mode: Mode): string =>
  `create or replace function tmp.${mode}_single(wanted cidr, most int, readable bigint[])
    returns table (network cidr, address inet, bcd_name text)
    language plpgsql ${mode === "free" ? "stable" : "volatile"} ${PLANNED_ONCE} as $body$
  declare
    cur inet := host(network(wanted))::inet;
    last inet := host(broadcast(wanted))::inet;
    left_over int := most;
    s record;
    x inet;
  begin
    for s in
      select n.id, host(network(n.cidr))::inet as first, host(broadcast(n.cidr))::inet as last, b.name
      from nd.ip_subnet n join nd.bcd b on b.id = n.bcd
      where n.cidr && wanted
      order by n.cidr loop
      if cur < s.first then
        ${ANSWER(mode, "cur, s.first - 1, null", "null::text")};
      end if;
      if s.id = any(readable) then
        ${ANSWER(mode, "greatest(cur, s.first), least(last, s.last), s.id", "s.name")};
      end if;
      if s.last >= last then
        return;
      end if;
      cur := s.last + 1;
    end loop;
    for x in select * from tmp.${mode}_addresses(cur, last, null, left_over) loop
      return query select x::cidr, x, null::text;
    end loop;
  end $body$`;

/** Networks that overlap no subnet. Reservations wait for each other, because networks of two lengths may overlap. */
const NETWORKS = (mode: Mode): string => {
  const [before, keep, after] =
    mode === "free"
      ? ["", "", ""]
      : [
          `perform pg_advisory_xact_lock(${LOCKS.networks}, 0);
          select coalesce(array_agg(t::cidr), '{}') into taken from unnest(${RESERVED}) t;`,
          "mine := mine || cur::text;",
          `${NOTE};`,
        ];
  return `create or replace function tmp.${mode}_networks(wanted cidr, length int, most int)
returns table (network cidr, address inet, bcd_name text) language plpgsql ${mode === "free" ? "stable" : "volatile"} as $body$
declare
  cur cidr := network(set_masklen(host(network(wanted))::inet, length));
  last inet := host(broadcast(wanted))::inet;
  left_over int := most;
  taken cidr[] := '{}';
  mine text[] := '{}';
  s cidr;
begin
  ${before}
  -- The last of the list stands behind all: what is free up to it comes out too.
  for s in select * from (select n.cidr c from nd.ip_subnet n where n.cidr && wanted
    union all select t from unnest(taken) t where t && wanted
    union all select null) u(c) order by c nulls last, masklen(c) loop
    while left_over > 0 and cur is not null and (s is null or host(broadcast(cur))::inet < host(network(s))::inet) loop
      ${keep}
      return query select cur, host(network(cur))::inet, null::text;
      left_over := left_over - 1;
      cur := tmp.network_behind(cur, length, last);
    end loop;
    exit when left_over = 0 or cur is null or s is null;
    if host(network(cur))::inet <= host(broadcast(s))::inet then
      cur := tmp.network_behind(s, length, last);
      if host(network(cur))::inet <= host(broadcast(s))::inet then cur := tmp.network_behind(cur, length, last); end if;
    end if;
  end loop;
  ${after}
end $body$`;
};

/** SQL functions of `tmp.cidr_generator` (wire contract 7.8). The schema stores nothing. */
export const FREE_NETWORK_STATEMENTS: readonly string[] = [
  "create schema if not exists tmp",
  // Free addresses from `lo` to `hi`, lowest first, all in the subnet `within` or in none (null). It reads used ranges in order and answers the gaps,
  // so a full network costs one pass over its index and an empty one nothing.
  `create or replace function tmp.free_addresses(lo inet, hi inet, within bigint, most int) returns setof inet
language plpgsql stable ${PLANNED_ONCE} as $body$
declare
  cur inet := lo;
  seen inet[];
  starts inet[];
  ends inet[];
  bound inet;
  gap record;
  x inet;
  left_over int := most;
  part int := ${String(FIRST_PART)};
begin
  loop
    -- The limits are literals: a plan that is kept takes an unknown limit for a tenth of all rows.
    if part = ${String(FIRST_PART)} then
      ${SEEN(FIRST_PART)}
    else
      ${SEEN(PART)}
    end if;
    bound := case when cardinality(seen) = part then seen[part] else hi end;
    -- Addresses of records often lie side by side, so they are kept as ranges.
    select array_agg(g.before order by g.before), array_agg(g.after order by g.after) into ends, starts
      from unnest(seen[:cardinality(seen) - 1], seen[2:]) g(before, after) where g.after > g.before + 1;
    part := ${String(PART)};
    for gap in
      ${GAPS}
    loop
      -- Behind the last address of all there is none to be counted to.
      continue when gap.was >= bound;
      x := case when gap.was is null then cur else gap.was + 1 end;
      while x <= bound and (gap.next is null or x < gap.next) loop
        return next x;
        left_over := left_over - 1;
        if left_over = 0 or x >= hi then return; end if;
        x := x + 1;
      end loop;
    end loop;
    exit when bound >= hi;
    cur := bound + 1;
  end loop;
end $body$`,
  // Free addresses, each reserved for the transaction. A lock that cannot be taken at once marks an address as taken. A locked address is checked
  // again, because the last holder of the lock may have used it.
  `create or replace function tmp.reserved_addresses(lo inet, hi inet, within bigint, most int)
    returns setof inet
    language plpgsql volatile ${PLANNED_ONCE} as $body$
  declare
    cur inet := lo;
    x inet;
    found_some int;
    wanted int := most;
    asked int;
    spare int := ${String(SPARE)};
    taken text[] := ${RESERVED};
    mine text[] := '{}';
    is_alone boolean := cardinality(taken) + most > ${String(ONE_BY_ONE)};
  begin
    if is_alone then
      perform pg_advisory_xact_lock(${LOCKS.reserving}, 0);
    else
      perform pg_advisory_xact_lock_shared(${LOCKS.reserving}, 0);
    end if;
    loop
      found_some := 0;
      asked := wanted + spare;
      spare := least(spare * 4, ${String(SPARE_AT_MOST)});
      for x in select * from tmp.free_addresses(cur, hi, within, asked) loop
        found_some := found_some + 1;
        cur := x;
        continue when host(x) = any(taken);
        if not is_alone then
          continue when not pg_try_advisory_xact_lock(hashtextextended('free address ' || host(x), 0));
        end if;
        continue when ${IS_USED};
        mine := mine || host(x);
        return next x;
        wanted := wanted - 1;
        exit when wanted = 0;
      end loop;
      exit when wanted = 0 or found_some < asked or cur >= hi;
      cur := cur + 1;
    end loop;
    ${NOTE};
  end $body$`,
  SINGLE("free"),
  SINGLE("reserved"),
  // The next network of this length after a given one; null after the last.
  `create or replace function tmp.network_behind(before cidr, length int, last inet)
    returns cidr
    language sql immutable as $body$
    select case when host(broadcast(before))::inet < last
      then network(set_masklen(host(broadcast(before))::inet + 1, length))
    end
  $body$`,
  NETWORKS("free"),
  NETWORKS("reserved"),
];
