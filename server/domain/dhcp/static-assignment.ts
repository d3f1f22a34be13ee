import { defineObjectType, type Grant, type OwnRule, rule } from "../../catalogue/define.ts";
import { followBcd } from "../nd/ip-subnet.sql.ts";
import { ofOwnedSpace, ownsAddress } from "../cntl/group-addr-space.sql.ts";

/** The BCD of the subnet is stored with the address, because rights are checked by it (wire contract 7.1, 7.7). */
const IN_OWNED_BCD: OwnRule = { column: "bcd", in: "bcds" };
const MAY_ASSIGN: Grant = {
  all: [
    ownsAddress("ip_addr"),
    { sql: "exists (select from dhcp.bcd_setting d where d.bcd = t.bcd and d.mdhcp_enabled)" },
  ],
};

export default defineObjectType({
  name: "dhcp.static_assignment",
  gpk: "dhcpstat",
  label: { de: "Feste DHCP-Zuweisung", en: "Static DHCP assignment" },
  plural: { de: "Feste DHCP-Zuweisungen", en: "Static DHCP assignments" },
  description: {
    de: "Adresse, die DHCP immer demselben Gerät gibt (mDHCP)",
    en: "Address that DHCP always gives to the same device (mDHCP)",
  },
  attributes: {
    ip_addr: { type: "inet", label: { de: "IP-Adresse", en: "IP address" } },
    mac_addr: { type: "mac_addr", label: { de: "MAC-Adresse", en: "MAC address" } },
    bcd: { serverWritten: true, ref: { to: "nd.bcd" } },
    subnet: { serverWritten: true, ref: { to: "nd.ip_subnet" } },
    fqdn: {
      help: { de: "Name, den das Gerät von DHCP erhält", en: "Name that DHCP gives to the device" },
      nullable: true,
      ref: { to: "dns.fqdn" },
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["ip_addr"],
  title: ["ip_addr", "mac_addr"],
  unique: [["bcd", "mac_addr"]],
  search: {
    rank: 52,
    by: [{ address: "ip_addr" }, { mac: "mac_addr" }, { words: "description_regexp_ic" }],
    shown: ["ip_addr", "mac_addr", "fqdn", "bcd"],
  },
  own: { all: [IN_OWNED_BCD, ofOwnedSpace("t.bcd", "t.ip_addr")] },
  read: { ownOr: IN_OWNED_BCD },
  write: {
    ofOwnRows: true,
    create: MAY_ASSIGN,
    update: { grant: MAY_ASSIGN, attributes: ["ip_addr", "mac_addr", "fqdn", "description"] },
    delete: MAY_ASSIGN,
    after: MAY_ASSIGN,
  },
  storage: {
    searched: ["description"],
    indexes: {
      order_idx: "(bcd, ip_addr, id)",
      mac_addr_idx: "(mac_addr)",
    },
    constraints: {
      // The behaviour raises this fault, because no subnet exists that could be referred to.
      address_in_subnet: rule("address_in_subnet", ["ip_addr"], "check (subnet is not null)"),
    },
    statements: followBcd("dhcp.static_assignment", "subnet_assignments"),
  },
});
