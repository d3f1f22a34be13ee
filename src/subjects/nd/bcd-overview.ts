import { defineScreen } from "#core/screen/screen";
import { addressMap, addressSteps } from "../../screens/heads/addresses.ts";
import { bcdCurrent, bcdSteps } from "../../screens/heads/bcd.ts";
import { dhcpPools, dhcpSettings } from "../../screens/heads/dhcp.ts";
import { linkPlan } from "../../screens/heads/links.ts";
import { stateSection } from "../../screens/heads/state.ts";
import { bcdTabs } from "../parts.ts";

/** Everything about one BCD: ids, networks with addresses, VLANs, DHCP settings, assignments (BCD-01, BCD-04, BCD-07). */
export default defineScreen({
  path: "/cntl/bcds/:bcd_name",
  steps: (p) => [
    ...bcdSteps(p.bcd_name),
    { idx: "subnet", name: "nd.ip_subnet.list", old: { bcd: p.bcd_name } },
    { idx: "vlan", name: "nd.vlan.list", old: { bcd: p.bcd_name } },
    { idx: "vxlan", name: "nd.vxlan.list", old: { bcd: p.bcd_name } },
    { idx: "instnc", name: "nd.net_instnc.list", inner_join_ref: { vlan: "default" } },
    { idx: "cmpnd", name: "nd.net_cmpnd.list", inner_join_ref: { instnc: "default" } },
    { idx: "dhcp", name: "dhcp.bcd_setting.list", old: { bcd: p.bcd_name } },
    ...addressSteps({ bcd: p.bcd_name }),
    { idx: "state", name: "output.bcd_state.list", inner_join_ref: { bcd: "default" } },
  ],
  current: { ...bcdCurrent, history: ["subnet", "vlan", "vxlan", "dhcp", "pool", "ou", "group"] },
  sections: [
    bcdTabs,
    {
      kind: "detail",
      of: "bcd",
      fields: [
        "id",
        "name",
        "categ",
        "seclvl",
        "description",
        { from: "cmpnd", show: "name", title: "screens.bcd.compounds" },
        "vlan_count",
        "subnet_count",
      ],
    },
    stateSection,
    {
      kind: "table",
      of: "subnet",
      title: "screens.bcd.subnets",
      columns: ["cidr", "gateway_addr", "router_anycast_addr", "reserved_addr_list", "description"],
    },
    addressMap,
    { kind: "table", of: "vlan", title: "screens.bcd.vlans", isAside: true },
    { kind: "table", of: "vxlan", title: "screens.bcd.vxlans", isAside: true },
    dhcpPools,
    dhcpSettings,
    {
      kind: "table",
      of: "ou",
      title: "screens.bcd.ous",
      isAside: true,
      plan: linkPlan("screens.link.assignOu"),
    },
    {
      kind: "table",
      of: "group",
      title: "screens.bcd.groups",
      isAside: true,
      plan: linkPlan("screens.link.assignGroup"),
    },
  ],
});
