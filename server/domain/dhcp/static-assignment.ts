import { defineObjectType, type Grant, type OwnRule } from "../../catalogue/define.ts";
import { inOwnedSpace, ownsAddress } from "../cntl/group-addr-space.sql.ts";

/** The BCD follows from the subnet of the address and is kept beside it; rights are asked of it (wire contract 7.1, 7.7). */
const IN_OWNED_BCD: OwnRule = { column: "bcd", in: "bcds" };
const IN_OWNED_SPACE: OwnRule = { sql: inOwnedSpace("t.bcd", "t.ip_addr") };
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
  description: {
    de: "Adresse, die DHCP immer demselben Gerät gibt (mDHCP)",
    en: "Address that DHCP always gives to the same device (mDHCP)",
  },
  attributes: {
    ip_addr: { type: "inet", label: { de: "IP-Adresse", en: "IP address" } },
    mac_addr: { type: "mac_addr", label: { de: "MAC-Adresse", en: "MAC address" } },
    bcd: {
      type: "bcd_name",
      label: { de: "BCD", en: "BCD" },
      serverWritten: true,
      ref: { to: "nd.bcd", by: "key" },
    },
    subnet: {
      type: "cidr",
      label: { de: "Subnetz", en: "Subnet" },
      serverWritten: true,
      ref: { to: "nd.ip_subnet", by: "key" },
    },
    fqdn: {
      type: "fqdn",
      label: { de: "FQDN", en: "FQDN" },
      help: { de: "Name, den das Gerät von DHCP erhält", en: "Name that DHCP gives to the device" },
      nullable: true,
      ref: { to: "dns.fqdn", by: "key" },
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
  },
  key: ["ip_addr"],
  title: ["ip_addr", "mac_addr"],
  unique: [["bcd", "mac_addr"]],
  functions: { create: {}, update: {}, delete: {} },
  own: { all: [IN_OWNED_BCD, IN_OWNED_SPACE] },
  read: { ownOr: IN_OWNED_BCD },
  write: {
    ofOwnRows: true,
    create: MAY_ASSIGN,
    update: { grant: MAY_ASSIGN, attributes: ["ip_addr", "mac_addr", "fqdn", "description"] },
    delete: MAY_ASSIGN,
    after: MAY_ASSIGN,
  },
  storage: {
    indexes: { order_idx: "(bcd, ip_addr, id)", mac_addr_idx: "(mac_addr)" },
    constraints: {
      // Raised by the server: the subnet that would hold the address does not exist.
      address_in_subnet: {
        sql: "check (subnet is not null)",
        fault: {
          kind: "check",
          rule: "address_in_subnet",
          attributes: ["ip_addr"],
        },
      },
    },
    statements: [
      `create or replace function dhcp.subnet_assignments() returns trigger language plpgsql as $body$
begin
  update dhcp.static_assignment set bcd = new.bcd where subnet = new.id;
  return null;
end $body$`,
      `create or replace trigger subnet_assignments after update of bcd on nd.ip_subnet
  for each row when (old.bcd is distinct from new.bcd) execute function dhcp.subnet_assignments()`,
    ],
  },
});
