import { subnetOf } from "../domain/nd/ip-subnet.sql.ts";
import { parseAddress } from "#contract/values/ip";
import type { Query } from "../db/database.ts";
import { refuse } from "../faults.ts";

/** SQL: the people behind these accounts as JSON, each once. A subaccount counts as its main account; service accounts do not count. */
const people = (accounts: string): string =>
  `(
    select coalesce(json_agg(json_build_object('first_name', p.first_name, 'last_name', p.last_name, 'email',
        p.email)
        order by p.last_name, p.first_name, p.login_name),
      '[]')
    from cntl.mgr p
    where not p.is_svc
      and p.id in (select coalesce(m.parent_login_name, m.id) from cntl.mgr m where m.id in (${accounts})))`;

/** SQL: the nearest object of a path (the object itself first) to which this link assigns a main account or subaccount. */
const nearest = (path: string, link: string, column: string): string =>
  `(
    select a.id
    from unnest(${path}) with ordinality a(id, n)
    where exists (
      select
      from ${link} l join cntl.mgr m on m.id = l.login_name
      where l.${column} = a.id and not m.is_svc)
    order by a.n desc
    limit 1)`;

/** Members of the group; if neither it nor a group above has any, administrators of the linked units. */
const GROUP_PEOPLE = `select l.login_name
  from cntl.mgr2group l
  where l.group_name = g.who
  union all select l.login_name
  from cntl.mgr2ou l
  where g.who is null and l.ou = any(g.who_else)`;

/** One statement for everybody who is responsible for the smallest subnet around the address. */
const CONTACT = `with net as (
    select s.cidr, s.bcd, b.name
    from (${subnetOf("$1::inet", "s.cidr, s.bcd")}) s join nd.bcd b on b.id = s.bcd),
  units as (
    select u.fq_name, u.title, ${nearest("u.path", "cntl.mgr2ou", "ou")} as who
    from net join nd.bcd2ou l on l.bcd = net.bcd join org.unit u on u.id = l.ou),
  groups as (
    select g.name, ${nearest("g.path", "cntl.mgr2group", "group_name")} as who,
      array(
        select ${nearest("u.path", "cntl.mgr2ou", "ou")}
        from cntl.group2ou l join org.unit u on u.id = l.ou
        where l.group_name = any(g.path)) as who_else
    from net join nd.bcd2group l on l.bcd = net.bcd join cntl."group" g on g.id = l.group_name)
  select json_build_object('ip', $2::text, 'cidr', net.cidr::text, 'bcd', net.name, 'ou_list',
    (
      select coalesce(json_agg(json_build_object('fq_name', u.fq_name, 'title', u.title, 'admin_list',
          ${people(`select l.login_name from cntl.mgr2ou l where l.ou = u.who`)})
          order by u.fq_name),
        '[]')
      from units u),
    'group_list',
    (
      select coalesce(json_agg(json_build_object('name', g.name, 'admin_list', ${people(GROUP_PEOPLE)})
          order by g.name),
        '[]')
      from groups g))::text as contact
  from net`;

/** The people responsible for an address, own or foreign, as JSON text (wire contract 6.7). */
export async function ipContact(query: Query, text: string): Promise<string> {
  const address = parseAddress(text.trim(), { withIpv4Tail: true });
  if (address === null)
    throw refuse("bad_format", { parameter: "ip", scope: "query", data_type: "inet", pattern: null });
  const [row] = await query.query<{ contact: string }>(CONTACT, [address.text, address.text], "ip-contact");
  if (row === undefined)
    throw refuse("object_not_found", { object_fq_name: "nd.ip_subnet", key: { cidr: address.text } });
  return row.contact;
}
