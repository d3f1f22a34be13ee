import { CAMPUSES } from "../campus.ts";
import { POOL_LEAVES_FREE } from "../values/ip.ts";
import type { Choice } from "./form.ts";

/** Sizes of IPv4 subnets with the addresses that they leave for hosts. */
export const SIZES: readonly Choice[] = [24, 25, 26, 27, 28, 29].map((length) => {
  const size = `/${String(length)}, ${String(2 ** (32 - length) - POOL_LEAVES_FREE)}`;
  return { value: length, label: { de: `${size} nutzbare Adressen`, en: `${size} usable addresses` } };
});

export const LOCATIONS: readonly Choice[] = [
  { value: "cn", label: CAMPUSES.cn },
  { value: "cs", label: CAMPUSES.cs },
  {
    value: "scc_server_room_cn",
    label: { de: "Serverraum des SCC, Campus Nord", en: "SCC server room, Campus North" },
  },
  {
    value: "scc_server_room_cs",
    label: { de: "Serverraum des SCC, Campus Süd", en: "SCC server room, Campus South" },
  },
  { value: "vm_cluster_cn", label: { de: "VM-Cluster, Campus Nord", en: "VM cluster, Campus North" } },
  { value: "vm_cluster_cs", label: { de: "VM-Cluster, Campus Süd", en: "VM cluster, Campus South" } },
  {
    value: "vm_cluster_unknown",
    label: { de: "VM-Cluster, Ort unbekannt", en: "VM cluster, place unknown" },
  },
  { value: "iot_only", label: { de: "Nur IoT über WLAN", en: "IoT by WLAN only" } },
];

export const PROTECTIONS: readonly Choice[] = [
  { value: 1, label: { de: "Firewall Stufe 1 (C)", en: "Level 1 firewall (C)" } },
  { value: 2, label: { de: "Firewall Stufe 2 (D)", en: "Level 2 firewall (D)" } },
  { value: 3, label: { de: "Quarantänenetz (D)", en: "Quarantine network (D)" } },
  { value: 4, label: { de: "Extranet ohne Firewall (A)", en: "Extranet without firewall (A)" } },
  { value: 5, label: { de: "Extranet mit Firewall (B)", en: "Extranet with firewall (B)" } },
  { value: 10, label: { de: "Besonderer Schutzbedarf", en: "Special" } },
];

export const SYSTEMS: readonly Choice[] = [
  { value: 1, label: { de: "Clients", en: "Clients" } },
  { value: 2, label: { de: "Server", en: "Servers" } },
  { value: 3, label: { de: "Drucker", en: "Printers" } },
  { value: 4, label: { de: "IoT-Geräte", en: "IoT devices" } },
  { value: 5, label: { de: "Nur über VPN oder WLAN", en: "By VPN or WLAN only" } },
  { value: 6, label: { de: "Andere", en: "Other" } },
];

export const USAGES: readonly Choice[] = [
  { value: "network", label: { de: "Netz mit Anschlüssen", en: "Network" } },
  { value: "vpn2vlan", label: { de: "VPN2VLAN", en: "VPN2VLAN" } },
  { value: "wifi2vlan", label: { de: "WIFI2VLAN", en: "WIFI2VLAN" } },
];

export const IP_VERSIONS: readonly Choice[] = [
  { value: "both", label: { de: "IPv4 und IPv6", en: "IPv4 and IPv6" } },
  { value: "ipv6_only", label: { de: "Nur IPv6", en: "IPv6 only" } },
];

export const ROUTINGS: readonly Choice[] = [
  { value: "default_only", label: { de: "Aller Verkehr durch das VPN", en: "All traffic through the VPN" } },
  { value: "split_only", label: { de: "Nur Verkehr zum Campus", en: "Traffic to the campus only" } },
  { value: "both", label: { de: "Beides", en: "Both" } },
];
