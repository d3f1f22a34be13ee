import type { Rule } from "#contract/rule";
import type { Tab } from "#core/screen/screen";
import type { TextKey } from "#core/text";
import type { Step } from "#contract/wire/step";
import { responsible, responsibleSteps } from "./responsible.ts";

/** The BCD at the top of every system's view, its assignments and its contacts. */
export function bcdSteps(name: string): readonly Step[] {
  return [
    { idx: "bcd", name: "nd.bcd.list", old: { name } },
    { idx: "ou", name: "nd.bcd2ou.list", old: { bcd: name } },
    { idx: "group", name: "nd.bcd2group.list", old: { bcd: name } },
    ...responsibleSteps("group", "ou"),
  ];
}

/** The BCD of the subnet in step `subnet`, its assignments and its contacts. */
export const bcdOfSubnet: readonly Step[] = [
  { idx: "bcd", name: "nd.bcd.list", inner_join_ref: { subnet: "default" } },
  { idx: "group", name: "nd.bcd2group.list", inner_join_ref: { bcd: "default" } },
  { idx: "ou", name: "nd.bcd2ou.list", inner_join_ref: { bcd: "default" } },
  ...responsibleSteps("group", "ou"),
];

/** Link to the BCD of the page in a system. */
export function bcdTab(title: TextKey, system: string, when: Rule = "always"): Tab {
  const to = { to: `/${system}/bcds/:bcd_name`, params: { bcd_name: { param: "bcd_name" } } };
  return { title, to, when };
}

export const bcdCurrent = {
  of: "bcd",
  missing: "screens.bcd.missing",
  beside: {
    related: [
      { from: "group", show: "group_name" },
      { from: "ou", show: "ou" },
    ],
    people: responsible,
  },
} as const;
