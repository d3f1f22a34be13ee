import { CATALOG_ZONE } from "#contract/values/catalog-zone";
import { textIn, type Row } from "#contract/wire/json";
import type { Database } from "../../server/db/database.ts";
import { keaSubnets } from "../../server/domain/dhcp/kea-subnets.sql.ts";
import { fetchZone, NotFetched, type Asked } from "../../server/dns-wire/exchange.ts";
import { RCODE, type ReadRr } from "../../server/dns-wire/message.ts";
import { rdataBytes } from "../../server/dns-wire/rdata.ts";
import { textRecord } from "../../server/dns-wire/rdata-text.ts";

/** An answer of a server as one text. For a key, the value comes last. */
export type Answer = string;

/** Every answer of every service, from the published records and from the views that Kea and FreeRADIUS read in the same database. */
export async function fullAnswers(
  db: Database,
  records: "output.rr" | "output.wanted_rr",
): Promise<ReadonlySet<Answer>> {
  const rows = await db.query<{ answer: string }>(
    `select concat_ws(' ', 'dns', zone, name, type, ttl, rdata) as answer from ${records}
      where zone in (select name from dns.record where type = 'NS' and name not like '*%')`,
  );
  return new Set([...rows.map(({ answer }) => answer), ...(await hostAnswers(db, db))]);
}

/**
 * Every answer in the form of a service machine: zones from our primary, beginning with the catalog; hosts and clients from the views of its copy.
 * Data of records are bytes.
 */
export async function servedAnswers(
  central: Database,
  copy: Database,
  primary: Asked,
): Promise<ReadonlySet<Answer>> {
  const answers: Answer[] = [];
  for (const zone of await catalogOf(primary))
    for (const { name, type: code, ttl, rdata } of await givenOf(primary, zone)) {
      const { type } = textRecord(code, rdata);
      if (code !== SOA) answers.push(["dns", zone, name, type, ttl, rdata.toString("hex")].join(" "));
    }
  return new Set([...answers, ...(await hostAnswers(copy, central))]);
}

/** A zone that lost its last name server is in the catalog, and no server gets its records. */
async function givenOf(primary: Asked, zone: string): Promise<readonly ReadRr[]> {
  try {
    return await fetchZone(primary, zone);
  } catch (error) {
    if (error instanceof NotFetched && error.message === `refused with code ${String(RCODE.refused)}`)
      return [];
    throw error;
  }
}

const SOA = 6;
const PTR = 12;

async function catalogOf(primary: Asked): Promise<readonly string[]> {
  const records = await fetchZone(primary, CATALOG_ZONE);
  return records.flatMap(({ type, rdata }) => (type === PTR ? (textRecord(type, rdata).data ?? []) : []));
}

const HOSTS = `select coalesce(h.dhcp4_subnet_id, h.dhcp6_subnet_id)::int as subnet,
    concat_ws(' ', coalesce(host('0.0.0.0'::inet + h.ipv4_address), v.address), a.type, a.data) as answer from kea.hosts h
  left join kea.ipv6_reservations v on v.host_id = h.host_id
  cross join lateral (values ('mac_addr', encode(h.dhcp_identifier, 'hex')::macaddr::text), ('hostname', h.hostname)) a(type, data)
  where a.data is not null`;

const CLIENTS = `select concat_ws(' ', 'radius', username::macaddr::text, case attribute when 'Tunnel-Password' then 'key' else 'vlan' end, value) as answer
  from radius.radreply where nas_type = 'other' and attribute in ('Tunnel-Private-Group-Id', 'Tunnel-Password')`;

/** Networks in the form in which Kea gets them. */
const NETWORKS = `select concat_ws(' ', 'dhcp', s.subnet, s.subnet, a.type, a.data) as answer from (${keaSubnets(4)}) s
    cross join lateral (values ('bcd', s.bcd), ('router', s.router), ('lease_time', s.lease_time::text), ('domain', s.domain),
      ('dns_server_list', nullif(array_to_string(s.dns_servers, ', '), ''))) a(type, data) where a.data is not null
  union select concat_ws(' ', 'dhcp', s.subnet, s.subnet, a.type, a.data) from (${keaSubnets(6)}) s
    cross join lateral (values ('bcd', s.bcd), ('lease_time', s.lease_time::text), ('domain', s.domain),
      ('dns_server_list', nullif(array_to_string(s.dns_servers, ', '), ''))) a(type, data) where a.data is not null
  union select concat_ws(' ', 'dhcp', s.subnet, s.subnet, 'pool', p) from (${keaSubnets(4)}) s cross join unnest(s.pools) p`;

/** Hosts and clients from the views of this database, networks and their numbers from the central one. */
async function hostAnswers(views: Database, central: Database): Promise<readonly Answer[]> {
  const [hosts, clients, networks, subnets] = await Promise.all([
    views.query<{ subnet: number; answer: string }>(HOSTS),
    views.query<{ answer: string }>(CLIENTS),
    central.query<{ answer: string }>(NETWORKS),
    central.query<{ id: number; cidr: string }>("select id::int as id, cidr::text as cidr from nd.ip_subnet"),
  ]);
  const numbered = new Map(subnets.map(({ id, cidr }) => [id, cidr]));
  return [
    ...hosts.flatMap(({ subnet, answer }) => {
      const cidr = numbered.get(subnet);
      return cidr === undefined ? [] : [`dhcp ${cidr} ${answer}`];
    }),
    ...[...clients, ...networks].map(({ answer }) => answer),
  ];
}

/** Removed and added answers in the form of the dry run: without the values of keys. */
export function toldDifference(before: ReadonlySet<Answer>, after: ReadonlySet<Answer>): readonly string[] {
  const told = (sign: string, these: ReadonlySet<Answer>, those: ReadonlySet<Answer>): readonly string[] =>
    [...these]
      .filter((answer) => !those.has(answer))
      .map((answer) => `${sign} ${answer.replace(/^(radius \S+ key) .*$/u, "$1")}`);
  return [...told("-", before, after), ...told("+", after, before)].toSorted();
}

/** A row of the dry run as `toldDifference` writes it. */
export function changeText({ change, service, place, name, type, ttl, data }: Row): string {
  const values = [service, place, name, type, ttl, data].filter((value) => value !== null);
  return `${change === "gone" ? "-" : "+"} ${values.map(String).join(" ")}`;
}

/** Removed and added answers, with the data of records as bytes. */
export function changeBytes(row: Row): string {
  if (row["service"] !== "dns") return changeText(row);
  const data = rdataBytes(textIn(row["type"]), textIn(row["data"]));
  return changeText({ ...row, data: data.toString("hex") });
}
