import { defineScreen } from "#core/screen/screen";
import { fqdnCurrent, fqdnSteps, fqdnTabs } from "./fqdn-head.ts";
import { recordStateSection } from "../../screens/heads/state.ts";

const APEX = { current: "is_zone_apex" } as const;

/** Records of one name by type: a group of rows is an RR set (DNS-03, DNS-04). */
export default defineScreen({
  path: "/dnsvs/fqdns/:fqdn/records",
  steps: (p) => [
    ...fqdnSteps(p.fqdn),
    { idx: "state", name: "output.record_state.list", inner_join_ref: { record: "default" } },
  ],
  current: { ...fqdnCurrent, history: ["record"] },
  variant: "records",
  sections: [
    fqdnTabs,
    {
      kind: "table",
      of: "record",
      title: "screens.fqdn.records",
      columns: ["type", "data", "ttl", "target_is_reverse_unique", "ttl_reset_date", "zone"],
      group: "type",
      plan: [
        { do: "create", only: { value: APEX, notOnly: [true] } },
        // In a zone the record may be that of a name below.
        {
          do: "create",
          set: { fqdn: { current: "value" } },
          below: "fqdn",
          only: { value: APEX, in: [true] },
        },
        { do: "update" },
        { do: "delete" },
      ],
    },
    recordStateSection,
  ],
});
