import { linkSql, type Assignable } from "../../catalogue/define.ts";

/** SQL over an account: the name of the person, or the login name if there is none; null without an account. */
export const nameOf = (account: string): string =>
  `coalesce(nullif(concat_ws(' ', ${account}.first_name, ${account}.last_name), ''), ${account}.login_name)`;

/** Forms, and single variants of forms, as teams name them: `patch`, `patch/cn`. Over a row of `req.ticket`. */
const namesOf = (ticket: string): string =>
  `array[${ticket}.form, ${ticket}.form || '/' || ${ticket}.variant]`;

/** SQL over a ticket: the account in effect belongs to a team that works on it. */
export const onTeam = (ticket: string): string =>
  `array(select l.form from req.team l where l.group_name = any({groups})) && ${namesOf(ticket)}`;

/** Tickets are assigned to the teams of their form. */
export const TICKET: Assignable = {
  type: "req.ticket",
  isMine: `(select ${onTeam("f")} from req.ticket f where f.id = {id})`,
  key: `select json_build_object('number', f.number) as key from req.ticket f where f.id = $1::bigint`,
  links: `select ${linkSql("req.team", "'form', l.form", "'group_name', g.name")}, g.id, null::bigint
    from req.ticket f
      join req.team l on l.form = any(${namesOf("f")})
      join cntl."group" g on g.id = l.group_name
    where f.id = $1`,
};

/** SQL over a ticket: the account in effect works on it, with its team or because it works on all tickets. */
export const worksOn = (ticket: string): string =>
  `('req.rw:ticket' = any({permissions}) or ${onTeam(ticket)})`;

const TEAM_GROUPS = `req.team l join cntl."group" g on g.id = l.group_name`;

/** Accounts to which tickets can be assigned: unlocked main accounts of people, by what their team works on; null for teams that work on all tickets. */
const WORKERS = `with recursive clerk(role) as (
    select l.role_name
    from cntl.role2permission l join cntl.permission p on p.id = l.permission_name
    where p.name = 'req.rw:ticket'
    union select l.role_name
    from clerk c join cntl.role2role l on l.sub_role_name = c.role),
  member(form, account) as (
    select l.form, h.login_name
    from ${TEAM_GROUPS} join cntl.mgr2group h on h.group_name = any(g.path)
    union select l.form, h.login_name
    from ${TEAM_GROUPS}
      join cntl.group2ou o on o.group_name = any(g.path)
      join org.unit u on u.id = o.ou
      join cntl.mgr2ou h on h.ou = any(u.path)
    union select null, h.login_name
    from clerk c join cntl.mgr2role h on h.role_name = c.role),
  worker(form, account) as (
    select w.form, w.account
    from member w join cntl.mgr m on m.id = w.account
    where not m.is_svc and m.parent_login_name is null and not m.is_adm_locked)`;

const isWorker = (ticket: string): string => `(w.form is null or w.form = any(${namesOf(ticket)}))`;

/** Assignees `$1` that do not work on their tickets. */
export const STRANGERS = `${WORKERS}
  select m.login_name
  from json_to_recordset($1::json) r(ticket bigint, assignee bigint)
    join req.ticket t on t.id = r.ticket
    join cntl.mgr m on m.id = r.assignee
  where not exists (select from worker w where w.account = r.assignee and ${isWorker("t")})`;

/** Accounts that a ticket can be assigned to, and tickets that can be assigned to an account. Only people who work on the ticket see them. */
export const ASSIGNABLE = {
  accounts: `${WORKERS}
    select w.account
    from worker w
    where exists (select from {earlier} e where ${worksOn("e")} and ${isWorker("e")})`,
  tickets: `${WORKERS}
    select k.id
    from req.ticket k
    where ${worksOn("k")}
      and exists (select from {earlier} e join worker w on w.account = e.id where ${isWorker("k")})`,
};
