import type { Json } from "#contract/wire/json";

type Members = Readonly<Record<string, Json>>;

/** Answers of lists as the API of NetBox writes them, with a place, a network and a device for each number. */
export function netboxAnswers(count: number): Readonly<Record<string, Json>> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const site = brief("dcim/sites", 1, { name: "Campus Nord", slug: "nb-nord" });
  return {
    sites: answer("dcim/sites", [
      { id: 1, name: "Campus Nord", slug: "nb-nord", latitude: 49.1, longitude: 8.4 },
    ]),
    locations: answer("dcim/locations", [
      ...numbers.map((id) => ({ id: 1000 + id, name: "101", site, parent: brief("dcim/locations", id, {}) })),
      ...numbers.map((id) => ({ id, name: `20.${String(id)}`, site, parent: null, description: "Labs" })),
    ]),
    racks: answer(
      "dcim/racks",
      numbers.map((id) => ({ id, name: `R${String(id)}`, site })),
    ),
    vlans: answer(
      "ipam/vlans",
      numbers.map((id) => ({
        id,
        vid: 100 + id,
        name: `Lab VLAN ${String(id)}`,
        group: brief("ipam/vlan-groups", 1, { name: "Campus", slug: "nb-campus" }),
        status: { value: "active", label: "Active" },
      })),
    ),
    prefixes: answer("ipam/prefixes", [
      { id: 9000, prefix: "10.200.0.0/16", status: { value: "container", label: "Container" }, vrf: null },
      ...numbers.map((id) => ({
        id,
        prefix: `10.200.${String(id)}.0/24`,
        status: { value: "active", label: "Active" },
        vrf: null,
        vlan: brief("ipam/vlans", id, { vid: 100 + id }),
        description: "Lab",
      })),
    ]),
    addresses: answer("ipam/ip-addresses", [
      { id: 9000, address: "10.200.1.9/24", dns_name: "", vrf: null },
      ...numbers.map((id) => ({
        id,
        address: `10.200.${String(id)}.2/24`,
        dns_name: `sw${String(id)}.netbox.example`,
        vrf: null,
      })),
    ]),
    devices: answer(
      "dcim/devices",
      numbers.map((id) => ({
        id,
        name: `sw${String(id)}`,
        role: brief("dcim/device-roles", 1, { name: "Switch", slug: "switch" }),
        serial: `SN-${String(id)}`,
        primary_ip: brief("ipam/ip-addresses", id, {}),
      })),
    ),
  };
}

function brief(kind: string, id: number, members: Members): Members {
  return { id, url: `https://netbox.example/api/${kind}/${String(id)}/`, display: String(id), ...members };
}

function answer(kind: string, objects: readonly (Members & { readonly id: number })[]): Json {
  const results = objects.map((one) => brief(kind, one.id, one));
  return { count: results.length, next: null, previous: null, results };
}
