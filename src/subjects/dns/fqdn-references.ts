import { defineScreen } from "#core/screen/screen";
import { fqdnCurrent, fqdnSteps, fqdnTabs } from "./fqdn-head.ts";

/** Records that point to one name (DNS-05). */
export default defineScreen({
  path: "/dnsvs/fqdns/:fqdn/references",
  steps: (p) => [
    ...fqdnSteps(p.fqdn),
    { idx: "reference", name: "dns.record.list", old: { target_fqdn: p.fqdn } },
  ],
  current: { ...fqdnCurrent, history: ["reference"] },
  variant: "references",
  sections: [
    fqdnTabs,
    {
      kind: "table",
      of: "reference",
      title: "screens.fqdn.references",
      columns: ["fqdn", "type", "data", "ttl"],
      // The data of a new record could not be filled in, because their form depends on its type.
      plan: [{ do: "update" }, { do: "delete" }],
    },
  ],
});
