import { defineScreen } from "#core/screen/screen";
import { bcdCurrent, bcdStep, bcdTabs } from "../heads/bcd.ts";

/** The records of a BCD and its addresses in use (DNS-01). */
export default defineScreen({
  path: "/dnsvs/bcds/:bcd_name",
  steps: (p) => [
    bcdStep(p.bcd_name),
    { idx: "subnet", name: "nd.ip_subnet.list", old: { bcd: p.bcd_name } },
    { idx: "record", name: "dns.record.list", old: { bcd: p.bcd_name } },
    { idx: "addr", name: "dns.ip_addr.list", old: { bcd: p.bcd_name } },
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
    {
      kind: "table",
      of: "addr",
      title: "screens.bcd.addresses",
      columns: ["value", "subnet", "reverse_fqdn", "record_count", "is_gateway", "is_reserved"],
      open: { to: "/dnsvs/ips/:ip/records", params: { ip: { row: "value" } } },
    },
    { kind: "table", of: "subnet", title: "screens.bcd.subnets", columns: ["cidr", "type", "description"] },
  ],
});
