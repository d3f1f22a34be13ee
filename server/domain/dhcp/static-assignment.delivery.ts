import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { answered, changedIn } from "../../services/delivery/notes.sql.ts";
import { partState } from "../../services/delivery/state.define.ts";
import { DHCP, HOST_NAME, HOST_VIEWS, RESERVED } from "./kea.sql.ts";
import { ASSIGNMENT_UNSERVED } from "./unserved.sql.ts";

/** A reservation changes with the assignment, with its subnet, and when its BCD gets or loses DHCP. */
const RESERVATION = answered(
  "reservation",
  "'reservations' || family(a.place::cidr)",
  {
    service: DHCP,
    types: {
      mac_addr: { de: "MAC-Adresse", en: "MAC address" },
      hostname: { de: "Hostname", en: "host name" },
    },
    rows: `select n.cidr::text as place, host(s.ip_addr) as name, a.type, null::int as ttl, a.data,
      null::text as mark, s.id, null::bigint as through
      from ${RESERVED}
        join nd.ip_subnet n on n.id = s.subnet
        cross join lateral (values ('mac_addr', s.mac_addr::text), ('hostname', ${HOST_NAME})) a(type, data)
      where a.data is not null and s.id = any({keys}::bigint[])`,
  },
  {
    "dhcp.static_assignment": (rows) => `select id::text from ${rows} r`,
    "dhcp.bcd_setting": (rows) =>
      `select s.id::text
        from ${changedIn(rows, "bcd", "is_enabled")} r join dhcp.static_assignment s on s.bcd = r.bcd`,
    "nd.ip_subnet": (rows) =>
      `select s.id::text from ${changedIn(rows, "cidr")} r join dhcp.static_assignment s on s.subnet = r.id`,
  },
);

export default defineDelivery({
  of: "dhcp.static_assignment",
  service: {
    ...RESERVATION.service,
    copied: ["ip_addr", "mac_addr", "bcd", "subnet", "fqdn"],
    reader: "kea",
    views: HOST_VIEWS,
    unserved: ASSIGNMENT_UNSERVED,
  },
  statements: RESERVATION.statements,
  state: partState({
    name: "output.assignment_state",
    gpk: "assignstate",
    label: { de: "Zuweisungsstand", en: "Static assignment state" },
    plural: { de: "Zuweisungsstände", en: "Static assignment states" },
    description: {
      de: "Seit wann ein DHCP-Server eine feste Zuweisung so hat, wie sie zuletzt geändert wurde",
      en: "Since when a DHCP server has a static assignment as it was changed last",
    },
    as: "assignment_gfk",
  }),
});
