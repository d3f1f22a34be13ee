import { defineScreen } from "#core/screen/screen";
import { dnsvsTabs } from "./tabs.ts";

/** Records without a BCD (DNS-07). */
export default defineScreen({
  path: "/dnsvs/null_records",
  steps: () => [{ idx: "record", name: "dns.record.list", old: { is_in_bcd: false } }],
  sections: [
    dnsvsTabs,
    {
      kind: "table",
      of: "record",
      columns: ["fqdn", "type", "data", "ttl", "zone", "target_is_reverse_unique"],
      isLong: true,
    },
  ],
});
