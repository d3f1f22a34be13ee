import { POOL_LEAVES_FREE } from "../values/ip.ts";
import { LOCATIONS, PROTECTIONS, SIZES, SYSTEMS, USAGES } from "./bcd-choices.ts";
import { BCD_NAME, BOOLEAN, choice, COUNT, field, holding, LINE, option, REQUIRED, TEXT } from "./field.ts";
import type { Field, FieldType } from "./form.ts";

const BOTH_VERSIONS = holding("ip_version", "both");
const WITH_SCC_DHCP = holding("scc_dhcp", true);
const WITH_INTERNET = holding("internet_access", true);

const ROUTING = choice(
  option("default_only", "Aller Verkehr durch das VPN", "All traffic through the VPN"),
  option("split_only", "Nur Verkehr zum Campus", "Traffic to the campus only"),
  option("both", "Beides", "Both"),
);

/** A VPN access to a BCD, as a part of the request for a new BCD and as a request of its own. */
export const VPN: FieldType = {
  kind: "object",
  fields: [
    field("session_count", "Gleichzeitige Sitzungen", "Parallel sessions", COUNT, REQUIRED),
    field("permission_group", "Gruppe mit Zugang", "Permission group", LINE, REQUIRED),
    field("realm", "Realm", "Realm", LINE, REQUIRED),
    field("routing", "Routing", "Routing", ROUTING, REQUIRED),
    field("split_realm", "Realm für Split-Routing", "Split-routing realm", LINE, {
      onlyIf: holding("routing", "split_only", "both"),
      follows: { field: "realm", suffix: "-split" },
    }),
    field("two_factor", "Zweiter Faktor", "Two-factor authentication", BOOLEAN),
  ],
};

const ACCESS_METHODS: FieldType = {
  kind: "list",
  of: choice(
    option("iot", "IoT (WPA2-PSK)", "IoT (WPA2-PSK)"),
    option("wifi", "WLAN (802.1X)", "Wi-Fi (802.1X)"),
  ),
};

/** A WLAN access to a BCD. */
export const WLAN: FieldType = {
  kind: "object",
  fields: [
    field("access_method_list", "Zugangsarten", "Access methods", ACCESS_METHODS, REQUIRED),
    field("device_count", "Zahl der Geräte", "Device count", COUNT, REQUIRED),
    field("permission_group", "Gruppe mit Zugang", "Permission group", LINE, {
      required: holding("access_method_list", "wifi"),
    }),
  ],
};

const OU: FieldType = { kind: "text", dataType: "ou_name" };
const GROUP: FieldType = { kind: "text", dataType: "group_name" };
const VERSION = choice(
  option("both", "IPv4 und IPv6", "IPv4 and IPv6"),
  option("ipv6_only", "Nur IPv6", "IPv6 only"),
);
const SYSTEM_LIST: FieldType = { kind: "list", of: choice(...SYSTEMS), takesOne: true };
const LOCATION_LIST: FieldType = { kind: "list", of: choice(...LOCATIONS) };
const PREFIX: FieldType = { kind: "integer", min: 24, max: 29, named: SIZES };
const POOL_SIZE: FieldType = {
  kind: "integer",
  min: 2,
  max: { subnetIn: "ipv4_prefix_length", less: POOL_LEAVES_FREE, otherwise: 256 - POOL_LEAVES_FREE },
};

