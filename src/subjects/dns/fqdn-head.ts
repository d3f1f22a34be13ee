import type { Section } from "#core/screen/screen";
import type { Step } from "#contract/wire/step";
import { responsible, responsibleSteps } from "../../screens/heads/responsible.ts";

/** The name at the top of its overview, records and references; the BCDs of its addresses, and its contacts. */
export function fqdnSteps(fqdn: string): readonly Step[] {
  return [
    { idx: "fqdn", name: "dns.fqdn.list", old: { value: fqdn } },
    { idx: "record", name: "dns.record.list", old: { fqdn } },
    {
      idx: "addr",
      name: "dns.ip_addr.list",
      inner_join_ref: { record: "api_fkey_dns_record_target_ipaddr" },
    },
    // The owner of a name owns all names below it.
    {
      idx: "around",
      name: "dns.fqdn.list",
      inner_join_ref: { fqdn: "api_func_dns_fqdn_hierarchy_gfk_list_is_subset" },
    },
    { idx: "around_group", name: "dns.fqdn2group.list", inner_join_ref: { around: "default" } },
    { idx: "around_ou", name: "dns.fqdn2ou.list", inner_join_ref: { around: "default" } },
    ...responsibleSteps("around_group", "around_ou"),
  ];
}

const params = { fqdn: { param: "fqdn" } } as const;

export const fqdnTabs: Section = {
  kind: "tabs",
  tabs: [
    { title: "screens.fqdn.overview", to: { to: "/dnsvs/fqdns/:fqdn", params } },
    {
      title: "screens.fqdn.records",
      to: { to: "/dnsvs/fqdns/:fqdn/records", params },
      count: { current: "record_count" },
    },
    {
      title: "screens.fqdn.references",
      to: { to: "/dnsvs/fqdns/:fqdn/references", params },
      count: { current: "reference_count" },
    },
  ],
};

export const fqdnCurrent = {
  of: "fqdn",
  missing: "screens.fqdn.missing",
  beside: {
    related: [
      { from: "addr", show: "bcd" },
      { from: "addr", show: "subnet" },
      { from: "around_group", show: "group_name" },
      { from: "around_ou", show: "ou" },
    ],
    people: responsible,
  },
} as const;
