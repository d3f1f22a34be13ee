import { CAMPUSES } from "../campus.ts";
import { POOL_LEAVES_FREE } from "../values/ip.ts";
import { option } from "./field.ts";
import type { Choice } from "./form.ts";

/** Sizes of IPv4 subnets with the addresses that they leave for hosts. */
export const SIZES: readonly Choice[] = [24, 25, 26, 27, 28, 29].map((length) => {
  const size = `/${String(length)}, ${String(2 ** (32 - length) - POOL_LEAVES_FREE)}`;
  return option(length, `${size} nutzbare Adressen`, `${size} usable addresses`);
});

export const CAMPUS_CHOICES = Object.entries(CAMPUSES).map(([value, label]): Choice => ({ value, label }));

export const LOCATIONS: readonly Choice[] = [
  ...CAMPUS_CHOICES,
  option("scc_server_room_cn", "Serverraum des SCC, Campus Nord", "SCC server room, Campus North"),
  option("scc_server_room_cs", "Serverraum des SCC, Campus Süd", "SCC server room, Campus South"),
  option("vm_cluster_cn", "VM-Cluster, Campus Nord", "VM cluster, Campus North"),
  option("vm_cluster_cs", "VM-Cluster, Campus Süd", "VM cluster, Campus South"),
  option("vm_cluster_unknown", "VM-Cluster, Ort unbekannt", "VM cluster, place unknown"),
  option("iot_only", "Nur IoT über WLAN", "IoT by WLAN only"),
];

export const PROTECTIONS: readonly Choice[] = [
  option(1, "Firewall Stufe 1 (C)", "Level 1 firewall (C)"),
  option(2, "Firewall Stufe 2 (D)", "Level 2 firewall (D)"),
  option(3, "Quarantänenetz (D)", "Quarantine network (D)"),
  option(4, "Extranet ohne Firewall (A)", "Extranet without firewall (A)"),
  option(5, "Extranet mit Firewall (B)", "Extranet with firewall (B)"),
  option(10, "Besonderer Schutzbedarf", "Special"),
];

export const SYSTEMS: readonly Choice[] = [
  option(1, "Clients", "Clients"),
  option(2, "Server", "Servers"),
  option(3, "Drucker", "Printers"),
  option(4, "IoT-Geräte", "IoT devices"),
  option(5, "Nur über VPN oder WLAN", "By VPN or WLAN only"),
  option(6, "Andere", "Other"),
];

export const USAGES: readonly Choice[] = [
  option("network", "Netz mit Anschlüssen", "Network"),
  option("vpn2vlan", "VPN2VLAN", "VPN2VLAN"),
  option("wifi2vlan", "WIFI2VLAN", "WIFI2VLAN"),
];
