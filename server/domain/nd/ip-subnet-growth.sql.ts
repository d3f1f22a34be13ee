import { BOUNDS, CLAIMS_NOW, claimsLogged } from "./ip-subnet-use.sql.ts";

/** Number of days over which the growth of a subnet is counted. */
export const GROWTH_DAYS = 30;

/** Growth is counted beforehand, for a few subnets a minute, because counting takes longer the more was changed. */
const AT_ONCE = 200;

/**
 * Recounts the subnets whose count is the oldest: how many more addresses are used than `GROWTH_DAYS` days ago. The log is walked back from the
 * present claims on each address, as for the history of a subnet.
 */
export const COUNT_GROWTH = `insert into nd.subnet_growth as k (subnet, grown, counted)
  select n.id, g.grown, now()
  from (
    select s.id, b.first, b.last
    from nd.ip_subnet s left join nd.subnet_growth o on o.subnet = s.id cross join lateral ${BOUNDS} b
    where o.counted is null or o.counted < now() - interval '5 minutes'
    order by o.counted nulls first
    limit ${String(AT_ONCE)}
    for key share of s skip locked) n
    cross join lateral (
      select count(*)
        filter (where claims > 0 and claims <= change) - count(*)
        filter (where claims <= 0 and change < 0) as grown
      from (
        select e.address, sum(e.change) as change
        from (${claimsLogged("new", 1, GROWTH_DAYS)} union all ${claimsLogged("old", -1, GROWTH_DAYS)}) e
        group by 1
        having sum(e.change) <> 0) x
      -- Without "offset" the numbers would be computed anew wherever they are used.
        cross join lateral (select ${CLAIMS_NOW} as claims offset 0) c) g
  on conflict (subnet) do update set grown = excluded.grown, counted = excluded.counted`;

/** The last counts, one row for each subnet. */
export const GROWTH_STATEMENTS: readonly string[] = [
  `create table if not exists nd.subnet_growth (
    subnet bigint primary key references nd.ip_subnet (id) on delete cascade, grown bigint not null,
    counted timestamptz not null)`,
];
