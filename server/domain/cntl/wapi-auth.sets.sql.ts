/** Column of an answer: changes of rights make it greater. */
export const EPOCH = "(select e.epoch::text from wapi.rights_epoch e) epoch";

/** The units of the account `$1`: those that all of `who` have, with everything below them. A service account has none. */
const UNITS = `who(mgr) as (
    select id
    from cntl.mgr
    where id = $1
    union select parent_login_name
    from cntl.mgr
    where id = $1 and parent_login_name is not null),
  ou(mgr, id) as (
    select w.mgr, l.ou
    from who w join cntl.mgr2ou l on l.login_name = w.mgr join cntl.mgr m on m.id = w.mgr
    where not m.is_svc
    union all select o.mgr, u.id
    from ou o join org.unit u on u.parent = o.id),
  n(n) as (select count(*) from who),
  units(id) as materialized (select id from ou group by id having count(distinct mgr) = (select n from n))`;

/** The groups of the account `$1`, with everything below them. */
const GROUPS = `grp(mgr, id) as (
    select w.mgr, l.group_name
    from who w join cntl.mgr2group l on l.login_name = w.mgr
    union all select o.mgr, l.group_name
    from ou o join cntl.group2ou l on l.ou = o.id
    where o.mgr <> $1 or o.id in (select id from units)
    union all select g.mgr, c.id
    from grp g join cntl."group" c on c.parent_group_name = g.id),
  groups(id) as materialized (select id from grp group by id having count(distinct mgr) = (select n from n))`;

/** What units and groups give: BCDs, address spaces and the names at the top of their trees. */
const GIVEN = `by_unit(id) as (select l.bcd from nd.bcd2ou l join units u on u.id = l.ou),
  by_group(id, grp) as (select l.bcd, l.group_name from nd.bcd2group l join groups g on g.id = l.group_name),
  bound(id, bcd, grp, is_nearest) as materialized (
    select s.id, b.id, b.grp, p.n = max(p.n) over (partition by b.id, b.grp)
    from by_group b
      join cntl."group" g on g.id = b.grp
      cross join unnest(g.path) with ordinality p(id, n)
      join cntl.group_addr_space s on s.group_name = p.id
      join nd.ip_subnet n on n.cidr >>= s.cidr and n.bcd = b.id),
  roots(id) as (
    select l.fqdn
    from dns.fqdn2ou l join units u on u.id = l.ou
    union select l.fqdn
    from dns.fqdn2group l join groups g on g.id = l.group_name)`;

/** Lists of BCDs and address spaces in the answer. */
const NETWORKS = `array(select id::text from by_unit union select id::text from by_group) bcds,
  array(
    select id::text
    from by_unit
    union select id::text
    from by_group b
    where not exists (select from bound where bound.bcd = b.id and bound.grp = b.grp)) full_bcds,
  array(select distinct id::text from bound where is_nearest) spaces`;

/**
 * A subaccount has the rights that it and its main account share; a service account has groups by membership alone. A group without address spaces in
 * a BCD is bound by the nearest group above that has some there (wire contract 7.1).
 * Trees have no rings, so `union all` ends; `union` would clear 64 MB for its guess of rows where tables were never analyzed.
 */
export const SETS = `with recursive ${UNITS}, ${GROUPS}, ${GIVEN}
  select ${EPOCH}, array(select id::text from units) as units, array(select id::text from groups) as groups,
    ${NETWORKS}, array(select id::text from roots) as roots,
    array(
      select $1::bigint::text
      union select id::text
      from cntl.mgr
      where parent_login_name = $1
      union select m.id::text
      from cntl.mgr m join cntl.mgr2ou l on l.login_name = m.id join units u on u.id = l.ou
      where m.is_svc) as accounts,
    array(select m.login_name from cntl.mgr m where m.id = $1) as login_names`;
