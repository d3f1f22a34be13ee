import type { Unserved } from "../../catalogue/define-service.ts";
import { POOLS, SERVED_SUBNETS } from "../dhcp/kea-subnets.sql.ts";
import { BCD_WITHOUT_DHCP } from "../dhcp/unserved.sql.ts";
import { BCD_WITH_CLIENTS, lowestVlan } from "../macauth/radius.sql.ts";
import { changedIn, delivered } from "../output/notes.sql.ts";

const ofBcd = (rows: string): string => `select r.bcd::text from ${rows} r`;

/** The networks with their pools, and the VLAN of MAC clients. Static assignments and MAC clients are delivered by their own types, because a BCD has thousands of them. */
export const BCD_DELIVERY = delivered(
  "bcd",
  `select s.bcd_id as id, 'dhcp' || s.version as unit,
  json_build_array(s.bcd, s.subnet, s.router, s.lease_time, s.domain, s.dns_servers, ${POOLS})::text as content
from (${SERVED_SUBNETS}) s where s.bcd_id = any({keys}::bigint[])
union all
select b.id, 'clients', json_build_array(n.vlan)::text from nd.bcd b cross join lateral (${lowestVlan("b.id")}) n(vlan)
where n.vlan is not null and b.id = any({keys}::bigint[])`,
  {
    "nd.bcd": (rows) => `select r.id::text from ${changedIn(rows, "name")} r`,
    "dhcp.bcd_setting": ofBcd,
    "nd.ip_subnet": ofBcd,
    "dhcp.pool": ofBcd,
    "nd.vlan": (rows) => ofBcd(changedIn(rows, "bcd", "id_")),
  },
);

export const BCD_UNSERVED: readonly Unserved[] = [...BCD_WITHOUT_DHCP, ...BCD_WITH_CLIENTS];
