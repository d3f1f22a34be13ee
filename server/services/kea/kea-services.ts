/**
 * The DHCP servers of Kea, with the names of their commands and of the members of their configuration. The key is both the name at the control agent
 * and the unit.
 */
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
    // An address is preferred as long as it is valid.
    lifetimes: ["preferred-lifetime", "valid-lifetime"],
    dnsServers: "dns-servers",
    domain: "domain-search",
    // Routers of IPv6 announce themselves, so DHCPv6 has no option for them.
    router: null,
    leasePage: "lease6-get-page",
  },
} as const;

export type KeaService = (typeof KEA_SERVICES)[keyof typeof KEA_SERVICES];
