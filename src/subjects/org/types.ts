import { defineScreen } from "#core/screen/screen";

/** OE types in their order (OU-11). */
export default defineScreen({
  path: "/org/type",
  steps: () => [{ idx: "type", name: "org.unit_type.list", old: { sorting_params_list: ["position"] } }],
  sections: [
    {
      kind: "table",
      of: "type",
      columns: ["title", "short_name", "position"],
      // The page of the types opens a type in the explorer, which shows the objects that refer to the type.
      open: { to: "/object/:fq_name", params: { fq_name: { row: "gpk" } } },
    },
  ],
});
