import type { Step } from "./step.ts";

/** The six start-up steps, sent as one call (wire contract 3.11 F). */
export const SESSION_STEPS: readonly Step[] = [
  { idx: "user", name: "cntl.mgr.list", old: { is_self: true } },
  { idx: "role_list", name: "cntl.role.list", old: { is_assigned: true } },
  {
    idx: "permission_list",
    name: "cntl.permission.list",
    inner_join_ref: { role_list: "api_func_cntl_permission_role_hierarchy" },
  },
  {
    idx: "ot_lang_attr_val_list",
    name: "cntl.ot_lang_attr_val.list",
    old: { object_fq_name: "cntl.ot_lang_attr_def" },
  },
  { idx: "ot_lang_attr_def_list", name: "cntl.ot_lang_attr_def.list" },
  { idx: "mgr2ou_list", name: "cntl.mgr2ou.list", old: { is_own: true, fetch_limit: 1 } },
];
