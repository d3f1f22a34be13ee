import { defineScreen } from "#core/screen/screen";

/** All object types by system with their labels (ROUTE-66); values in a call are no objects (wire contract 7.8). */
export default defineScreen({
  path: "/object",
  steps: () => [
    { idx: "type", name: "wapi.object_type.list", old: { filter_params_dict: { system: { ne: "tmp" } } } },
  ],
  sections: [
    {
      kind: "table",
      of: "type",
      columns: ["fq_name", { attr: "language_dict", title: "screens.objects.name" }],
      group: "system",
      open: { to: "/object/:fq_name", params: { fq_name: { row: "fq_name" } } },
      plan: [],
    },
  ],
});
