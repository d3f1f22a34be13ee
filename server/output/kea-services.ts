import type { DhcpVersion } from "../domain/dhcp/kea-subnets.sql.ts";

/** A DHCP server of Kea: how its commands and the members of its configuration are called. */
export interface KeaService {
  /** Its name at the control agent, and its unit among the deliveries. */
  readonly name: "dhcp4" | "dhcp6";
  readonly version: DhcpVersion;
  readonly root: string;
  readonly subnets: string;
  readonly lifetimes: readonly string[];
  readonly dnsServers: string;
  readonly domain: string;
  /** Routers of DHCPv6 make themselves known. */
  readonly router: string | null;
  readonly leasePage: string;
}

export const KEA_SERVICES: readonly KeaService[] = [
  {
    name: "dhcp4",
    version: 4,
    root: "Dhcp4",
    subnets: "subnet4",
    lifetimes: ["valid-lifetime"],
    dnsServers: "domain-name-servers",
    domain: "domain-name",
    router: "routers",
    leasePage: "lease4-get-page",
  },
  {
    name: "dhcp6",
    version: 6,
    root: "Dhcp6",
    subnets: "subnet6",
    // An address stays preferred as long as it is valid.
    lifetimes: ["preferred-lifetime", "valid-lifetime"],
    dnsServers: "dns-servers",
    domain: "domain-search",
    router: null,
    leasePage: "lease6-get-page",
  },
];
