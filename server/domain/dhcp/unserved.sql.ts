import type { Unserved } from "../../catalogue/define-service.ts";
import { ROUTER } from "./kea-subnets.sql.ts";

/** SQL: a subnet has DHCP, and devices that get an address of it reach no other network. */
const withoutGateway = (subnet: string): string =>
  `(family(${subnet}.cidr) = 4 and ${ROUTER(subnet)} is null and exists (select from dhcp.bcd_setting d where d.bcd = ${subnet}.bcd and d.is_enabled))`;

const enabledWithoutSubnet = (setting: string): string =>
  `${setting}.is_enabled and not exists (select from nd.ip_subnet s where s.bcd = ${setting}.bcd)`;

/** SQL: what an object `o` is called, with its BCD. */
const inBcd = (name: string): string =>
  `${name} || ' (' || (select b.name from nd.bcd b where b.id = o.bcd) || ')'`;

const NO_GATEWAY = { reason: "no_gateway", by: "kea", unit: "'dhcp4'" } as const;
const NO_SUBNET = {
  reason: "no_subnet",
  by: "kea",
  unit: "'dhcp4'",
  text: {
    de: "DHCP ist eingeschaltet, aber der BCD hat kein Subnetz. Legen Sie ein Subnetz an oder schalten Sie DHCP aus.",
    en: "DHCP is enabled, but the BCD has no subnet. Create a subnet, or disable DHCP.",
  },
} as const;

/** Of a BCD: what is told of its subnets. */
function someWithoutGateway(bcd: string): Unserved {
  return {
    ...NO_GATEWAY,
    text: {
      de: "DHCP ist eingeschaltet, aber ein Subnetz hat kein Gateway: Seine Geräte erreichen nur ihr eigenes Netz. Tragen Sie bei diesem Subnetz ein Gateway ein.",
      en: "DHCP is enabled, but a subnet has no gateway: its devices reach their own network only. Enter a gateway at this subnet.",
    },
    when: `exists (select from nd.ip_subnet s where s.bcd = ${bcd} and ${withoutGateway("s")})`,
  };
}

export const SUBNET_UNSERVED: readonly Unserved[] = [
  {
    ...NO_GATEWAY,
    text: {
      de: "DHCP ist eingeschaltet, aber das Subnetz hat kein Gateway: Geräte erreichen nur ihr eigenes Netz. Tragen Sie ein Gateway ein.",
      en: "DHCP is enabled, but the subnet has no gateway: devices reach their own network only. Enter a gateway.",
    },
    when: withoutGateway("o"),
    object: inBcd("o.cidr::text"),
  },
];

export const SETTING_UNSERVED: readonly Unserved[] = [
  {
    ...NO_SUBNET,
    when: enabledWithoutSubnet("o"),
    object: "(select b.name from nd.bcd b where b.id = o.bcd)",
  },
  someWithoutGateway("o.bcd"),
];

/** What is told of the DHCP settings and subnets of a BCD. */
export const BCD_WITHOUT_DHCP: readonly Unserved[] = [
  {
    ...NO_SUBNET,
    when: `exists (select from dhcp.bcd_setting d where d.bcd = o.id and ${enabledWithoutSubnet("d")})`,
  },
  someWithoutGateway("o.id"),
];

export const ASSIGNMENT_UNSERVED: readonly Unserved[] = [
  {
    reason: "dhcp_disabled",
    by: "kea",
    text: {
      de: "Die feste Zuweisung liegt in einem BCD ohne DHCP und wird nicht vergeben. Schalten Sie DHCP in den DHCP-Einstellungen des BCD ein oder löschen Sie die Zuweisung.",
      en: "The static assignment is in a BCD without DHCP and is not given. Enable DHCP in the DHCP settings of the BCD, or delete the assignment.",
    },
    when: "not exists (select from dhcp.bcd_setting d where d.bcd = o.bcd and d.is_enabled)",
    unit: "'reservations' || family(o.ip_addr)",
    object: inBcd("host(o.ip_addr)"),
  },
  {
    reason: "no_dhcp6",
    by: "kea",
    text: {
      de: "Kein Dienstserver hat DHCPv6: Die feste Zuweisung wird nicht vergeben. Schalten Sie DHCPv6 bei einem Kea-Server ein oder löschen Sie die Zuweisung.",
      en: "No service server has DHCPv6: the static assignment is not given. Switch on DHCPv6 at a Kea server, or delete the assignment.",
    },
    when: `family(o.ip_addr) = 6 and not exists (select from output.server s where s.kind = 'kea' and s.is_enabled and s.has_dhcp6)`,
    unit: "'reservations' || family(o.ip_addr)",
    object: inBcd("host(o.ip_addr)"),
  },
];
