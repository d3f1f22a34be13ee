import { defineScreen } from "#core/screen/screen";
import { people } from "../../screens/heads/responsible.ts";
import { linkPlan, moveLink, partPlan } from "../../screens/heads/links.ts";

const person = { login_name: "login_name" } as const;

/** One OE: units below it, administrators, assigned objects (OU-03 to OU-10). */
export default defineScreen({
  path: "/org/ou/:ou",
  steps: (p) => [
    { idx: "unit", name: "org.unit.list", old: { fq_name: p.ou } },
    {
      idx: "up",
      name: "org.unit.list",
      old: { sorting_params_list: ["level"] },
      inner_join_ref: { unit: "api_func_org_unit_hierarchy_gfk_list_is_subset" },
    },
    { idx: "sub", name: "org.unit.list", old: { parent: p.ou } },
    { idx: "type", name: "org.unit_type.list", union_join_ref: { unit: "default", sub: "default" } },
    { idx: "admin", name: "cntl.mgr2ou.list", old: { ou: p.ou, is_admin: true } },
    { idx: "member", name: "cntl.mgr2ou.list", old: { ou: p.ou, is_admin: false } },
    { idx: "mgr", name: "cntl.mgr.list", union_join_ref: { admin: "default", member: "default" } },
    { idx: "admin_mgr", name: "cntl.mgr.list", inner_join_ref: { admin: "default" } },
    { idx: "bcd", name: "nd.bcd2ou.list", old: { ou: p.ou } },
    { idx: "fqdn", name: "dns.fqdn2ou.list", old: { ou: p.ou } },
    { idx: "group", name: "cntl.group2ou.list", old: { ou: p.ou } },
  ],
  current: {
    of: "unit",
    missing: "screens.ou.missing",
    history: ["sub", "admin", "bcd", "fqdn", "group"],
    beside: { people: [people("admin_mgr")] },
  },
  sections: [
    { kind: "detail", of: "unit" },
    {
      kind: "table",
      of: "sub",
      title: "screens.ou.below",
      empty: "screens.ou.noneBelow",
      columns: ["short_name", "title", "unit_type", "sub_unit_count"],
      plan: partPlan("screens.ou.newBelow"),
    },
    {
      kind: "note",
      text: "screens.ou.noAdmins",
      when: { value: { current: "can_have_mgr" }, in: [false] },
    },
    {
      kind: "table",
      of: "admin",
      title: "screens.ou.admins",
      empty: "screens.ou.nobody",
      columns: [
        { attr: "login_name", as: "key" },
        { from: "mgr", on: person, show: "full_name" },
        { from: "mgr", on: person, show: "email" },
      ],
      plan: [
        {
          do: "create",
          text: "screens.ou.addAdmin",
          when: { value: { current: "can_have_mgr" }, in: [true] },
          offer: { login_name: { filters: { is_svc: false } } },
        },
        { ...moveLink, offer: { ou: { filters: { can_have_mgr: true } } } },
        { do: "delete", text: "screens.link.remove" },
      ],
    },
    { kind: "table", of: "bcd", title: "screens.ou.bcds", plan: linkPlan("screens.link.assignBcd") },
    { kind: "table", of: "fqdn", title: "screens.ou.fqdns", plan: linkPlan("screens.link.assignFqdn") },
    {
      kind: "table",
      of: "member",
      title: "screens.ou.accounts",
      empty: "screens.ou.noAccounts",
      columns: [
        { attr: "login_name", as: "key" },
        { from: "mgr", on: person, show: "full_name" },
      ],
      plan: [
        {
          do: "create",
          text: "screens.link.assignAccount",
          offer: { login_name: { filters: { is_svc: true } } },
        },
        moveLink,
        { do: "delete", text: "screens.link.remove" },
      ],
    },
    {
      kind: "table",
      of: "group",
      title: "screens.ou.groups",
      isAside: true,
      plan: linkPlan("screens.link.assignGroup"),
    },
  ],
});
