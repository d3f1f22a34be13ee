import type { Unserved } from "../../catalogue/define-service.ts";
import { ROUTER, type DhcpVersion } from "./kea-subnets.sql.ts";

/** SQL: the BCD has DHCP. */
const hasDhcp = (bcd: string): string =>
  `exists (select from dhcp.bcd_setting d where d.bcd = ${bcd} and d.is_enabled)`;

/** SQL: the BCD has a subnet of this version, or of any. */
const hasSubnet = (bcd: string, version: DhcpVersion | null = null): string =>
  `exists (
    select
    from nd.ip_subnet n
    where n.bcd = ${bcd}${version === null ? "" : ` and family(n.cidr) = ${String(version)}`})`;

/** SQL: a subnet has DHCP but no gateway, so devices with an address of it reach no other network. */
const withoutGateway = (subnet: string): string =>
  `(family(${subnet}.cidr) = 4 and ${ROUTER(subnet)} is null and ${hasDhcp(`${subnet}.bcd`)})`;

/** SQL: there are Kea servers, and none has this version. */
const noKeaHas = (version: DhcpVersion): string =>
  `(
    select bool_or(k.has_dhcp${String(version)}) is false
    from output.server k
    where k.kind = 'kea' and k.is_enabled)`;

/** SQL: a BCD with DHCP lacks this version. A network of both versions can do without DHCPv6, because routers announce its prefix. */
const lacks = (bcd: string, version: DhcpVersion): string =>
  [noKeaHas(version), hasDhcp(bcd), ...(version === 6 ? [`not ${hasSubnet(bcd, 4)}`] : [])].join(" and ");

const BCD_NAME = "(select b.name from nd.bcd b where b.id = o.bcd)";

/** SQL: the name of an object `o`, with its BCD. */
const inBcd = (name: string): string => `${name} || ' (' || ${BCD_NAME} || ')'`;

const VERSIONS: readonly DhcpVersion[] = [4, 6];
const AS_SUBNET = { as: inBcd("o.cidr::text"), by: "o.cidr" } as const;

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

function noDhcp(version: DhcpVersion): Omit<Unserved, "when"> {
  const name = `DHCPv${String(version)}`;
  return {
    reason: `no_dhcp${String(version)}`,
    by: "kea",
    unit: `'dhcp${String(version)}'`,
    text: {
      de: `DHCP ist eingeschaltet, aber kein Dienstserver hat ${name}: Geräte bekommen durch DHCP keine IPv${String(version)}-Adresse. Schalten Sie ${name} bei einem Kea-Server ein oder DHCP in den DHCP-Einstellungen des BCD aus.`,
      en: `DHCP is enabled, but no service server has ${name}: devices get no IPv${String(version)} address by DHCP. Switch on ${name} at a Kea server, or disable DHCP in the DHCP settings of the BCD.`,
    },
  };
}

/** Reasons that concern a BCD with DHCP and its settings. The check gets reasons about a subnet from the subnet itself. */
function ofBcd(bcd: string): readonly Unserved[] {
  return [
    {
      ...NO_GATEWAY,
      text: {
        de: "DHCP ist eingeschaltet, aber ein Subnetz hat kein Gateway: Seine Geräte erreichen nur ihr eigenes Netz. Tragen Sie bei diesem Subnetz ein Gateway ein.",
        en: "DHCP is enabled, but a subnet has no gateway: its devices reach their own network only. Enter a gateway at this subnet.",
      },
      when: `exists (select from nd.ip_subnet s where s.bcd = ${bcd} and ${withoutGateway("s")})`,
    },
    ...VERSIONS.map((version) => ({
      ...noDhcp(version),
      when: `${lacks(bcd, version)} and ${hasSubnet(bcd, version)}`,
    })),
  ];
}

export const SUBNET_UNSERVED: readonly Unserved[] = [
  {
    ...NO_GATEWAY,
    text: {
      de: "DHCP ist eingeschaltet, aber das Subnetz hat kein Gateway: Geräte erreichen nur ihr eigenes Netz. Tragen Sie ein Gateway ein.",
      en: "DHCP is enabled, but the subnet has no gateway: devices reach their own network only. Enter a gateway.",
    },
    when: withoutGateway("o"),
    told: AS_SUBNET,
  },
  ...VERSIONS.map((version) => ({
    ...noDhcp(version),
    when: `family(o.cidr) = ${String(version)} and ${lacks("o.bcd", version)}`,
    told: AS_SUBNET,
  })),
];

export const SETTING_UNSERVED: readonly Unserved[] = [
  {
    ...NO_SUBNET,
    when: `o.is_enabled and not ${hasSubnet("o.bcd")}`,
    told: { as: BCD_NAME, by: BCD_NAME },
  },
  ...ofBcd("o.bcd"),
];

/** Reasons that concern the DHCP settings and subnets of a BCD. */
export const BCD_WITHOUT_DHCP: readonly Unserved[] = [
  { ...NO_SUBNET, when: `${hasDhcp("o.id")} and not ${hasSubnet("o.id")}` },
  ...ofBcd("o.id"),
];

const ASSIGNMENT = {
  by: "kea",
  unit: "'reservations' || family(o.ip_addr)",
  told: { as: inBcd("host(o.ip_addr)"), by: "o.ip_addr" },
} as const;

export const ASSIGNMENT_UNSERVED: readonly Unserved[] = [
  {
    ...ASSIGNMENT,
    reason: "dhcp_disabled",
    text: {
      de: "Die feste Zuweisung liegt in einem BCD ohne DHCP und wird nicht vergeben. Schalten Sie DHCP in den DHCP-Einstellungen des BCD ein oder löschen Sie die Zuweisung.",
      en: "The static assignment is in a BCD without DHCP and is not given. Enable DHCP in the DHCP settings of the BCD, or delete the assignment.",
    },
    when: `not ${hasDhcp("o.bcd")}`,
  },
  ...VERSIONS.map((version) => {
    const name = `DHCPv${String(version)}`;
    return {
      ...ASSIGNMENT,
      reason: `no_dhcp${String(version)}`,
      text: {
        de: `Kein Dienstserver hat ${name}: Die feste Zuweisung wird nicht vergeben. Schalten Sie ${name} bei einem Kea-Server ein oder löschen Sie die Zuweisung.`,
        en: `No service server has ${name}: the static assignment is not given. Switch on ${name} at a Kea server, or delete the assignment.`,
      },
      when: `family(o.ip_addr) = ${String(version)} and ${noKeaHas(version)}`,
    };
  }),
];