/** Body of `bcd_request`, in the order of the table of wire contract 6.4. */
export const BCD_FIELDS: readonly Field[] = [
  field("oe", "OE", "OE", OU, {
    ...REQUIRED,
    refersTo: { object: "org.unit", attribute: "fq_name", filters: { is_own: true }, isFew: true },
  }),
  field("group", "Verwaltende Gruppe", "Administrating group", GROUP, {
    refersTo: { object: "cntl.group", attribute: "name" },
  }),
  field("protection_requirement", "Schutzbedarf", "Protection requirement", choice(...PROTECTIONS), REQUIRED),
  field(
    "protection_requirement_note",
    "Erläuterung des Schutzbedarfs",
    "Explanation of the protection requirement",
    TEXT,
    { required: holding("protection_requirement", 10) },
  ),
  field("type_of_system", "Angeschlossene Systeme", "Connected systems", SYSTEM_LIST, {
    ...REQUIRED,
    guidance: {
      text: {
        de: "Nur gleichartige Systeme sollen sich ein BCD teilen.",
        en: "Only equal kinds of systems should share a BCD.",
      },
      warnsAbove: 1,
    },
  }),
  field("type_of_system_note", "Beschreibung der anderen Systeme", "Description of the other systems", TEXT, {
    required: holding("type_of_system", 6),
  }),
  field("load_balancer", "Load Balancer", "Load balancer", BOOLEAN, REQUIRED),
  field("ip_version", "IP-Version", "IP version", VERSION, { default: "both" }),
  field("bcd_name", "Gewünschter Name des BCD", "Wanted name of the BCD", BCD_NAME),
  field("usage", "Verwendung", "Usage", choice(...USAGES), { default: "network" }),
  field("device_location_list", "Orte der Geräte", "Device locations", LOCATION_LIST),
  field("device_location_note", "Erläuterung der Orte", "Explanation of the locations", TEXT, {
    required: { value: "device_location_list", notOnly: ["cn", "cs", "iot_only"] },
  }),
  field("internet_access", "Zugang zum Internet", "Internet access", BOOLEAN, {
    default: false,
    guidance: {
      text: {
        de: "Ohne Zugang zum Internet: Prüfen Sie, ob IPv4 überhaupt gebraucht wird.",
        en: "Without internet access: check whether IPv4 is needed at all.",
      },
      if: holding("internet_access", false),
    },
  }),
  field("internet_access_reason", "Begründung des Zugangs zum Internet", "Reason for internet access", TEXT, {
    required: WITH_INTERNET,
    onlyIf: WITH_INTERNET,
  }),
  field("ipv4_prefix_length", "Präfixlänge des IPv4-Subnetzes", "Prefix length of the IPv4 subnet", PREFIX, {
    onlyIf: BOTH_VERSIONS,
    guidance: {
      text: {
        de: "IPv4-Subnetze sollen so klein wie möglich sein.",
        en: "IPv4 subnets should be as small as possible.",
      },
    },
  }),
  field("ipv4_size_reason", "Begründung der Größe", "Reason for the size", TEXT, {
    required: { all: [BOTH_VERSIONS, holding("ipv4_prefix_length", 24)] },
    onlyIf: BOTH_VERSIONS,
  }),
  field("scc_dhcp", "DHCP des SCC", "SCC DHCP", BOOLEAN, { default: false }),
  field("dhcp_pool_size", "Dynamische Adressen", "Dynamic pool size", POOL_SIZE, {
    onlyIf: { all: [WITH_SCC_DHCP, BOTH_VERSIONS] },
  }),
  field(
    "own_dhcp_server",
    "IPv4-Adresse des eigenen DHCP-Servers",
    "IPv4 address of the own DHCP server",
    { kind: "address", version: 4 },
    { onlyIf: { all: [{ not: WITH_SCC_DHCP }, BOTH_VERSIONS] } },
  ),
  field("vpn", "VPN", "VPN", VPN, { required: holding("usage", "vpn2vlan") }),
  field("wlan", "WLAN", "WLAN", WLAN, { required: holding("usage", "wifi2vlan") }),
  field("comments", "Bemerkungen", "Comments", TEXT),
];

/** The fields of a BCD request in a form of the portal. The form requires more fields than the server, and may set the usage. */
export function bcdFormFields(usage?: "vpn2vlan" | "wifi2vlan"): readonly Field[] {
  const required = new Set(["bcd_name", "ip_version", "device_location_list"]);
  return BCD_FIELDS.map((one) => {
    if (required.has(one.name)) return { ...one, required: true };
    // A default that only the portal offers.
    if (one.name === "protection_requirement") return { ...one, default: 1 };
    if (one.name !== "usage" || usage === undefined) return one;
    return { ...one, type: choice(...USAGES.filter(({ value }) => value === usage)), default: usage };
  });
}
