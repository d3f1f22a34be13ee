import { defineScreen } from "#core/screen/screen";
import { bcdCurrent, bcdSteps } from "../../screens/heads/bcd.ts";
import { dhcpPools, dhcpSettings, signInToSee } from "../../screens/heads/dhcp.ts";
import { stateSection } from "../../screens/heads/state.ts";
import { bcdTabs } from "../parts.ts";

/** DHCP in a BCD: present leases, static assignments, pools and settings (DHCP-01 to DHCP-08). */
export default defineScreen({
  path: "/dhcp-leases/bcds/:bcd_name",
  steps: (p) => [
    ...bcdSteps(p.bcd_name),
    { idx: "lease", name: "dhcp.lease.list", old: { bcd: p.bcd_name } },
    { idx: "static", name: "dhcp.static_assignment.list", old: { bcd: p.bcd_name } },
    { idx: "pool", name: "dhcp.pool.list", old: { bcd: p.bcd_name } },
    { idx: "dhcp", name: "dhcp.bcd_setting.list", old: { bcd: p.bcd_name } },
    { idx: "state", name: "output.setting_state.list", inner_join_ref: { dhcp: "default" } },
  ],
  current: { ...bcdCurrent, history: ["static", "pool", "dhcp"] },
  variant: "dhcp-leases",
  sections: [
    signInToSee,
    bcdTabs,
    {
      kind: "table",
      of: "lease",
      title: "screens.dhcp.leases",
      columns: ["ip_addr", "mac_addr", "hostname", "ts_begin", "ts_end"],
      plan: [
        {
          do: "create",
          object: "dhcp.static_assignment",
          set: { ip_addr: { row: "ip_addr" }, mac_addr: { row: "mac_addr" } },
          text: "screens.dhcp.makeStatic",
        },
      ],
      open: { to: "/dnsvs/ips/:ip/records", params: { ip: { row: "ip_addr" } } },
      empty: "screens.dhcp.noLeases",
    },
    {
      kind: "table",
      of: "static",
      title: "screens.dhcp.assignments",
      columns: ["ip_addr", "mac_addr", "fqdn", "description"],
      open: { to: "/dnsvs/ips/:ip/records", params: { ip: { row: "ip_addr" } } },
      plan: [{ do: "create", text: "screens.dhcp.newAssignment" }, { do: "update" }, { do: "delete" }],
      empty: "screens.dhcp.noAssignments",
    },
    dhcpPools,
    dhcpSettings,
    stateSection,
  ],
});
