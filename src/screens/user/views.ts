import { defineScreen } from "#core/screen/screen";
import { VIEWS_STEP } from "#core/table/saved-view";

/** Saved views of the account and of its groups. Each opens its list. */
export default defineScreen({
  path: "/user/views",
  steps: () => [VIEWS_STEP],
  sections: [
    {
      kind: "table",
      of: VIEWS_STEP.idx,
      columns: ["name", "group_name", "login_name", "page"],
      plan: [{ do: "update", ask: ["name"], text: "screens.views.rename" }, { do: "delete" }],
      empty: "screens.views.empty",
    },
  ],
});
