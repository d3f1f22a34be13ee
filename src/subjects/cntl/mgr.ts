import type { Planning } from "#core/screen/planning";
import { defineScreen } from "#core/screen/screen";
import { linkPlan, partPlan } from "../../screens/heads/links.ts";
import { sessionSection } from "./token-parts.ts";

const IS_SERVICE = { current: "is_svc" } as const;

/** A person can be assigned to OEs that can have administrators only, a service account to any (OU-05). */
const ouPlan = linkPlan("screens.mgr.addToOu").flatMap((one): readonly Planning[] =>
  one.do !== "create"
    ? [one]
    : [
        {
          ...one,
          only: { value: IS_SERVICE, in: [false] },
          offer: { ou: { filters: { can_have_mgr: true } } },
        },
        { ...one, only: { value: IS_SERVICE, in: [true] } },
      ],
);

export default defineScreen({
  path: "/cntl/mgr/:mgr",
  steps: (p) => [
    { idx: "mgr", name: "cntl.mgr.list", old: { login_name: p.mgr } },
    { idx: "sub", name: "cntl.mgr.list", old: { parent_login_name: p.mgr } },
    { idx: "main", name: "cntl.mgr.list", inner_join_ref: { mgr: "api_fkey_cntl_mgr_parent_mgr_inverse" } },
    { idx: "group", name: "cntl.mgr2group.list", old: { login_name: p.mgr } },
    { idx: "ou", name: "cntl.mgr2ou.list", old: { login_name: p.mgr } },
    { idx: "unit", name: "org.unit.list", inner_join_ref: { ou: "default" } },
    { idx: "role", name: "cntl.mgr2role.list", old: { login_name: p.mgr } },
    {
      idx: "session",
      name: "cntl.wapi_auth.list",
      old: { login_name: p.mgr, is_session: true, sorting_params_list: ["last_used DESC"] },
    },
    { idx: "token", name: "cntl.wapi_auth.list", old: { login_name: p.mgr, is_session: false } },
  ],
  current: { of: "mgr", missing: "screens.mgr.missing", history: ["sub", "group", "ou", "role"] },
  sections: [
    {
      kind: "note",
      text: "screens.mgr.locked",
      tone: "warning",
      when: { value: { current: "is_adm_locked" }, in: [true] },
    },
    { kind: "detail", of: "mgr" },
    {
      kind: "table",
      of: "sub",
      title: "screens.mgr.subaccounts",
      columns: ["login_name", "description", "allow_data_manipulation"],
      plan: partPlan("screens.tokens.newSubaccount"),
    },
    {
      kind: "table",
      of: "group",
      title: "screens.mgr.groups",
      isAside: true,
      plan: linkPlan("screens.mgr.addToGroup"),
    },
    {
      kind: "table",
      of: "ou",
      title: "screens.mgr.ous",
      isAside: true,
      plan: ouPlan,
    },
    { kind: "table", of: "role", title: "screens.mgr.roles", plan: linkPlan("screens.mgr.addRole") },
    sessionSection,
    {
      kind: "table",
      of: "token",
      title: "screens.tokens.title",
      columns: ["description", "device", "last_used_from", "last_used", "expiration_date", "last_generated"],
      plan: [{ do: "delete" }],
      when: { value: { current: "is_sub" }, in: [true] },
    },
  ],
});
