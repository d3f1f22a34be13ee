import { defineScreen } from "#core/screen/screen";
import { linkPlan } from "../../screens/heads/links.ts";
import { tokenChanges, tokenColumns, tokenRoleColumns } from "./token-parts.ts";

/** One service account with its OEs, groups and tokens (SVC-02, SVC-07). */
export default defineScreen({
  path: "/cntl/svc-accounts/:account_name",
  steps: (p) => [
    { idx: "svc", name: "cntl.mgr.list", old: { login_name: p.account_name, is_svc: true } },
    { idx: "ou", name: "cntl.mgr2ou.list", old: { login_name: p.account_name } },
    { idx: "unit", name: "org.unit.list", inner_join_ref: { ou: "default" } },
    { idx: "group", name: "cntl.mgr2group.list", old: { login_name: p.account_name } },
    { idx: "token", name: "cntl.wapi_auth.list", old: { login_name: p.account_name, is_session: false } },
    { idx: "token_role", name: "cntl.wapi_auth2role.list", inner_join_ref: { token: "default" } },
  ],
  current: { of: "svc", missing: "screens.mgr.missing", history: ["ou", "group", "token", "token_role"] },
  sections: [
    {
      kind: "detail",
      of: "svc",
      fields: [
        "svc_id",
        "login_name",
        "description",
        { attr: "allow_data_manipulation", negated: true, title: "screens.svc.readOnly" },
      ],
      plan: [{ do: "update", ask: ["description", "allow_data_manipulation"] }, { do: "delete" }],
    },
    {
      kind: "table",
      of: "ou",
      title: "screens.mgr.ous",
      isAside: true,
      columns: ["ou"],
      plan: linkPlan("screens.link.assignOu"),
    },
    {
      kind: "table",
      of: "group",
      title: "screens.mgr.groups",
      isAside: true,
      columns: ["group_name"],
      plan: linkPlan("screens.mgr.addToGroup"),
    },
    {
      kind: "table",
      of: "token",
      title: "screens.tokens.title",
      open: { to: "/object/:fq_name", params: { fq_name: { row: "gpk" } } },
      columns: tokenColumns.filter((column) => column !== "login_name"),
      plan: [
        {
          do: "create",
          set: { login_name: { current: "login_name" } },
          lock: ["login_name"],
          ask: ["login_name", "description", "expiration_date", "deletion_date"],
          show: true,
          text: "screens.tokens.create",
        },
        ...tokenChanges,
      ],
    },
    {
      kind: "table",
      of: "token_role",
      title: "screens.tokens.roles",
      columns: tokenRoleColumns,
      // A service account has no roles for its tokens (wire contract 1.4).
      plan: [],
    },
  ],
});
