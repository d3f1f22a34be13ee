import { ownOrAll } from "#core/screen/own";
import { defineScreen } from "#core/screen/screen";

export default defineScreen({
  path: "/cntl/groups",
  steps: () => [{ idx: "group", name: "cntl.group.list" }],
  sections: [
    {
      kind: "table",
      of: "group",
      own: ownOrAll,
      columns: ["name", "description", "member_count", "name_space", "address_space", "is_idm_sync"],
      nest: { parent: "parent_group_name", key: "name" },
    },
  ],
});
