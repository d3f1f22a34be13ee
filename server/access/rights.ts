import type { ActorSet } from "../catalogue/define.ts";
import type { Query } from "../db/database.ts";

/** Sets of ids by which the rules of the definitions decide; `accounts` are the own rows of `cntl.mgr`. */
export type RightsSets = Readonly<Record<ActorSet, readonly string[]>>;

export interface Roles {
  /** Ids of the direct roles of the call. */
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

export const NO_SETS: RightsSets = {
  units: [],
  groups: [],
  bcds: [],
  full_bcds: [],
  spaces: [],
  scopes: [],
  accounts: [],
};

/**
 * A subaccount has what it and its main account both have; a service account has groups by membership alone. A group without address spaces in a
 * BCD is bound by those of the nearest group above that has some there (wire contract 7.1).
 */
const SETS = `with recursive
  who(mgr) as (select id from cntl.mgr where id = $1 union select parent_login_name from cntl.mgr where id = $1 and parent_login_name is not null),
  ou(mgr, id) as (
    select w.mgr, l.ou from who w join cntl.mgr2ou l on l.login_name = w.mgr join cntl.mgr m on m.id = w.mgr where not m.is_svc
    union select o.mgr, u.id from ou o join org.unit u on u.parent = o.id),
  n(n) as (select count(*) from who),
  units(id) as materialized (select id from ou group by id having count(*) = (select n from n)),
  grp(mgr, id) as (
    select w.mgr, l.group_name from who w join cntl.mgr2group l on l.login_name = w.mgr
    union select o.mgr, l.group_name from ou o join cntl.group2ou l on l.ou = o.id where o.mgr <> $1 or o.id in (select id from units)
    union select g.mgr, c.id from grp g join cntl."group" c on c.parent_group_name = g.id),
  groups(id) as materialized (select id from grp group by id having count(*) = (select n from n)),
  by_unit(id) as (select l.bcd from nd.bcd2ou l join units u on u.id = l.ou),
  by_group(id, grp) as (select l.bcd, l.group_name from nd.bcd2group l join groups g on g.id = l.group_name),
  bound(id, bcd, grp, is_nearest) as materialized (
    select s.id, b.id, b.grp, p.n = max(p.n) over (partition by b.id, b.grp) from by_group b join cntl."group" g on g.id = b.grp
      cross join unnest(g.path) with ordinality p(id, n) join cntl.group_addr_space s on s.group_name = p.id
      join nd.ip_subnet n on n.cidr >>= s.cidr and n.bcd = b.id),
  roots(id) as (
    select l.fqdn from dns.fqdn2ou l join units u on u.id = l.ou
    union select l.fqdn from dns.fqdn2group l join groups g on g.id = l.group_name)
select array(select id::text from units) units, array(select id::text from groups) groups,
  array(select id::text from by_unit union select id::text from by_group) bcds,
  array(select id::text from by_unit union select id::text from by_group b where not exists (
    select from bound where bound.bcd = b.id and bound.grp = b.grp)) full_bcds,
  array(select distinct id::text from bound where is_nearest) spaces,
  array(select id::text from roots) roots,
  array(select $1::bigint::text union select id::text from cntl.mgr where parent_login_name = $1
    union select m.id::text from cntl.mgr m join cntl.mgr2ou l on l.login_name = m.id join units u on u.id = l.ou where m.is_svc) accounts`;

/** Linked names at or below the roots: the scopes whose names and records are owned. */
const SCOPES = `with recursive s(id) as (
  select unnest($1::bigint[]) union select a.fqdn from s join dns.anchor a on a.up = s.id)
select array(select id::text from s) scopes`;

/** Roles held by an account (wire contract 1.4); `$2` an API token whose own roles narrow them, or null. */
const ROLES = `with recursive m as (select * from cntl.mgr where id = $1),
  held(role) as (
    select l.role_name from cntl.mgr2role l join m on l.login_name = m.id where not m.is_svc and (m.parent_login_name is null
      or exists (select from cntl.mgr2role p where p.login_name = m.parent_login_name and p.role_name = l.role_name))
    union select l.role_name from cntl.mgr2role l join m on l.login_name = m.parent_login_name where m.do_copy_roles and not m.is_svc),
  direct(role) as (select role from held where $2::bigint is null
    or role in (select role_name from cntl.wapi_auth2role where wapi_auth_gfk = $2)),
  below(role) as (select role from direct union select l.sub_role_name from below b join cntl.role2role l on l.role_name = b.role)
select array(select role::text from direct) roles, array(select distinct p.name from below b
  join cntl.role2permission l on l.role_name = b.role join cntl.permission p on p.id = l.permission_name) permissions`;

/** Everything an account may act on, computed anew. */
export async function readSets(query: Query, account: string): Promise<RightsSets> {
  const [row] = await query.query<RightsSets & { roots: readonly string[] }>(SETS, [account], "access-sets");
  if (row === undefined) return NO_SETS;
  const { roots, ...sets } = row;
  if (roots.length === 0) return { ...sets, scopes: [] };
  const [found] = await query.query<{ scopes: readonly string[] }>(SCOPES, [roots], "access-scopes");
  return { ...sets, scopes: found?.scopes ?? [] };
}

/** Direct roles and permissions; `apiToken` is null where the account's roles count as they are. */
export async function readRoles(query: Query, account: string, apiToken: string | null): Promise<Roles> {
  const [row] = await query.query<Roles>(ROLES, [account, apiToken], "access-roles");
  return row ?? { roles: [], permissions: [] };
}
