import { defineDelivery } from "../../catalogue/define-delivery.ts";
import { changedIn, delivered } from "../../services/delivery/notes.sql.ts";
import { partState } from "../../services/delivery/state.define.ts";
import { keaSubnets, SERVED_SUBNETS } from "./kea-subnets.sql.ts";
import { SETTING_UNSERVED } from "./unserved.sql.ts";

/** The part of the networks that comes from the settings of a BCD. It changes the answers of the subnets. */
const SETTING = delivered(
  "setting",
  `select distinct s.setting as id, 'dhcp' || s.version as unit,
    json_build_array(s.lease_time, s.domain, s.dns_servers)::text as content
    from (${SERVED_SUBNETS}) s
    where s.setting = any({keys}::bigint[])`,
  {
    "dhcp.bcd_setting": (rows) => `select id::text from ${rows} r`,
    "nd.ip_subnet": (rows) =>
      `select d.id::text from ${changedIn(rows, "cidr", "bcd")} r join dhcp.bcd_setting d on d.bcd = r.bcd`,
  },
);

export default defineDelivery({
  of: "dhcp.bcd_setting",
  service: {
    ...SETTING.service,
    copied: ["bcd", "is_enabled"],
    unserved: SETTING_UNSERVED,
    units: { dhcp4: keaSubnets(4), dhcp6: keaSubnets(6) },
  },
  statements: SETTING.statements,
  state: partState({
    name: "output.setting_state",
    gpk: "settingstate",
    label: { de: "DHCP-Einstellungsstand", en: "DHCP setting state" },
    plural: { de: "DHCP-Einstellungsstände", en: "DHCP setting states" },
    description: {
      de: "Seit wann ein DHCP-Server die Einstellungen eines BCD so hat, wie sie zuletzt geändert wurden",
      en: "Since when a DHCP server has the settings of a BCD as they were changed last",
    },
    as: "setting_gfk",
  }),
});
