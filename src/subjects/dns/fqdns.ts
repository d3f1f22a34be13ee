import { ownOrAll } from "#core/screen/own";
import { defineScreen } from "#core/screen/screen";
import { dnsvsTabs } from "./tabs.ts";

export default defineScreen({
  path: "/dnsvs/fqdns",
  steps: () => [{ idx: "fqdn", name: "dns.fqdn.list" }],
  sections: [
    dnsvsTabs,
    {
      kind: "table",
      of: "fqdn",
      columns: ["value", "type", "zone", "is_zone_apex", "record_count", "reference_count"],
      isLong: true,
      own: ownOrAll,
    },
  ],
});
