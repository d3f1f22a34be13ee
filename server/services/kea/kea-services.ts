/** The DHCP servers of Kea: how their commands and the members of their configuration are called. The key is the name at the control agent, and the unit. */
export const KEA_SERVICES = {
  dhcp4: {
    version: 4,
    root: "Dhcp4",
    subnets: "subnet4",
    lifetimes: ["valid-lifetime"],
    dnsServers: "domain-name-servers",
    domain: "domain-name",
    router: "routers",
    leasePage: "lease4-get-page",
  },
  dhcp6: {
    version: 6,
    root: "Dhcp6",
    subnets: "subnet6",
    // An address stays preferred as long as it is valid.
    lifetimes: ["preferred-lifetime", "valid-lifetime"],
    dnsServers: "dns-servers",
    domain: "domain-search",
    // Routers of DHCPv6 make themselves known.
    router: null,
    leasePage: "lease6-get-page",
  },
} as const;

export type KeaService = (typeof KEA_SERVICES)[keyof typeof KEA_SERVICES];
