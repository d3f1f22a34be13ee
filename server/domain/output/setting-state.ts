import { SETTING_UNSERVED } from "../dhcp/unserved.sql.ts";
import { partState } from "./state.define.ts";

export default partState({
  name: "output.setting_state",
  gpk: "settingstate",
  label: { de: "DHCP-Einstellungsstand", en: "DHCP setting state" },
  plural: { de: "DHCP-Einstellungsstände", en: "DHCP setting states" },
  description: {
    de: "Seit wann ein DHCP-Server die Einstellungen eines BCD so hat, wie sie zuletzt geändert wurden",
    en: "Since when a DHCP server has the settings of a BCD as they were changed last",
  },
  of: { to: "dhcp.bcd_setting", as: "setting_gfk" },
  unserved: SETTING_UNSERVED,
});
