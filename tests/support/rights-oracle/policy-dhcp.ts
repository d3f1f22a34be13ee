import { str } from "./facts.ts";
import { byBcd, type Policy, type Rule } from "./policy.ts";

/** Owners of the address write static assignments, if the BCD allows them. */
const isManaged: Rule = (who, row, facts) => {
  const address = str(row, "ip_addr");
  const setting = facts.first("dhcp.bcd_setting", "bcd", facts.subnetOf(address)?.["bcd"]);
  return who.ownsAddress(address) === true && setting?.["mdhcp_enabled"] === true;
};

const ownsBcdOf =
  (attribute: string): Rule =>
  (who, row, facts) => {
    const subnet = facts.subnetOf(str(row, attribute));
    return subnet !== undefined && who.ownsBcd(str(subnet, "bcd"));
  };

export const DHCP: Readonly<Record<string, Policy>> = {
  "dhcp.lease": { ...byBcd(["ip_addr"], ""), own: ownsBcdOf("ip_addr"), isReadOnly: true },
  "dhcp.static_assignment": {
    key: ["ip_addr"],
    own: (who, row) => who.ownsAddress(str(row, "ip_addr")) === true,
    read: ownsBcdOf("ip_addr"),
    functions: "CUD",
    create: isManaged,
    update: { may: isManaged, of: ["ip_addr", "mac_addr", "fqdn", "description"] },
    delete: isManaged,
    after: isManaged,
  },
  "dhcp.pool": { ...byBcd(["first_addr"], "CUD"), own: ownsBcdOf("first_addr") },
  "dhcp.bcd_setting": byBcd(["bcd"], "U"),
};
