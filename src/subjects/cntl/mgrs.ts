import { defineScreen } from "#core/screen/screen";

/** Main accounts (MGR-04). */
export default defineScreen({
  path: "/cntl/mgr",
  steps: () => [{ idx: "mgr", name: "cntl.mgr.list", old: { is_sub: false, is_svc: false } }],
  sections: [
    {
      kind: "table",
      of: "mgr",
      columns: ["login_name", "full_name", "email", "kit_status", "description", "is_adm_locked"],
      isLong: true,
    },
  ],
});
