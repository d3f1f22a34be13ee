/** SQL over a row `s` of `nd.ip_subnet`: its first and last address that a host may use. */
const EDGE = "case when family(s.cidr) = 4 and masklen(s.cidr) <= 30 then 1 else 0 end";
export const BOUNDS = `(
  select host(network(s.cidr))::inet + ${EDGE} as first, host(broadcast(s.cidr))::inet - ${EDGE} as last)`;

/** SQL over `s` and its bounds `b`: the number of its addresses with a record or a static assignment. */
const USED = `(
  select count(*) as used
  from (
    select r.target_ipaddr
    from dns.record r
    where r.target_ipaddr between b.first and b.last
    union select a.ip_addr
    from dhcp.static_assignment a
    where a.subnet = s.id) x)`;

/** SQL over `s`: the addresses of its pools. */
const POOL = `(
  select coalesce(sum(d.last_addr - d.first_addr + 1), 0)::bigint as pool
  from dhcp.pool d
  where d.subnet = s.id)`;

/** SQL over `s` and `b`: its reserved addresses, gateway and anycast address that are not used. */
const RESERVED = `(
  select count(distinct x.address) as reserved
  from (
    select unnest(s.reserved_addr_list)
    union all select s.gateway_addr
    union all select s.router_anycast_addr) x(address)
  where x.address between b.first and b.last
    and not exists (select from dns.record r where r.target_ipaddr = x.address)
    and not exists (select from dhcp.static_assignment a where a.ip_addr = x.address))`;

/** Rows of `nd.ip_subnet_use`. The numbers are computed only for the rows of a page. */
export const SUBNET_USE = `select s.id::text as id, s.id as cidr, s.bcd, family(s.cidr) as type, s.description
  from nd.ip_subnet s`;

/** SQL over a row `t`: a number about its subnet, from these sources. */
function ofSubnet(value: string, sources: readonly string[]): string {
  const all = [`${BOUNDS} b`, ...sources].map((source) => `cross join lateral ${source}`);
  return `(select ${value} from nd.ip_subnet s ${all.join(" ")} where s.id = t.cidr)`;
}

/** The share of all its addresses that are not free; null for IPv6. */
const CLAIMED = [
  "(select case when family(s.cidr) = 4 then b.last - b.first + 1 end as size) n",
  `${USED} u`,
  `${RESERVED} r`,
  `${POOL} p`,
  "(select case when n.size is not null then least(n.size, u.used + r.reserved + p.pool) end as claimed) c",
];

/**
 * SQL over a row `t` of each number. An address counts once, by its strongest claim (used, reserved, in a pool), like in the address map of the
 * portal; pools contain no other claims (wire contract 7.7). Comparisons with the bounds of host addresses use the indexes; `<<=` on a column would
 * not.
 */
export const COUNTS = {
  used: ofSubnet("u.used", [`${USED} u`]),
  reserved: ofSubnet("r.reserved", [`${RESERVED} r`]),
  pool: ofSubnet("p.pool", [`${POOL} p`]),
  free: ofSubnet("n.size - c.claimed", CLAIMED),
  percent: ofSubnet("floor(100.0 * c.claimed / n.size)::bigint", CLAIMED),
} as const;

/** Length of the history in days. */
export const DAYS = 90;

/** Log entries about objects that use addresses; the indexes below have exactly these entries. */
const CLAIMS = "l.object_fq_name in ('dns.record', 'dhcp.static_assignment')";

/** Claims on an address of `n` that each of the last days (0 is the last one) added or removed, by one side of the log entries. */
export function claimsLogged(side: "old" | "new", sign: 1 | -1, days = DAYS): string {
  const address = `nd.logged_address(l."${side}")`;
  return `select ${address} as address, floor(extract(epoch from now() - l.ts) / 86400)::int as day,
    ${String(sign)} as change
    from wapi.change_log l
    where ${CLAIMS}
      and ${address} between n.first and n.last
      and l.ts > now() - interval '${String(days)} days'`;
}

/** SQL over `x.address`: the records and static assignments that claim it. */
export const CLAIMS_NOW = `(select count(*) from dns.record r where r.target_ipaddr = x.address)
  + (select count(*) from dhcp.static_assignment a where a.ip_addr = x.address)`;

/**
 * `id` and `value` of the subnets in `{rows}`: how many addresses were used `DAYS` days ago, one day later, and so on until now. The log is walked
 * back from the present number: before a change, an address was used if other claims on it remain.
 */
export const USED_BY_DAY = `with net as materialized (
    select s.id, b.first, b.last, u.used
    from ({rows}) a
      join nd.ip_subnet s on s.id = a.id::bigint
      cross join lateral ${BOUNDS} b
      cross join lateral ${USED} u),
  logged as materialized (
    select n.id, e.address, e.day, sum(e.change) as change
    from net n cross join lateral (${claimsLogged("new", 1)} union all ${claimsLogged("old", -1)}) e
    group by n.id, e.address, e.day
    having sum(e.change) <> 0),
  claimed as (select x.address, ${CLAIMS_NOW} as claims from (select distinct address from logged) x),
  back as (
    select l.id, l.day, l.change,
      c.claims - sum(l.change) over (partition by l.id, l.address order by l.day) as claims
    from logged l join claimed c on c.address = l.address),
  turned as (
    select id, day + 1 as day, sum((claims > 0)::int - (claims + change > 0)::int) as change
    from back
    group by 1, 2)
  select d.id::text as id, array_agg(d.used order by d.day desc) as value
  from (
    select n.id, g.day,
      (n.used + coalesce(sum(t.change) over (partition by n.id order by g.day), 0))::bigint as used
    from net n
      cross join generate_series(0, ${String(DAYS)}) g(day)
      left join turned t on t.id = n.id and t.day = g.day) d
  group by d.id`;

/** The address that a logged row of a record or a static assignment claims, and indexes that find entries by it. */
export const USE_STATEMENTS: readonly string[] = [
  `create or replace function nd.logged_address(logged jsonb)
    returns inet
    language sql immutable parallel safe as $body$
    select coalesce(logged ->> 'target_ipaddr', logged ->> 'ip_addr')::inet
  $body$`,
  ...["old", "new"].map(
    (side) =>
      `create index if not exists wapi_change_log_${side}_address_idx
        on wapi.change_log (nd.logged_address("${side}"), ts)
        where object_fq_name in ('dns.record', 'dhcp.static_assignment')
          and nd.logged_address("${side}") is not null`,
  ),
];
