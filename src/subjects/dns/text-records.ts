import { MAYBE_DOUBTFUL } from "#contract/values/record-text";
import { defineScreen } from "#core/screen/screen";
import { dnsvsTabs } from "./tabs.ts";

/** Texts that an earlier version may have stored otherwise than meant, with corrections, for holders of the right to all records. */
export default defineScreen({
  path: "/dnsvs/text_records",
  send: { permission: "dns.rw:record" },
  steps: () => [
    {
      idx: "record",
      name: "dns.record.list",
      old: {
        type_list: ["TXT", "SPF"],
        filter_params_dict: { data: { regexp: MAYBE_DOUBTFUL } },
        sorting_params_list: ["fqdn", "type", "data"],
      },
    },
  ],
  sections: [
    dnsvsTabs,
    { kind: "note", text: "screens.textRecords.about" },
    {
      kind: "corrections",
      of: "record",
      attribute: "data",
      propose: "recordText",
      empty: "screens.textRecords.none",
    },
  ],
});
