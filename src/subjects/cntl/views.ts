import { defineScreen } from "#core/screen/screen";

/** Saved views of the account and of its groups. Each opens its list. */
export default defineScreen({
  path: "/user/views",
  steps: () => [
    { idx: "view", name: "cntl.saved_view.list", old: { is_own: true } },
    { idx: "holder", name: "cntl.mgr.list", inner_join_ref: { view: "default" } },
  ],
  sections: [
    {
      kind: "table",
      of: "view",
      columns: ["name", "group_name", "login_name", "page"],
      plan: [{ do: "update", ask: ["name"], text: "screens.views.rename" }, { do: "delete" }],
      empty: "screens.views.empty",
    },
  ],
});
