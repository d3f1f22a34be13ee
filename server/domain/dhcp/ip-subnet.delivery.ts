import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { answered, changedIn } from "../../services/delivery/notes.sql.ts";
import { partState } from "../../services/delivery/state.define.ts";
import { DHCP, NETWORKS } from "./kea.sql.ts";
import { SERVED_SUBNETS } from "./kea-subnets.sql.ts";
import { SUBNET_UNSERVED } from "./unserved.sql.ts";

/** The options that DHCP gives each device of a subnet. The subnets of a BCD are one link. */
const SUBNET = answered(
  "subnet",
  NETWORKS,
  {
    service: DHCP,
    types: {
      bcd: { de: "BCD", en: "BCD" },
      router: { de: "Router", en: "router" },
      lease_time: { de: "Lease-Dauer in Sekunden", en: "lease time in seconds" },
      domain: { de: "Domain", en: "domain" },
      dns_server_list: { de: "Nameserver", en: "name servers" },
    },
    rows: `select s.subnet as place, s.subnet as name, a.type, null::int as ttl, a.data, null::text as mark,
      s.id, null::bigint as through
      from (${SERVED_SUBNETS}) s
        cross join lateral (
          values ('bcd', s.bcd), ('router', s.router), ('lease_time', s.lease_time::text),
            ('domain', s.domain), ('dns_server_list', nullif(array_to_string(s.dns_servers, ', '), ''))) a(type,
          data)
      where a.data is not null and s.id = any({keys}::bigint[])`,
  },
  {
    "nd.ip_subnet": (rows) => `select id::text from ${rows} r`,
    "dhcp.bcd_setting": (rows) => `select s.id::text from ${rows} r join nd.ip_subnet s on s.bcd = r.bcd`,
    "nd.bcd": (rows) =>
      `select s.id::text from ${changedIn(rows, "name")} r join nd.ip_subnet s on s.bcd = r.id`,
  },
);

export default defineDelivery({
  of: "nd.ip_subnet",
  service: { ...SUBNET.service, unserved: SUBNET_UNSERVED },
  statements: SUBNET.statements,
  state: partState({
    name: "output.subnet_state",
    gpk: "netstate",
    label: { de: "Subnetzstand", en: "Subnet state" },
    plural: { de: "Subnetzstände", en: "Subnet states" },
    description: {
      de: "Seit wann ein DHCP-Server ein Subnetz so hat, wie es zuletzt geändert wurde",
      en: "Since when a DHCP server has a subnet as it was changed last",
    },
    as: "subnet_gfk",
  }),
});
