import type { Json } from "#contract/wire/json";

export const create = (name: string, values: Readonly<Record<string, Json>>): object => ({
  name: `${name}.create`,
  new: values,
});
/** MAC address with this number; each test has a prefix of its own. */
export const mac = (n: number, prefix = "0a:00"): string =>
  `${prefix}:${[24, 16, 8, 0].map((bits) => ((n >> bits) & 255).toString(16).padStart(2, "0")).join(":")}`;

/** Networks for DHCP: `live-1` with IPv4, `live-6` with IPv6, and `live-2` for MAC clients. */
export const NETWORK = [
  create("nd.bcd", { name: "live-1" }),
  create("nd.ip_subnet", { cidr: "10.210.0.0/16", bcd: "live-1", gateway_addr: "10.210.0.1" }),
  create("nd.ip_subnet", { cidr: "10.212.0.0/16", bcd: "live-1", gateway_addr: "10.212.0.1" }),
  create("nd.ip_subnet", { cidr: "10.211.0.0/24", bcd: "live-1", gateway_addr: "10.211.0.1" }),
  {
    name: "dhcp.bcd_setting.update",
    old: { bcd: "live-1" },
    new: { is_enabled: true, dns_server_list: ["10.210.0.53", "10.210.0.54"], lease_time: 1800 },
  },
  create("dhcp.pool", { first_addr: "10.210.255.16", last_addr: "10.210.255.31" }),
  create("nd.bcd", { name: "live-2" }),
  create("nd.bcd", { name: "live-6" }),
  create("nd.ip_subnet", { cidr: "2001:db8:210::/64", bcd: "live-6" }),
  create("nd.ip_subnet", { cidr: "2001:db8:211::/64", bcd: "live-6" }),
  {
    name: "dhcp.bcd_setting.update",
    old: { bcd: "live-6" },
    new: {
      is_enabled: true,
      dns_server_list: ["2001:db8::53", "10.210.0.53", "2001:db8::54"],
      domain: "example.edu.",
      lease_time: 900,
    },
  },
];

/** All that leaves the central database for a copy. */
export const COPIED_COLUMNS = [
  "dhcp.bcd_setting.bcd",
  "dhcp.bcd_setting.id",
  "dhcp.bcd_setting.is_enabled",
  "dhcp.static_assignment.bcd",
  "dhcp.static_assignment.fqdn",
  "dhcp.static_assignment.id",
  "dhcp.static_assignment.ip_addr",
  "dhcp.static_assignment.mac_addr",
  "dhcp.static_assignment.subnet",
  "dns.fqdn.id",
  "dns.fqdn.value",
  "macauth.client.bcd_name",
  "macauth.client.id",
  "macauth.client.mac_addr",
  "macauth.client.wpa2_key",
  "nd.bcd.id",
  "nd.bcd.name",
  "nd.vlan.bcd",
  "nd.vlan.id",
  "nd.vlan.id_",
];

/** Does the work for each number, for some of them at the same time. */
export async function sideBySide(count: number, work: (n: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const worker = async (): Promise<void> => {
    for (const n of numbers) await work(n);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** A MAC address as network devices write it. */
export function spellings(address: string): readonly string[] {
  const digits = address.replaceAll(":", "");
  const dotted = digits.replace(/(.{4})(.{4})/, "$1.$2.");
  return [
    address,
    address.replaceAll(":", "-").toUpperCase(),
    dotted,
    digits.replace(/(.{6})/, "$1-"),
    digits.toUpperCase(),
  ];
}

/** The time that this share of the times does not exceed. */
export function ms(times: readonly number[], part: number): string {
  const inOrder = times.toSorted((a, b) => a - b);
  return (inOrder[Math.floor(inOrder.length * part)] ?? 0).toFixed(1);
}
