/** SQL over an account: the name of the person, or the login name where there is none; null without an account. */
export const nameOf = (account: string): string =>
  `coalesce(nullif(concat_ws(' ', ${account}.first_name, ${account}.last_name), ''), ${account}.login_name)`;

/** Forms, and single variants of forms, as teams name them: `patch`, `patch/cn`. Over a row of `req.ticket`. */
const namesOf = (ticket: string): string =>
  `array[${ticket}.form, ${ticket}.form || '/' || ${ticket}.variant]`;

/** SQL over a ticket: the account in effect belongs to a team that works on it. */
export const onTeam = (ticket: string): string =>
  `array(select l.form from req.team l where l.group_name = any({groups})) && ${namesOf(ticket)}`;

/** SQL over a ticket: the account in effect works on it, with its team or because it works on all tickets. */
export const worksOn = (ticket: string): string =>
  `('req.rw:ticket' = any({permissions}) or ${onTeam(ticket)})`;

/** Roles that let their holders work on all tickets, directly or through contained roles. */
const CLERKS = `clerk(role) as (
  select l.role_name from cntl.role2permission l join cntl.permission p on p.id = l.permission_name where p.name = 'req.rw:ticket'
  union select l.role_name from clerk c join cntl.role2role l on l.sub_role_name = c.role)`;

/** Whom a ticket can be assigned to: main accounts of people that are not locked, and that belong to its team or work on all tickets. */
export const STRANGERS = `with recursive ${CLERKS}
select r.ticket::text ticket, m.login_name from json_to_recordset($1::json) r(ticket bigint, assignee bigint)
  join req.ticket t on t.id = r.ticket join cntl.mgr m on m.id = r.assignee
where m.is_svc or m.parent_login_name is not null or m.is_adm_locked or not (
  exists (select from cntl.mgr2role h join clerk c on c.role = h.role_name where h.login_name = m.id)
  or exists (select from req.team l join cntl."group" g on g.id = l.group_name where l.form = any(${namesOf("t")}) and (
    exists (select from cntl.mgr2group h where h.login_name = m.id and h.group_name = any(g.path))
    or exists (select from cntl.group2ou o join org.unit u on u.id = o.ou join cntl.mgr2ou h on h.ou = any(u.path)
      where o.group_name = any(g.path) and h.login_name = m.id))))`;
