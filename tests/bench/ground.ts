import type { Database } from "../../server/db/database.ts";
import type { ApplyGround } from "./apply.ts";

const OWNED = `with recursive me as (select id from cntl.mgr where login_name = $1),
  o as (select l.ou id from cntl.mgr2ou l join me on l.login_name = me.id union select u.id from org.unit u join o on u.parent = o.id),
  g as (select l.group_name id from cntl.mgr2group l join me on l.login_name = me.id union select l.group_name from cntl.group2ou l join o on l.ou = o.id
    union select c.id from cntl."group" c join g on c.parent_group_name = g.id),
  b as (select l.bcd id from nd.bcd2ou l join o on l.ou = o.id union select l.bcd from nd.bcd2group l join g on l.group_name = g.id),
  roots as (select l.fqdn id from dns.fqdn2ou l join o on l.ou = o.id union select l.fqdn from dns.fqdn2group l join g on l.group_name = g.id)`;

/** A BCD in which some group has only a part of the addresses. */
const IS_SHARED = (bcd: string): string =>
  `exists (select from cntl.group_addr_space a join nd.ip_subnet n on n.cidr >>= a.cidr where n.bcd = ${bcd})`;
const BCDS = `${OWNED} select name from nd.bcd where id in (select id from b) order by name limit 100`;
const SUBNETS = `${OWNED} select cidr::text from nd.ip_subnet where bcd in (select id from b) order by cidr limit 100`;
const ZONE = `${OWNED} select f.value from roots r join dns.fqdn f on f.id = r.id where f.zone is not null
  order by (select count(*) from dns.fqdn s where s.parent = f.id) desc, f.value limit 1`;
const ADDRESSES = `${OWNED} select host(a) address from (
    select s.cidr, set_masklen(s.cidr::inet, 32) + n a, s.gateway_addr, s.router_anycast_addr, s.reserved_addr_list, 2 ^ (32 - masklen(s.cidr)) size, n
    from nd.ip_subnet s cross join generate_series(2, 250) n
    where family(s.cidr) = 4 and s.bcd in (select id from b) and not ${IS_SHARED("s.bcd")}) x
  where n < size - 1 and a is distinct from gateway_addr and a is distinct from router_anycast_addr and not a = any(reserved_addr_list)
    and not exists (select from dns.record r where r.target_ipaddr = a)
    and not exists (select from dhcp.pool p where a between p.first_addr and p.last_addr)
    and not exists (select from dhcp.static_assignment p where p.ip_addr = a)
  order by a limit 400`;
const RECORDS = `${OWNED} select f.value fqdn, r."type", r.data from dns.record r join dns.fqdn f on f.id = r.fqdn
  where r.bcd in (select id from b) and f.anc && array(select id from roots) and not ${IS_SHARED("r.bcd")}
    and r."type" in ('A', 'AAAA') and not exists (select from dns.record t where t.target_fqdn = f.id)
  order by r.id limit $2`;
/** The next unit below the root that the account does not administer, with all units below it. */
const MORE = `with more as (insert into cntl.mgr2ou (login_name, ou)
    select m.id, u.id from cntl.mgr m, org.unit u join org.unit r on r.id = u.parent and r.parent is null
    where m.login_name = $1 and not exists (select from cntl.mgr2ou l where l.login_name = m.id and l.ou = u.id)
    order by u.id limit 1 returning 1)
  update wapi.rights_epoch set epoch = epoch + (select count(*) from more) returning (select count(*)::int from more) made`;

const BCDS_NEEDED = 100;

/** Lets the account administer enough divisions for 100 BCDs; a small campus has fewer BCDs in each division. */
export async function widen(db: Database, login: string): Promise<void> {
  for (let made = 1; made > 0;) {
    if ((await db.query(BCDS, [login])).length >= BCDS_NEEDED) return;
    const [more] = await db.query<{ made: number }>(MORE, [login]);
    made = more?.made ?? 0;
  }
}

const WIDE = `${OWNED} select s.cidr::text from nd.ip_subnet s where s.bcd in (select id from b) and not ${IS_SHARED("s.bcd")}
  and case family(s.cidr) when 4 then 32 else 128 end - masklen(s.cidr) >= 12 order by s.cidr limit 1`;

/** A network with thousands of addresses that the account owns. */
export async function wideNetwork(db: Database, login: string): Promise<string | null> {
  const [found] = await db.query<{ cidr: string }>(WIDE, [login]);
  return found?.cidr ?? null;
}

/** The objects for P4; null if the account owns too few. */
export async function groundOf(
  db: Database,
  login: string,
  rounds: number,
): Promise<readonly ApplyGround[] | null> {
  const list = async <R extends object>(sql: string, ...more: unknown[]): Promise<R[]> =>
    db.query<R>(sql, [login, ...more]);
  const bcds = (await list<{ name: string }>(BCDS)).map(({ name }) => name);
  const subnets = (await list<{ cidr: string }>(SUBNETS)).map(({ cidr }) => cidr);
  const [zone] = await list<{ value: string }>(ZONE);
  const addresses = (await list<{ address: string }>(ADDRESSES)).map(({ address }) => address);
  if (zone === undefined) return null;
  const records = await list<ApplyGround["records"][number]>(RECORDS, rounds * 100);
  const isEnough =
    bcds.length >= BCDS_NEEDED &&
    subnets.length >= 100 &&
    addresses.length >= 350 &&
    records.length >= rounds * 100;
  if (!isEnough) return null;
  return Array.from({ length: rounds }, (_, round) => ({
    zone: zone.value,
    bcds,
    subnets,
    addresses,
    records: records.slice(round * 100, round * 100 + 100),
  }));
}
