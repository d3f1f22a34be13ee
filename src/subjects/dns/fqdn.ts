import { defineScreen } from "#core/screen/screen";
import { linkPlan } from "../../screens/heads/links.ts";
import { fqdnCurrent, fqdnSteps, fqdnTabs } from "./fqdn-head.ts";
import { nameStateSection } from "../../screens/heads/state.ts";

/** One name: its attributes, the names below it, its owners (DNS-02). Its records are deleted with it. */
export default defineScreen({
  path: "/dnsvs/fqdns/:fqdn",
  steps: (p) => [
    ...fqdnSteps(p.fqdn),
    { idx: "sub", name: "dns.fqdn.list", old: { parent: p.fqdn } },
    // Names with further names below come first, however many others there are.
    {
      idx: "branch",
      name: "dns.fqdn.list",
      old: { parent: p.fqdn, filter_params_dict: { sub_fqdn_count: { gt: 0 } }, fetch_limit: 100 },
    },
    {
      idx: "twig",
      name: "dns.fqdn.list",
      old: { fetch_limit: 100 },
      inner_join_ref: { branch: "api_fkey_dns_fqdn_parent" },
    },
    { idx: "group", name: "dns.fqdn2group.list", old: { fqdn: p.fqdn } },
    { idx: "ou", name: "dns.fqdn2ou.list", old: { fqdn: p.fqdn } },
    { idx: "owner", name: "org.unit.list", inner_join_ref: { ou: "default" } },
    { idx: "state", name: "output.name_state.list", old: { fqdn: p.fqdn } },
  ],
  current: { ...fqdnCurrent, history: ["record", "group", "ou"] },
  sections: [
    fqdnTabs,
    {
      kind: "detail",
      of: "fqdn",
      plan: [
        { do: "update" },
        { do: "delete", when: { not: { given: { rows: "record" } } } },
        {
          do: "delete",
          bundle: { at: "prepend", rows: "record", do: "delete" },
          text: "screens.fqdn.deleteWithRecords",
          when: { given: { rows: "record" } },
        },
      ],
    },
    nameStateSection,
    {
      kind: "tree",
      from: ["branch", "sub", "twig"],
      title: "screens.fqdn.tree",
      key: "value",
      parent: "parent",
      count: "sub_fqdn_count",
      flags: ["is_zone_apex"],
      when: { given: { rows: "sub" } },
    },
    {
      kind: "table",
      of: "sub",
      title: "screens.fqdn.below",
      columns: ["value", "type", "is_zone_apex", "record_count", "reference_count"],
      isLong: true,
      plan: [
        { do: "create", text: "screens.fqdn.newBelow", set: { value: { current: "value" } }, below: "value" },
        { do: "update" },
        { do: "delete" },
      ],
    },
    {
      kind: "table",
      of: "group",
      title: "screens.fqdn.groups",
      isAside: true,
      plan: linkPlan("screens.link.assignGroup"),
    },
    {
      kind: "table",
      of: "ou",
      title: "screens.fqdn.ous",
      isAside: true,
      plan: linkPlan("screens.link.assignOu"),
    },
  ],
});
