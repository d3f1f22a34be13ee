import { DHCP } from "./kea.sql.ts";
import { answered, changedIn, delivered } from "../output/notes.sql.ts";
import { SERVED_SUBNETS } from "./kea-subnets.sql.ts";

/** The networks of a DHCP server are one unit, because the server gets them as a whole. */
const UNIT = "'dhcp' || family(a.place::cidr)";

/** What DHCP tells each device of a subnet. The subnets of a BCD are one link. */
export const SUBNET = answered(
  "subnet",
  UNIT,
  {
    service: DHCP,
    types: {
      bcd: { de: "BCD", en: "BCD" },
      router: { de: "Router", en: "router" },
      lease_time: { de: "Lease-Dauer in Sekunden", en: "lease time in seconds" },
      domain: { de: "Domain", en: "domain" },
      dns_server_list: { de: "Nameserver", en: "name servers" },
    },
    rows: `select s.subnet as place, s.subnet as name, a.type, null::int as ttl, a.data, null::text as mark, s.id,
  null::bigint as through
from (${SERVED_SUBNETS}) s cross join lateral (values ('bcd', s.bcd), ('router', s.router), ('lease_time', s.lease_time::text),
  ('domain', s.domain), ('dns_server_list', nullif(array_to_string(s.dns_servers, ', '), ''))) a(type, data)
where a.data is not null and s.id = any({keys}::bigint[])`,
  },
  {
    "nd.ip_subnet": (rows) => `select id::text from ${rows} r`,
    "dhcp.bcd_setting": (rows) => `select s.id::text from ${rows} r join nd.ip_subnet s on s.bcd = r.bcd`,
    "nd.bcd": (rows) =>
      `select s.id::text from ${changedIn(rows, "name")} r join nd.ip_subnet s on s.bcd = r.id`,
  },
);

export const POOL = answered(
  "pool",
  UNIT,
  {
    service: DHCP,
    types: { pool: { de: "Pool", en: "pool" } },
    rows: `select s.cidr::text as place, s.cidr::text as name, 'pool' as type, null::int as ttl,
  host(p.first_addr) || '-' || host(p.last_addr) as data, null::text as mark, p.id, null::bigint as through
from dhcp.pool p join nd.ip_subnet s on s.id = p.subnet join dhcp.bcd_setting d on d.bcd = s.bcd
where d.is_enabled and p.id = any({keys}::bigint[])`,
  },
  {
    "dhcp.pool": (rows) => `select id::text from ${rows} r`,
    "dhcp.bcd_setting": (rows) =>
      `select p.id::text from ${changedIn(rows, "bcd", "is_enabled")} r join dhcp.pool p on p.bcd = r.bcd`,
    "nd.ip_subnet": (rows) =>
      `select p.id::text from ${changedIn(rows, "cidr", "bcd")} r join dhcp.pool p on p.subnet = r.id`,
  },
);

/** The part of the networks that comes from the settings of a BCD. It appears in the answers of the subnets. */
export const SETTING = delivered(
  "setting",
  `select distinct s.setting as id, 'dhcp' || s.version as unit,
  json_build_array(s.lease_time, s.domain, s.dns_servers)::text as content
from (${SERVED_SUBNETS}) s where s.setting = any({keys}::bigint[])`,
  {
    "dhcp.bcd_setting": (rows) => `select id::text from ${rows} r`,
    "nd.ip_subnet": (rows) =>
      `select d.id::text from ${changedIn(rows, "cidr", "bcd")} r join dhcp.bcd_setting d on d.bcd = r.bcd`,
  },
);
