import { IP_VERSIONS, LOCATIONS, PROTECTIONS, ROUTINGS, SIZES, SYSTEMS, USAGES } from "./bcd-choices.ts";
import { POOL_LEAVES_FREE } from "../values/ip.ts";
import type { Condition, Field } from "./form.ts";

const BOTH_VERSIONS: Condition = { field: "ip_version", in: ["both"] };
const WITH_SCC_DHCP: Condition = { field: "scc_dhcp", in: [true] };

/** A VPN access to a BCD: of a new one, and by itself. */
export const VPN_FIELDS: readonly Field[] = [
  {
    name: "session_count",
    label: { de: "Gleichzeitige Sitzungen", en: "Parallel sessions" },
    type: { kind: "integer", min: 1, max: 1_000_000 },
    required: true,
  },
  {
    name: "permission_group",
    label: { de: "Gruppe mit Zugang", en: "Permission group" },
    type: { kind: "text", dataType: "text_line" },
    required: true,
  },
  {
    name: "realm",
    label: { de: "Realm", en: "Realm" },
    type: { kind: "text", dataType: "text_line" },
    required: true,
  },
  {
    name: "routing",
    label: { de: "Routing", en: "Routing" },
    type: { kind: "choice", choices: ROUTINGS },
    required: true,
  },
  {
    name: "split_realm",
    label: { de: "Realm für Split-Routing", en: "Split-routing realm" },
    type: { kind: "text", dataType: "text_line" },
    onlyIf: { field: "routing", in: ["split_only", "both"] },
    follows: { field: "realm", suffix: "-split" },
  },
  {
    name: "two_factor",
    label: { de: "Zweiter Faktor", en: "Two-factor authentication" },
    type: { kind: "boolean" },
  },
];

/** A WLAN access to a BCD. */
export const WLAN_FIELDS: readonly Field[] = [
  {
    name: "access_method_list",
    label: { de: "Zugangsarten", en: "Access methods" },
    type: {
      kind: "list",
      of: {
        kind: "choice",
        choices: [
          { value: "iot", label: { de: "IoT (WPA2-PSK)", en: "IoT (WPA2-PSK)" } },
          { value: "wifi", label: { de: "WLAN (802.1X)", en: "Wi-Fi (802.1X)" } },
        ],
      },
    },
    required: true,
  },
  {
    name: "device_count",
    label: { de: "Zahl der Geräte", en: "Device count" },
    type: { kind: "integer", min: 1, max: 1_000_000 },
    required: true,
  },
  {
    name: "permission_group",
    label: { de: "Gruppe mit Zugang", en: "Permission group" },
    type: { kind: "text", dataType: "text_line" },
    required: { field: "access_method_list", in: ["wifi"] },
  },
];

