import type { Section } from "#core/screen/screen";
import type { Step } from "#contract/wire/step";
import { responsible, responsibleSteps } from "./responsible.ts";

/** The BCD every system's view of it starts with, who it is assigned to and who is responsible. */
export function bcdSteps(name: string): readonly Step[] {
  return [
    { idx: "bcd", name: "nd.bcd.list", old: { name } },
    { idx: "ou", name: "nd.bcd2ou.list", old: { bcd: name } },
    { idx: "group", name: "nd.bcd2group.list", old: { bcd: name } },
    ...responsibleSteps({ group: "group", ou: "ou" }),
  ];
}

/** Links to the same BCD in the systems whose module is on (BCD-03). */
export const bcdTabs: Section = {
  kind: "tabs",
  tabs: [
    {
      title: "screens.bcd.overview",
      to: { to: "/cntl/bcds/:bcd_name", params: { bcd_name: { param: "bcd_name" } } },
    },
    {
      title: "screens.bcd.dns",
      to: { to: "/dnsvs/bcds/:bcd_name", params: { bcd_name: { param: "bcd_name" } } },
      when: { module: "dnsvs" },
    },
    {
      title: "screens.bcd.macauth",
      to: { to: "/macauth/bcds/:bcd_name", params: { bcd_name: { param: "bcd_name" } } },
      when: { module: "macauth" },
    },
    {
      title: "screens.bcd.leases",
      to: { to: "/dhcp-leases/bcds/:bcd_name", params: { bcd_name: { param: "bcd_name" } } },
      when: { module: "dhcp_leases" },
    },
    {
      title: "screens.bcd.netdoc",
      to: { to: "/netdoc/bcds/:bcd_name", params: { bcd_name: { param: "bcd_name" } } },
      when: { all: [{ module: "netdoc" }, "signedIn"] },
    },
  ],
};

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
