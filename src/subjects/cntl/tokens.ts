import { defineScreen } from "#core/screen/screen";
import { moveLink } from "../../screens/heads/links.ts";
import {
  offeredAccounts,
  offeredTokens,
  rolesOfAccount,
  rolesOfToken,
  sessionSection,
  tokenChanges,
  tokenColumns,
  tokenRoleColumns,
} from "./token-parts.ts";

const EXPLORER = { to: "/object/:fq_name", params: { fq_name: { row: "gpk" } } } as const;

/** Own subaccounts and sessions, and the API tokens that the account administers (SVC-05, TOK-01 to TOK-05, TOK-10). */
export default defineScreen({
  path: "/user/tokens",
  steps: () => [
    { idx: "sub", name: "cntl.mgr.list", old: { is_own: true, is_sub: true } },
    {
      idx: "session",
      name: "cntl.wapi_auth.list",
      old: { is_own: true, is_session: true, sorting_params_list: ["last_used DESC"] },
    },
    { idx: "token", name: "cntl.wapi_auth.list", old: { is_own: true, is_session: false } },
    { idx: "holder", name: "cntl.mgr.list", inner_join_ref: { token: "default" } },
    { idx: "token_role", name: "cntl.wapi_auth2role.list", inner_join_ref: { token: "default" } },
    { idx: "group", name: "cntl.mgr2group.list", inner_join_ref: { sub: "default" } },
  ],
  sections: [
    { kind: "note", text: "screens.tokens.mainAccount" },
    {
      kind: "table",
      of: "sub",
      title: "screens.mgr.subaccounts",
      open: EXPLORER,
      columns: [
        "login_name",
        "description",
        {
          from: "group",
          on: { login_name: "login_name" },
          show: "group_name",
          title: "screens.mgr.groups",
        },
      ],
      plan: [
        {
          do: "create",
          set: { parent_login_name: { account: "login_name" } },
          lock: ["parent_login_name"],
          ask: ["parent_login_name", "sub_id", "description", "do_copy_roles", "allow_data_manipulation"],
          require: ["sub_id"],
          text: "screens.tokens.newSubaccount",
          when: "inDatabase",
        },
        { do: "update", ask: ["description", "do_copy_roles", "allow_data_manipulation"] },
        { do: "delete" },
      ],
    },
    sessionSection,
    {
      kind: "table",
      of: "token",
      title: "screens.tokens.title",
      open: EXPLORER,
      columns: tokenColumns,
      plan: [
        {
          do: "create",
          show: true,
          text: "screens.tokens.create",
          when: "inDatabase",
          offer: { login_name: offeredAccounts, role_name_list: rolesOfAccount },
        },
        ...tokenChanges,
      ],
    },
    {
      kind: "table",
      of: "token_role",
      title: "screens.tokens.roles",
      columns: tokenRoleColumns,
      plan: [
        {
          do: "create",
          text: "screens.tokens.addRole",
          when: "inDatabase",
          offer: { wapi_auth_gfk: offeredTokens, role_name: rolesOfToken },
        },
        { ...moveLink, offer: { role_name: rolesOfToken } },
        { do: "delete", text: "screens.link.remove" },
      ],
    },
  ],
});
