import type { Service } from "../../catalogue/define-service.ts";

const MAC_BYTES = "decode(translate(mac_addr::text, ':', ''), 'hex')";
const IPV4_NUMBER = "(case when family(ip_addr) = 4 then ip_addr - '0.0.0.0'::inet end)";
const IPV6_TEXT = "(case when family(ip_addr) = 6 then host(ip_addr) end)";
/** Kea numbers its hosts in 31 bits. */
const HOST_ID = "((id % 2147483647)::int)";

/** SQL: assignments that are given as reservations, as `s`. */
export const RESERVED = `dhcp.static_assignment s
  join dhcp.bcd_setting d on d.bcd = s.bcd and d.is_enabled
  left join dns.fqdn f on f.id = s.fqdn`;
export const HOST_NAME = "rtrim(f.value, '.')";

const NO_OPTIONS = `select null::int as option_id, null::smallint as code, null::bytea as "value",
  null::text as formatted_value, null::varchar(128) as "space", null::boolean as persistent,
  null::varchar(255) as dhcp_client_class, null::bigint as dhcp4_subnet_id, null::int as host_id,
  null::smallint as scope_id, null::text as user_context
  where false`;

/** The host backend of Kea 2.2 as views: a reservation is a static assignment in a BCD with DHCP. Type 0 means the MAC address, and for IPv6 addresses a single address. */
export const HOST_VIEWS: readonly string[] = [
  `create index if not exists kea_mac_idx on dhcp.static_assignment (${MAC_BYTES})`,
  "drop index if exists dhcp.kea_addr_idx",
  `create index if not exists kea_ipv4_idx on dhcp.static_assignment (${IPV4_NUMBER})`,
  `create index if not exists kea_ipv6_idx on dhcp.static_assignment (${IPV6_TEXT})`,
  `create index if not exists kea_host_idx on dhcp.static_assignment (${HOST_ID})`,
  // The version of the tables that Kea 2.2 asks for.
  "create view kea.schema_version as select 13 as version, 0 as minor",
  `create view kea.hosts as
    select ${of("s", HOST_ID)} as host_id, ${of("s", MAC_BYTES)} as dhcp_identifier,
      0::smallint as dhcp_identifier_type,
      case when family(s.ip_addr) = 4 then s.subnet end as dhcp4_subnet_id,
      case when family(s.ip_addr) = 6 then s.subnet end as dhcp6_subnet_id,
      ${of("s", IPV4_NUMBER)} as ipv4_address, ${HOST_NAME}::varchar(255) as hostname,
      null::varchar(255) as dhcp4_client_classes, null::varchar(255) as dhcp6_client_classes,
      null::bigint as dhcp4_next_server, null::varchar(64) as dhcp4_server_hostname,
      null::varchar(128) as dhcp4_boot_file_name, null::text as user_context, null::varchar(32) as auth_key
    from ${RESERVED}`,
  `create view kea.dhcp4_options as ${NO_OPTIONS}`,
  `create view kea.dhcp6_options as ${NO_OPTIONS}`,
  `create view kea.ipv6_reservations as
    select ${HOST_ID} as reservation_id, ${IPV6_TEXT} as address, 128::smallint as prefix_len,
      0::smallint as "type", null::int as dhcp6_iaid, ${HOST_ID} as host_id
    from dhcp.static_assignment
    where family(ip_addr) = 6`,
];

/** SQL over a row with this alias: the object is in this version of the table. */
function of(alias: string, sql: string): string {
  return sql.replace(/\b(id|ip_addr|mac_addr)\b/g, `${alias}.$1`);
}

export const DHCP: Service = {
  name: "dhcp",
  label: { de: "DHCP, Subnetz", en: "DHCP, subnet" },
};

/** SQL over an answer `a`: its unit. The networks of a DHCP server are one unit, because the server gets them as a whole. */
export const NETWORKS = "'dhcp' || family(a.place::cidr)";
