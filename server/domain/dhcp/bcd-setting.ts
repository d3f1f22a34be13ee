import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "dhcp.bcd_setting",
  gpk: "dhcpset",
  label: { de: "DHCP-Einstellung", en: "DHCP setting" },
  plural: { de: "DHCP-Einstellungen", en: "DHCP settings" },
  description: { de: "DHCP-Einstellungen eines BCD", en: "DHCP settings of a BCD" },
  attributes: {
    bcd: { serverWritten: true, ref: { to: "nd.bcd" } },
    is_enabled: { type: "boolean", label: { de: "DHCP eingeschaltet", en: "DHCP enabled" }, default: false },
    mdhcp_enabled: {
      type: "boolean",
      label: { de: "Feste Zuweisungen (mDHCP)", en: "Static assignments (mDHCP)" },
      default: true,
    },
    domain: { label: { de: "Domain", en: "Domain" }, nullable: true, ref: { to: "dns.fqdn" } },
    dns_server_list: { type: "inet_array", label: { de: "DNS-Server", en: "DNS servers" }, default: [] },
    lease_time: {
      type: "integer",
      label: { de: "Dauer einer Lease", en: "Lease time" },
      help: { de: "In Sekunden", en: "In seconds" },
      unit: "s",
      // DHCP keeps lease times in 32 bits (RFC 2131). A lease time of 0 makes no sense.
      min: 1,
      max: 4_294_967_295,
      default: 3600,
    },
  },
  key: ["bcd"],
  functions: { update: {} },
  own: { column: "bcd", in: "bcds" },
  read: "own",
  vanishesWith: "bcd",
  madeWith: "bcd",
});
