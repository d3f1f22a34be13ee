import type { AnswersSpec, Unserved } from "../../catalogue/define-service.ts";
import { notes } from "../output/notes.sql.ts";

/** The version of the tables that Kea 2.2 asks for. */
const SCHEMA_VERSION = { version: 13, minor: 0 } as const;

const MAC_BYTES = "decode(translate(mac_addr::text, ':', ''), 'hex')";
const IPV4_NUMBER = "(ip_addr - '0.0.0.0'::inet)";

/** SQL: assignments that are given as reservations, as `s`. */
const RESERVED = `dhcp.static_assignment s join dhcp.bcd_setting d on d.bcd = s.bcd and d.is_enabled left join dns.fqdn f on f.id = s.fqdn`;
const HOST_NAME = "rtrim(f.value, '.')";

const NO_OPTIONS = `select null::int as option_id, null::smallint as code, null::bytea as "value", null::text as formatted_value,
  null::varchar(128) as "space", null::boolean as persistent, null::varchar(255) as dhcp_client_class, null::bigint as dhcp4_subnet_id,
  null::int as host_id, null::smallint as scope_id, null::text as user_context where false`;

/** The host backend of Kea 2.2 as views: a reservation is a static assignment in a BCD with DHCP. Kea knows the MAC address by type 0. */
export const HOST_VIEWS: readonly string[] = [
  `create index if not exists kea_mac_idx on dhcp.static_assignment (${MAC_BYTES})`,
  `create index if not exists kea_addr_idx on dhcp.static_assignment (${IPV4_NUMBER}) where family(ip_addr) = 4`,
  `create view kea.schema_version as select ${String(SCHEMA_VERSION.version)} as version, ${String(SCHEMA_VERSION.minor)} as minor`,
  `create view kea.hosts as select (s.id % 2147483647)::int as host_id, ${MAC_BYTES} as dhcp_identifier, 0::smallint as dhcp_identifier_type,
  s.subnet as dhcp4_subnet_id, null::bigint as dhcp6_subnet_id, ${IPV4_NUMBER} as ipv4_address, ${HOST_NAME}::varchar(255) as hostname,
  null::varchar(255) as dhcp4_client_classes, null::varchar(255) as dhcp6_client_classes, null::bigint as dhcp4_next_server,
  null::varchar(64) as dhcp4_server_hostname, null::varchar(128) as dhcp4_boot_file_name, null::text as user_context,
  null::varchar(32) as auth_key
from ${RESERVED}
where family(s.ip_addr) = 4`,
  `create view kea.dhcp4_options as ${NO_OPTIONS}`,
  `create view kea.dhcp6_options as ${NO_OPTIONS}`,
  `create view kea.ipv6_reservations as select null::int as reservation_id, null::varchar(39) as address, null::smallint as prefix_len,
  null::smallint as "type", null::int as dhcp6_iaid, null::int as host_id where false`,
];

/** What changes a reservation: the assignment, whether its BCD has DHCP, and its subnet. */
export const RESERVATION_NOTES: readonly string[] = [
  ...notes("reservation", "dhcp.static_assignment", (rows) => `select id::text from ${rows} r`),
  ...notes(
    "reservation",
    "dhcp.bcd_setting",
    (rows) => `select s.id::text from ${rows} r join dhcp.static_assignment s on s.bcd = r.bcd`,
  ),
  ...notes(
    "reservation",
    "nd.ip_subnet",
    (rows) => `select s.id::text from ${rows} r join dhcp.static_assignment s on s.subnet = r.id`,
  ),
];

export const RESERVATIONS: AnswersSpec = {
  keys: "select distinct key from output.asked where kind = 'reservation'",
  rows: `select 'dhcp' as service, n.cidr::text as place, host(s.ip_addr) as name, a.type, null::int as ttl, a.data, null::text as mark, s.id,
  null::bigint as through
from ${RESERVED} join nd.ip_subnet n on n.id = s.subnet
  cross join lateral (values ('mac_addr', s.mac_addr::text), ('hostname', ${HOST_NAME})) a(type, data)
where family(s.ip_addr) = 4 and a.data is not null and s.id = any({keys}::bigint[])`,
};

const ROUTER = "coalesce(s.gateway_addr, s.router_anycast_addr)";
const IS_SERVED = "d.is_enabled and family(s.cidr) = 4";

/** One row for each IPv4 subnet of a BCD with DHCP, in the order of BCDs. */
export const SUBNETS4 = `select b.name as bcd, s.id::int as id, s.cidr::text as subnet, host(${ROUTER}) as router,
  d.lease_time::float8 as lease_time, rtrim(f.value, '.') as domain,
  array(select host(a) from unnest(d.dns_server_list) with ordinality u(a, n) where family(a) = 4 order by n) as dns_servers,
  array(select host(p.first_addr) || '-' || host(p.last_addr) from dhcp.pool p where p.subnet = s.id order by p.first_addr) as pools
from nd.ip_subnet s join nd.bcd b on b.id = s.bcd join dhcp.bcd_setting d on d.bcd = s.bcd left join dns.fqdn f on f.id = d.domain
where ${IS_SERVED} order by b.name, s.cidr`;

export interface Subnet4 {
  readonly bcd: string;
  readonly id: number;
  readonly subnet: string;
  readonly router: string | null;
  readonly lease_time: number;
  readonly domain: string | null;
  readonly dns_servers: readonly string[];
  readonly pools: readonly string[];
}

export const UNSERVED: readonly Unserved[] = [
  {
    text: {
      de: "{object}: DHCP ist eingeschaltet, aber das Subnetz hat kein Gateway; Geräte erreichen nur ihr eigenes Netz.",
      en: "{object}: DHCP is enabled, but the subnet has no gateway; devices reach their own network only.",
    },
    sql: `select s.cidr::text || ' (' || b.name || ')' as object from nd.ip_subnet s join nd.bcd b on b.id = s.bcd
      join dhcp.bcd_setting d on d.bcd = s.bcd where ${IS_SERVED} and ${ROUTER} is null order by s.cidr`,
  },
  {
    text: {
      de: "{object}: DHCP ist eingeschaltet, aber der BCD hat kein IPv4-Subnetz.",
      en: "{object}: DHCP is enabled, but the BCD has no IPv4 subnet.",
    },
    sql: `select b.name as object from dhcp.bcd_setting d join nd.bcd b on b.id = d.bcd where d.is_enabled
      and not exists (select from nd.ip_subnet s where s.bcd = d.bcd and family(s.cidr) = 4) order by b.name`,
  },
  {
    text: {
      de: "{object}: Die feste Zuweisung liegt in einem BCD ohne DHCP und wird nicht vergeben.",
      en: "{object}: the static assignment is in a BCD without DHCP and is not given.",
    },
    sql: `select host(s.ip_addr) || ' (' || b.name || ')' as object from dhcp.static_assignment s join nd.bcd b on b.id = s.bcd
      where not exists (select from dhcp.bcd_setting d where d.bcd = s.bcd and d.is_enabled) order by s.ip_addr`,
  },
  {
    text: {
      de: "{object}: Feste Zuweisungen von IPv6-Adressen werden nicht ausgeliefert.",
      en: "{object}: static assignments of IPv6 addresses are not delivered.",
    },
    sql: `select host(s.ip_addr) as object from dhcp.static_assignment s where family(s.ip_addr) = 6 order by s.ip_addr`,
  },
];
