import type { Section } from "#core/screen/screen";
import type { Step } from "#contract/wire/step";

/** The BCD every system's view of it starts with. */
export function bcdStep(name: string): Step {
  return { idx: "bcd", name: "nd.bcd.list", old: { name } };
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

export const bcdCurrent = { of: "bcd", missing: "screens.bcd.missing" } as const;
