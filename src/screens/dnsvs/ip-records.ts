import { defineScreen } from "#core/screen/screen";
import { bcdCurrent, bcdOfSubnet } from "../heads/bcd.ts";
import { addressStateSection } from "../heads/state.ts";

/** Records that lead to one address, and its subnet (DNS-06). */
export default defineScreen({
  path: "/dnsvs/ips/:ip/records",
  steps: (p) => [
    { idx: "addr", name: "dns.ip_addr.list", old: { value: p.ip } },
    { idx: "record", name: "dns.record.list", old: { target_ipaddr: p.ip } },
    { idx: "subnet", name: "nd.ip_subnet.list", old: { cidr: p.ip } },
    ...bcdOfSubnet,
    { idx: "state", name: "output.record_state.list", inner_join_ref: { record: "default" } },
  ],
  current: {
    of: "addr",
    missing: "core.form.invalidIp",
    isOptional: true,
    beside: bcdCurrent.beside,
  },
  sections: [
    { kind: "detail", of: "addr" },
    {
      kind: "table",
      of: "record",
      title: "screens.fqdn.records",
      columns: ["fqdn", "type", "data", "ttl", "target_is_reverse_unique", "ttl_reset_date"],
      plan: [
        {
          do: "create",
          set: { data: { param: "ip" }, type: { family: "ip", ipv4: "A", ipv6: "AAAA" } },
          lock: ["data"],
        },
        { do: "update" },
        { do: "delete" },
      ],
    },
    addressStateSection,
    {
      kind: "table",
      of: "subnet",
      title: "screens.ip.subnet",
      empty: "screens.ip.noSubnet",
      columns: ["cidr", "bcd", "gateway_addr", "description"],
      plan: [],
    },
  ],
});
