import { defineScreen } from "#core/screen/screen";
import { fqdnCurrent, fqdnStep, fqdnTabs } from "../heads/fqdn.ts";

/** The records that point to one name (DNS-05). */
export default defineScreen({
  path: "/dnsvs/fqdns/:fqdn/references",
  steps: (p) => [fqdnStep(p.fqdn), { idx: "record", name: "dns.record.list", old: { target_fqdn: p.fqdn } }],
  current: { ...fqdnCurrent, history: ["record"] },
  variant: "references",
  sections: [
    fqdnTabs,
    {
      kind: "table",
      of: "record",
      title: "screens.fqdn.references",
      columns: ["fqdn", "type", "data", "ttl"],
    },
  ],
});
