import type { AccountsSpec } from "../../catalogue/define-accounts.ts";
import { EPOCH, SETS } from "./wapi-auth.sets.sql.ts";

/** A subaccount is locked together with its main account (wire contract 1.5). */
const account = (alias: string): string =>
  `case when ${alias}.id is null then null
    else json_build_object('id', ${alias}.id::text, 'login', ${alias}.login_name, 'is_svc', ${alias}.is_svc,
      'parent', ${alias}.parent_login_name::text, 'is_locked',
      ${alias}.is_adm_locked
        or exists (select from cntl.mgr p where p.id = ${alias}.parent_login_name and p.is_adm_locked),
      'may_write', ${alias}.allow_data_manipulation)
  end`;

/**
 * A subaccount is its main account. A service account belongs to nobody, so its token counts for the person who generated the text. A token without a
 * known generator counts separately.
 */
const PERSON = `coalesce(m.parent_login_name::text, case when m.is_svc then a.generated_by end, m.id::text,
  'user ' || a.user_name)`;

/** Removes the sessions `a` for which the condition holds. */
function ending(condition: string): string {
  return `with own as (
      select a.id
      from cntl.wapi_auth a
      where a.is_session and ${condition}
      order by a.id
      for update),
    roles as (delete from cntl.wapi_auth2role r using own where r.wapi_auth_gfk = own.id),
    gone as (delete from cntl.wapi_auth a using own where a.id = own.id returning 1)
    select count(*)::int as ended
    from gone`;
}

const isValid = (token: string): string =>
  `(${token}.expiration_date is null or ${token}.expiration_date > now())
    and (${token}.deletion_date is null or ${token}.deletion_date > now())`;

function due(column: string): string {
  return `(${column} is null or ${column} < now() - interval '61 seconds')`;
}

/** Removes tokens whose deletion date has come. */
export const EXPIRED = `with gone as materialized (
    select id
    from cntl.wapi_auth
    where deletion_date < now()
    order by deletion_date
    limit 1000
    for update skip locked),
  roles as (delete from cntl.wapi_auth2role r using gone where r.wapi_auth_gfk = gone.id)
  delete from cntl.wapi_auth a using gone
  where a.id = gone.id`;