/** Body of `bcd_request`, in the order of the table of wire contract 6.4. */
export const BCD_FIELDS: readonly Field[] = [
  {
    name: "oe",
    label: { de: "OE", en: "OE" },
    type: { kind: "text", dataType: "ou_name" },
    required: true,
    refersTo: { object: "org.unit", attribute: "fq_name", filters: { is_own: true }, isFew: true },
  },
  {
    name: "group",
    label: { de: "Verwaltende Gruppe", en: "Administrating group" },
    type: { kind: "text", dataType: "group_name" },
    refersTo: { object: "cntl.group", attribute: "name" },
  },
  {
    name: "protection_requirement",
    label: { de: "Schutzbedarf", en: "Protection requirement" },
    type: { kind: "choice", choices: PROTECTIONS },
    required: true,
  },
  {
    name: "protection_requirement_note",
    label: { de: "Erläuterung des Schutzbedarfs", en: "Explanation of the protection requirement" },
    type: { kind: "text", dataType: "text" },
    required: { field: "protection_requirement", in: [10] },
  },
  {
    name: "type_of_system",
    label: { de: "Angeschlossene Systeme", en: "Connected systems" },
    type: { kind: "list", of: { kind: "choice", choices: SYSTEMS }, takesOne: true },
    required: true,
    guidance: {
      text: {
        de: "Nur gleichartige Systeme sollen sich ein BCD teilen.",
        en: "Only equal kinds of systems should share a BCD.",
      },
      warnsAbove: 1,
    },
  },
  {
    name: "type_of_system_note",
    label: { de: "Beschreibung der anderen Systeme", en: "Description of the other systems" },
    type: { kind: "text", dataType: "text" },
    required: { field: "type_of_system", in: [6] },
  },
  {
    name: "load_balancer",
    label: { de: "Load Balancer", en: "Load balancer" },
    type: { kind: "boolean" },
    required: true,
  },
  {
    name: "ip_version",
    label: { de: "IP-Version", en: "IP version" },
    type: { kind: "choice", choices: IP_VERSIONS },
    default: "both",
  },
  {
    name: "bcd_name",
    label: { de: "Gewünschter Name des BCD", en: "Wanted name of the BCD" },
    type: { kind: "text", dataType: "bcd_name" },
  },
  {
    name: "usage",
    label: { de: "Verwendung", en: "Usage" },
    type: { kind: "choice", choices: USAGES },
    default: "network",
  },
  {
    name: "device_location_list",
    label: { de: "Orte der Geräte", en: "Device locations" },
    type: { kind: "list", of: { kind: "choice", choices: LOCATIONS } },
  },
  {
    name: "device_location_note",
    label: { de: "Erläuterung der Orte", en: "Explanation of the locations" },
    type: { kind: "text", dataType: "text" },
    required: { field: "device_location_list", notOnly: ["cn", "cs", "iot_only"] },
  },
  {
    name: "internet_access",
    label: { de: "Zugang zum Internet", en: "Internet access" },
    type: { kind: "boolean" },
    default: false,
    guidance: {
      text: {
        de: "Ohne Zugang zum Internet: Prüfen Sie, ob IPv4 überhaupt gebraucht wird.",
        en: "Without internet access: check whether IPv4 is needed at all.",
      },
      if: { field: "internet_access", in: [false] },
    },
  },
  {
    name: "internet_access_reason",
    label: { de: "Begründung des Zugangs zum Internet", en: "Reason for internet access" },
    type: { kind: "text", dataType: "text" },
    required: { field: "internet_access", in: [true] },
    onlyIf: { field: "internet_access", in: [true] },
  },
  {
    name: "ipv4_prefix_length",
    label: { de: "Präfixlänge des IPv4-Subnetzes", en: "Prefix length of the IPv4 subnet" },
    type: { kind: "integer", min: 24, max: 29, named: SIZES },
    onlyIf: BOTH_VERSIONS,
    guidance: {
      text: {
        de: "IPv4-Subnetze sollen so klein wie möglich sein.",
        en: "IPv4 subnets should be as small as possible.",
      },
    },
  },
  {
    name: "ipv4_size_reason",
    label: { de: "Begründung der Größe", en: "Reason for the size" },
    type: { kind: "text", dataType: "text" },
    required: { all: [BOTH_VERSIONS, { field: "ipv4_prefix_length", in: [24] }] },
    onlyIf: BOTH_VERSIONS,
  },
  {
    name: "scc_dhcp",
    label: { de: "DHCP des SCC", en: "SCC DHCP" },
    type: { kind: "boolean" },
    default: false,
  },
  {
    name: "dhcp_pool_size",
    label: { de: "Dynamische Adressen", en: "Dynamic pool size" },
    type: {
      kind: "integer",
      min: 2,
      max: { subnetIn: "ipv4_prefix_length", less: POOL_LEAVES_FREE, otherwise: 256 - POOL_LEAVES_FREE },
    },
    onlyIf: { all: [WITH_SCC_DHCP, BOTH_VERSIONS] },
  },
  {
    name: "own_dhcp_server",
    label: { de: "IPv4-Adresse des eigenen DHCP-Servers", en: "IPv4 address of the own DHCP server" },
    type: { kind: "address", version: 4 },
    onlyIf: { all: [{ not: WITH_SCC_DHCP }, BOTH_VERSIONS] },
  },
  {
    name: "vpn",
    label: { de: "VPN", en: "VPN" },
    type: { kind: "object", fields: VPN_FIELDS },
    required: { field: "usage", in: ["vpn2vlan"] },
  },
  {
    name: "wlan",
    label: { de: "WLAN", en: "WLAN" },
    type: { kind: "object", fields: WLAN_FIELDS },
    required: { field: "usage", in: ["wifi2vlan"] },
  },
  {
    name: "comments",
    label: { de: "Bemerkungen", en: "Comments" },
    type: { kind: "text", dataType: "text" },
  },
];

/** The same fields in a form of the portal: some more are required, and the usage may be given by the form. */
export function bcdFormFields(usage?: "vpn2vlan" | "wifi2vlan"): readonly Field[] {
  const required = new Set(["bcd_name", "ip_version", "device_location_list"]);
  return BCD_FIELDS.map((field) => {
    if (required.has(field.name)) return { ...field, required: true };
    // What the portal proposes.
    if (field.name === "protection_requirement") return { ...field, default: 1 };
    if (field.name !== "usage" || usage === undefined) return field;
    return {
      ...field,
      type: { kind: "choice", choices: USAGES.filter(({ value }) => value === usage) },
      default: usage,
    };
  });
}
