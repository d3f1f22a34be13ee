import type { Section } from "#core/screen/screen";
import type { Step } from "#contract/wire/step";

/** More free addresses are only visible in the map, not from the server. */
const MOST_FREE = 4096;

/** Steps for everything that has addresses in the networks of these filters, and for free addresses. */
export function addressSteps(by: { readonly bcd: string } | { readonly cidr: string }): readonly Step[] {
  const row = "bcd" in by ? { bcd: by.bcd } : { subnet: by.cidr };
  const records = "bcd" in by ? { bcd: by.bcd } : { target_cidr: by.cidr };
  return [
    { idx: "addr", name: "dns.ip_addr.list", old: by },
    // The reverse name of an address is one name; its other names appear in records only.
    { idx: "shared", name: "dns.record.list", old: { ...records, target_is_reverse_unique: false } },
    { idx: "fixed", name: "dhcp.static_assignment.list", old: row },
    { idx: "lease", name: "dhcp.lease.list", old: row },
    { idx: "pool", name: "dhcp.pool.list", old: row },
    ...freeSteps(by),
  ];
}

function freeSteps(by: { readonly bcd: string } | { readonly cidr: string }): readonly Step[] {
  const generated = { idx: "free", name: "tmp.cidr_generator.list" };
  const asked = { prefix_length: 32, fetch_limit: MOST_FREE };
  if ("bcd" in by)
    return [
      { idx: "ipv4", name: "nd.ip_subnet.list", old: { bcd: by.bcd, type: 4 } },
      { ...generated, old: asked, old_ref_params: [{ idx: "ipv4", params: { cidr: "cidr" } }] },
    ];
  return by.cidr.includes(":") ? [] : [{ ...generated, old: { ...asked, cidr: by.cidr } }];
}

const RECORD_TYPE = { family: "address", ipv4: "A", ipv6: "AAAA" } as const;

/** The address map of the networks in step `subnet`, drawn from the steps above. */
export const addressMap: Section = {
  kind: "addresses",
  of: "subnet",
  network: "cidr",
  title: "screens.addresses.title",
  claims: [
    { from: "subnet", first: "gateway_addr", state: "reserved", note: "screens.addresses.gateway" },
    { from: "subnet", first: "router_anycast_addr", state: "reserved", note: "screens.addresses.anycast" },
    { from: "subnet", first: "reserved_addr_list", state: "reserved" },
    { from: "addr", first: "value", state: "used", if: ["record_count", "mac_addr"] },
    { from: "shared", first: "target_ipaddr", state: "used" },
    { from: "fixed", first: "ip_addr", state: "used", note: "screens.addresses.fixed", isDhcp: true },
    { from: "lease", first: "ip_addr", state: "lease", isDhcp: true },
    { from: "pool", first: "first_addr", last: "last_addr", state: "pool" },
  ],
  free: { from: "free", at: "address", most: MOST_FREE },
  facts: [
    {
      title: "screens.addresses.name",
      of: { addr: "reverse_fqdn", shared: "fqdn", fixed: "fqdn", lease: "hostname" },
    },
    { title: "screens.addresses.mac", of: { addr: "mac_addr", fixed: "mac_addr", lease: "mac_addr" } },
    { title: "screens.addresses.until", of: { lease: "ts_end" } },
    { title: "screens.addresses.description", of: { fixed: "description", pool: "description" } },
  ],
  open: { to: "/dnsvs/ips/:ip/records", params: { ip: { row: "address" } } },
  plan: [
    {
      do: "create",
      object: "dns.record",
      set: { type: RECORD_TYPE, data: { row: "address" } },
      text: "screens.addresses.planName",
    },
    {
      do: "create",
      object: "dhcp.static_assignment",
      set: { ip_addr: { row: "address" } },
      text: "screens.addresses.planFixed",
    },
    {
      do: "create",
      object: "dhcp.pool",
      set: { first_addr: { row: "first" }, last_addr: { row: "last" } },
      text: "screens.addresses.planPool",
    },
  ],
};
