import { defineScreen } from "#core/screen/screen";
import { addressMap, addressSteps } from "../../screens/heads/addresses.ts";
import { bcdCurrent, bcdOfSubnet } from "../../screens/heads/bcd.ts";
import { stateSection } from "../../screens/heads/state.ts";

/** One subnet: the map of its addresses, and its DHCP objects (BCD-07). */
export default defineScreen({
  path: "/dnsvs/subnets/:cidr",
  steps: (p) => [
    // The smallest subnet with these addresses is the subnet itself.
    { idx: "subnet", name: "nd.ip_subnet.list", old: { cidr: p.cidr, cidr_list: [p.cidr] } },
    ...addressSteps({ cidr: p.cidr }),
    ...bcdOfSubnet,
    { idx: "state", name: "output.subnet_state.list", inner_join_ref: { subnet: "default" } },
  ],
  current: {
    of: "subnet",
    missing: "screens.subnet.missing",
    history: ["pool", "fixed"],
    beside: bcdCurrent.beside,
  },
  sections: [
    {
      kind: "detail",
      of: "subnet",
      fields: ["bcd", "gateway_addr", "router_anycast_addr", "reserved_addr_list", "description"],
    },
    stateSection,
    addressMap,
    {
      kind: "table",
      of: "pool",
      title: "screens.subnet.pools",
      columns: ["first_addr", "last_addr", "size", "description"],
    },
    {
      kind: "table",
      of: "fixed",
      title: "screens.subnet.fixed",
      empty: "screens.subnet.noFixed",
      columns: ["ip_addr", "mac_addr", "fqdn", "description"],
    },
  ],
});
