import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { changedIn, delivered } from "../../services/delivery/notes.sql.ts";
import { POOLS, SERVED_SUBNETS } from "./kea-subnets.sql.ts";
import { BCD_WITHOUT_DHCP } from "./unserved.sql.ts";

const ofBcd = (rows: string): string => `select r.bcd::text from ${rows} r`;

/** The networks with their pools. Static assignments are delivered by their own type, because a BCD has thousands of them. */
const BCD = delivered(
  "bcd",
  `select s.bcd_id as id, 'dhcp' || s.version as unit,
    json_build_array(s.bcd, s.subnet, s.router, s.lease_time, s.domain, s.dns_servers, ${POOLS})::text as content
    from (${SERVED_SUBNETS}) s
    where s.bcd_id = any({keys}::bigint[])`,
  {
    "nd.bcd": (rows) => `select r.id::text from ${changedIn(rows, "name")} r`,
    "dhcp.bcd_setting": ofBcd,
    "nd.ip_subnet": ofBcd,
    "dhcp.pool": ofBcd,
  },
);

export default defineDelivery({
  of: "nd.bcd",
  service: { ...BCD.service, unserved: BCD_WITHOUT_DHCP },
  statements: BCD.statements,
});
