import type { Database } from "../../server/db/database.ts";

/** An answer of a server as one text. Of a key, the value comes last. */
export type Answer = string;

/** Every answer of every service, read from what the servers themselves read: published records, hosts of Kea, replies of FreeRADIUS. */
export async function fullAnswers(
  db: Database,
  records: "output.rr" | "output.wanted_rr",
): Promise<ReadonlySet<Answer>> {
  const rows = await db.query<{ answer: string }>(
    `select concat_ws(' ', 'dns', zone, name, type, ttl, rdata) as answer from ${records}
    union select concat_ws(' ', 'dhcp', n.cidr, host('0.0.0.0'::inet + h.ipv4_address), a.type, a.data) from kea.hosts h
      join nd.ip_subnet n on n.id = h.dhcp4_subnet_id
      cross join lateral (values ('mac_addr', encode(h.dhcp_identifier, 'hex')::macaddr::text), ('hostname', h.hostname)) a(type, data)
      where a.data is not null
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
