import { defineScreen } from "#core/screen/screen";

/** Service accounts; a new one belongs to an OE from the start (SVC-01, SVC-03, SVC-07). */
export default defineScreen({
  path: "/cntl/svc-accounts",
  steps: () => [
    { idx: "svc", name: "cntl.mgr.list", old: { is_svc: true } },
    { idx: "ou", name: "cntl.mgr2ou.list", inner_join_ref: { svc: "default" } },
    { idx: "unit", name: "org.unit.list", inner_join_ref: { ou: "default" } },
  ],
  sections: [
    {
      kind: "table",
      of: "svc",
      columns: [
        "login_name",
        "svc_id",
        "description",
        { attr: "allow_data_manipulation", negated: true, title: "screens.svc.readOnly" },
        { from: "ou", on: { login_name: "login_name" }, show: "ou" },
      ],
      open: { to: "/cntl/svc-accounts/:account_name", params: { account_name: { row: "login_name" } } },
      plan: [
        {
          do: "create",
          set: { is_svc: { is: true } },
          ask: ["svc_id", "ou", "description", "allow_data_manipulation"],
          require: ["svc_id", "ou"],
          text: "screens.svc.create",
          when: "inDatabase",
        },
        { do: "update", ask: ["description", "allow_data_manipulation"] },
        { do: "delete" },
      ],
    },
  ],
});
