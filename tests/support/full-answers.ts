import type { Database } from "../../server/db/database.ts";
import { keaSubnets } from "../../server/domain/dhcp/kea-subnets.sql.ts";

/** An answer of a server as one text. Of a key, the value comes last. */
export type Answer = string;

/** Every answer of every service, read from what the servers themselves read: published records, hosts and networks of Kea, replies of FreeRADIUS. */
export async function fullAnswers(
  db: Database,
  records: "output.rr" | "output.wanted_rr",
): Promise<ReadonlySet<Answer>> {
  const rows = await db.query<{ answer: string }>(
    `select concat_ws(' ', 'dns', zone, name, type, ttl, rdata) as answer from ${records}
    union select concat_ws(' ', 'dhcp', n.cidr, coalesce(host('0.0.0.0'::inet + h.ipv4_address), v.address), a.type, a.data) from kea.hosts h
      left join kea.ipv6_reservations v on v.host_id = h.host_id
      join nd.ip_subnet n on n.id = coalesce(h.dhcp4_subnet_id, h.dhcp6_subnet_id)
      cross join lateral (values ('mac_addr', encode(h.dhcp_identifier, 'hex')::macaddr::text), ('hostname', h.hostname)) a(type, data)
      where a.data is not null
    union select concat_ws(' ', 'dhcp', s.subnet, s.subnet, a.type, a.data) from (${keaSubnets(4)}) s
      cross join lateral (values ('bcd', s.bcd), ('router', s.router), ('lease_time', s.lease_time::text), ('domain', s.domain),
        ('dns_server_list', nullif(array_to_string(s.dns_servers, ', '), ''))) a(type, data) where a.data is not null
    union select concat_ws(' ', 'dhcp', s.subnet, s.subnet, a.type, a.data) from (${keaSubnets(6)}) s
      cross join lateral (values ('bcd', s.bcd), ('lease_time', s.lease_time::text), ('domain', s.domain),
        ('dns_server_list', nullif(array_to_string(s.dns_servers, ', '), ''))) a(type, data) where a.data is not null
    union select concat_ws(' ', 'dhcp', s.subnet, s.subnet, 'pool', p) from (${keaSubnets(4)}) s cross join unnest(s.pools) p
    union select concat_ws(' ', 'radius', username::macaddr::text, case attribute when 'Tunnel-Password' then 'key' else 'vlan' end, value)
      from radius.radreply where nas_type = 'other' and attribute in ('Tunnel-Private-Group-Id', 'Tunnel-Password')`,
  );
  return new Set(rows.map(({ answer }) => answer));
}

/** What is gone and what is new, as the dry run tells it: without the values of keys. */
export function toldDifference(before: ReadonlySet<Answer>, after: ReadonlySet<Answer>): readonly string[] {
  const told = (sign: string, these: ReadonlySet<Answer>, those: ReadonlySet<Answer>): readonly string[] =>
    [...these]
      .filter((answer) => !those.has(answer))
      .map((answer) => `${sign} ${answer.replace(/^(radius \S+ key) .*$/u, "$1")}`);
  return [...told("-", before, after), ...told("+", after, before)].toSorted();
}
