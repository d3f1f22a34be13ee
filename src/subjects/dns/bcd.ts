import { defineScreen } from "#core/screen/screen";
import { addressMap, addressSteps } from "../../screens/heads/addresses.ts";
import { bcdCurrent, bcdSteps } from "../../screens/heads/bcd.ts";
import { bcdTabs } from "../parts.ts";

/** Records of a BCD and addresses of its subnets (DNS-01, BCD-07). */
export default defineScreen({
  path: "/dnsvs/bcds/:bcd_name",
  steps: (p) => [
    ...bcdSteps(p.bcd_name),
    { idx: "subnet", name: "nd.ip_subnet.list", old: { bcd: p.bcd_name } },
    { idx: "record", name: "dns.record.list", old: { bcd: p.bcd_name } },
    ...addressSteps({ bcd: p.bcd_name }),
  ],
  current: { ...bcdCurrent, history: ["subnet"] },
  variant: "dnsvs",
  sections: [
    bcdTabs,
    {
      kind: "table",
      of: "record",
      title: "screens.fqdn.records",
      columns: ["fqdn", "type", "data", "ttl", "target_is_reverse_unique", "ttl_reset_date"],
    },
    addressMap,
    { kind: "table", of: "subnet", title: "screens.bcd.subnets", columns: ["cidr", "type", "description"] },
  ],
});