export const ACCOUNTS: AccountsSpec = {
  account: "cntl.mgr",
  passwords: "cntl.password",
  /** Subaccounts and service accounts get no sessions. A user without an account gets one by the user name alone. */
  session: `insert into cntl.wapi_auth (login_name, user_name, is_session, token_hash, idp_sub, idp_sid,
    last_generated, expiration_date, deletion_date)
    select (select id from cntl.mgr where login_name = $1), $1, true, $2, $4, $5, t.now,
      t.now + $3 * interval '1 hour', t.now + $3 * interval '1 hour'
    from (select date_trunc('second', now()) as now) t
    where not exists (
      select
      from cntl.mgr m
      where m.login_name = $1 and (m.is_svc or m.parent_login_name is not null))
    returning 'tok-' || id as gpk`,
  caller: `select a.id::text as token, a.is_session, ${PERSON} as person,
    coalesce(m.login_name, a.user_name) as login, ${account("m")} as account, ${account("s")} as su, ${EPOCH},
    ${due("a.last_used")} as is_touch_due
    from cntl.wapi_auth a
      left join cntl.mgr m on m.id = a.login_name
      left join cntl.mgr s on s.login_name = (select $2::text)
    where a.token_hash = $1 and ${isValid("a")}`,
  standing: `select case when a.id is not null
    and not coalesce(m.is_adm_locked, false)
    and not coalesce(p.is_adm_locked, false)
    and not coalesce(s.is_adm_locked, false)
    and not coalesce(o.is_adm_locked, false)
    then e.epoch::text || case when s.allow_data_manipulation then '' else ' reads' end
  end standing
    from wapi.rights_epoch e
      left join cntl.wapi_auth a on a.id = {token} and ${isValid("a")}
      left join cntl.mgr m on m.id = a.login_name
      left join cntl.mgr p on p.id = m.parent_login_name
      left join cntl.mgr s on s.id = {account}
      left join cntl.mgr o on o.id = s.parent_login_name`,
  countSessions: `select count(*)::int as sessions
    from cntl.wapi_auth a
    where a.is_session and ${isValid("a")}`,
  exists: "select 1 from cntl.mgr where login_name = $1",
  /** Sessions have the name of their user whether or not the user has an account. */
  endSessions: ending(
    `a.user_name = (
      select o.user_name
      from cntl.wapi_auth o
      where o.token_hash = $1 and o.is_session and (o.expiration_date is null or o.expiration_date > now()))`,
  ),
  endAtProvider: ending(
    `(a.idp_sub = $1::text or $1::text is null)
      and (a.idp_sid = $2::text or $2::text is null)
      and num_nonnulls($1::text, $2::text) > 0
      and a.last_generated <= to_timestamp($3::float8)`,
  ),
  /** `last_used` is written at most once a minute; one more second compensates for the rounding to whole seconds. A locked row is left to the next call. */
  noteUse: `update cntl.wapi_auth
    set last_used = date_trunc('second', now()), last_used_from = $2::cidr, device = $3
    where id = (select id from cntl.wapi_auth where id = $1 and ${due("last_used")} for update skip locked)`,
  end: `with own as (select id from cntl.wapi_auth where id::text = $1 and token_hash = $2 for update),
    roles as (delete from cntl.wapi_auth2role r using own where r.wapi_auth_gfk = own.id)
    delete from cntl.wapi_auth a using own
    where a.id = own.id`,
  sets: SETS,
  /** Linked names at or below the roots: the scopes of owned names and records. */
  scopes: `with recursive s(id) as (
    select unnest($1::bigint[])
    union select a.fqdn
    from s join dns.anchor a on a.up = s.id)
    select ${EPOCH}, array(select id::text from s) as scopes`,
  /** Roles of an account (wire contract 1.4). `$2` is an API token whose own roles narrow them, or null. */
  roles: `with recursive m as (
      select id, is_svc, parent_login_name, do_copy_roles
      from cntl.mgr
      where id = $1),
    held(role) as (
      select l.role_name
      from cntl.mgr2role l join m on l.login_name = m.id
      where not m.is_svc
        and (m.parent_login_name is null
          or exists (
            select
            from cntl.mgr2role p
            where p.login_name = m.parent_login_name and p.role_name = l.role_name))
      union select l.role_name
      from cntl.mgr2role l join m on l.login_name = m.parent_login_name
      where m.do_copy_roles and not m.is_svc),
    direct(role) as (
      select role
      from held
      where $2::bigint is null
        or role in (select role_name from cntl.wapi_auth2role where wapi_auth_gfk = $2)),
    below(role) as (
      select role
      from direct
      union select l.sub_role_name
      from below b join cntl.role2role l on l.role_name = b.role)
    select ${EPOCH}, array(select role::text from direct) as roles,
      array(
        select distinct p.name
        from below b
          join cntl.role2permission l on l.role_name = b.role
          join cntl.permission p on p.id = l.permission_name) as permissions`,
  /** Roles that grant all permissions in `$1`, directly or through contained roles; `$2` is the number of permissions. */
  rolesGranting: `with recursive r(id, permission) as (
    select l.role_name, p.id
    from cntl.role2permission l join cntl.permission p on p.id = l.permission_name
    where p.name = any($1)
    union select l.role_name, r.permission
    from r join cntl.role2role l on l.sub_role_name = r.id)
    select c.name
    from cntl.role c join r on r.id = c.id
    group by c.name
    having count(*) = $2::int
    order by c.name`,
  grantNew: `with held as (
      select r.id, r.name, count(*) filter (where p.name = any($1)) as n
      from cntl.role r
        join cntl.role2permission l on l.role_name = r.id
        join cntl.permission p on p.id = l.permission_name
      group by r.id, r.name),
    given as (
      insert into cntl.role2permission (role_name, permission_name)
      select h.id, p.id
      from held h cross join cntl.permission p
      where h.n = cardinality($1::text[]) and p.name = any($2)
      on conflict do nothing
      returning id, role_name)
    select name, n = cardinality($1::text[]) as is_given,
      array(select g.id::text from given g where g.role_name = held.id order by g.id) as made
    from held
    where n > 0
    order by n desc, name`,
  grants: { type: "cntl.role2permission", role: "role_name", permission: "permission_name" },
};
