import type { Section } from "#core/screen/screen";

/** Leases identify devices of people, so visitors see a link to the sign-in (DHCP-04). */
export const signInToSee: Section = {
  kind: "note",
  text: "screens.dhcp.signedOut",
  action: { text: "screens.home.signIn", to: { to: "/login" } },
  when: "signedOut",
};

/** Ranges from which DHCP leases addresses. */
export const dhcpPools: Section = {
  kind: "table",
  of: "pool",
  title: "screens.dhcp.pools",
  columns: ["first_addr", "last_addr", "size", "subnet", "description"],
  plan: [{ do: "create", text: "screens.dhcp.newPool" }, { do: "update" }, { do: "delete" }],
  empty: "screens.dhcp.noPools",
};

/** Every BCD has DHCP settings. */
export const dhcpSettings: Section = {
  kind: "detail",
  of: "dhcp",
  title: "screens.bcd.dhcp",
  isAside: true,
  fields: ["is_enabled", "mdhcp_enabled", "domain", "dns_server_list", "lease_time"],
  plan: [{ do: "update", text: "screens.dhcp.change" }],
};
