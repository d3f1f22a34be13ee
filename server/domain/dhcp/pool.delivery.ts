import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { answered, changedIn } from "../../services/delivery/notes.sql.ts";
import { partState } from "../../services/delivery/state.define.ts";
import { DHCP, NETWORKS } from "./kea.sql.ts";

export default defineDelivery({
  of: "dhcp.pool",
  ...answered(
    "pool",
    NETWORKS,
    {
      service: DHCP,
      types: { pool: { de: "Pool", en: "pool" } },
      rows: `select s.cidr::text as place, s.cidr::text as name, 'pool' as type, null::int as ttl,
        host(p.first_addr) || '-' || host(p.last_addr) as data, null::text as mark, p.id,
        null::bigint as through
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
  ),
  state: partState({
    name: "output.pool_state",
    gpk: "poolstate",
    label: { de: "DHCP-Pool-Stand", en: "DHCP pool state" },
    plural: { de: "DHCP-Pool-Stände", en: "DHCP pool states" },
    description: {
      de: "Seit wann ein DHCP-Server einen Pool so hat, wie er zuletzt geändert wurde",
      en: "Since when a DHCP server has a pool as it was changed last",
    },
    as: "pool_gfk",
  }),
});
