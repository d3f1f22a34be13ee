import { defineScreen } from "#core/screen/screen";
import { people } from "../../screens/heads/responsible.ts";
import { linkPlan, partPlan } from "../../screens/heads/links.ts";

/** One group with everything mapped to it; links create and delete mappings (GRP-02 to GRP-07). */
export default defineScreen({
  path: "/cntl/groups/:group",
  steps: (p) => [
    { idx: "group", name: "cntl.group.list", old: { name: p.group } },
    { idx: "sub", name: "cntl.group.list", old: { parent_group_name: p.group } },
    { idx: "account", name: "cntl.mgr2group.list", old: { group_name: p.group } },
    { idx: "mgr", name: "cntl.mgr.list", inner_join_ref: { account: "default" } },
    { idx: "admin", name: "cntl.group_admin.list", old: { group_name: p.group } },
    { idx: "bcd", name: "nd.bcd2group.list", old: { group_name: p.group } },
    { idx: "fqdn", name: "dns.fqdn2group.list", old: { group_name: p.group } },
    { idx: "space", name: "cntl.group_addr_space.list", old: { group_name: p.group } },
    { idx: "ou", name: "cntl.group2ou.list", old: { group_name: p.group } },
    { idx: "unit", name: "org.unit.list", union_join_ref: { ou: "default", admin: "default" } },
  ],
  current: {
    of: "group",
    missing: "screens.group.missing",
    history: ["sub", "account", "bcd", "fqdn", "space", "ou"],
    beside: { people: [people("admin")] },
  },
  sections: [
    {
      kind: "detail",
      of: "group",
      fields: [
        "name",
        "description",
        "parent_group_name",
        "name_space",
        "address_space",
        "dhcp_domain",
        "is_idm_sync",
        "member_count",
      ],
    },
    {
      kind: "table",
      of: "sub",
      title: "screens.group.subgroups",
      columns: ["name", "description", "member_count"],
      plan: partPlan("screens.group.newSubgroup"),
    },
    {
      kind: "table",
      of: "account",
      title: "screens.group.accounts",
      columns: [
        { attr: "login_name", as: "key" },
        { from: "mgr", on: { login_name: "login_name" }, show: "full_name" },
      ],
      plan: linkPlan("screens.group.addMember"),
    },
    {
      kind: "table",
      of: "admin",
      title: "screens.group.admins",
      empty: "screens.group.nobody",
      columns: [{ attr: "login_name", as: "key" }, "first_name", "last_name", "via", "ou"],
    },
    { kind: "table", of: "bcd", title: "screens.group.bcds", plan: linkPlan("screens.link.assignBcd") },
    { kind: "table", of: "fqdn", title: "screens.group.fqdns", plan: linkPlan("screens.link.assignFqdn") },
    {
      kind: "table",
      of: "space",
      title: "screens.group.spaces",
      empty: "screens.group.noSpace",
      plan: linkPlan("screens.link.assignSpace"),
    },
    {
      kind: "table",
      of: "ou",
      title: "screens.group.ous",
      isAside: true,
      plan: linkPlan("screens.link.assignOu"),
    },
  ],
});
