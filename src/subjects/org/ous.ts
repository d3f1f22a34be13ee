import { defineScreen } from "#core/screen/screen";

/** All OEs as a tree (OU-01). */
export default defineScreen({
  path: "/org/ou",
  steps: () => [
    { idx: "unit", name: "org.unit.list" },
    { idx: "type", name: "org.unit_type.list", inner_join_ref: { unit: "default" } },
  ],
  sections: [
    {
      kind: "table",
      of: "unit",
      columns: ["short_name", "title", "unit_type", "sub_unit_count", "fq_name"],
      nest: { parent: "parent", key: "fq_name" },
    },
  ],
});
