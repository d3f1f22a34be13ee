/** A list of NetBox that it exports as a table. */
export interface NetboxList {
  readonly model: string;
  /** Name of the file: `netbox_devices.csv`. */
  readonly file: string;
  /** Sets of column names that identify the list, because only this list has all columns of a set. */
  readonly tells: readonly string[];
  /** Headings of columns whose name differs from their field. */
  readonly heads?: Readonly<Record<string, string>>;
}

/** In the order in which the columns are checked. */
export const NETBOX_LISTS: readonly NetboxList[] = [
  {
    model: "dcim.cable",
    file: "cables",
    tells: ["side_a_device side_b_device", "termination_a termination_b"],
    heads: {
      device_a: "side_a_device",
      termination_a: "side_a_name",
      device_b: "side_b_device",
      termination_b: "side_b_name",
    },
  },
  { model: "dcim.frontport", file: "front_ports", tells: ["device rear_port"] },
  { model: "dcim.rearport", file: "rear_ports", tells: ["device positions"] },
  {
    model: "dcim.interface",
    file: "interfaces",
    tells: ["device enabled", "device mgmt_only", "device untagged_vlan"],
  },
  {
    model: "dcim.device",
    file: "devices",
    tells: ["device_type role", "device_type device_role", "type role rack manufacturer"],
    heads: { type: "device_type", device_role: "role", ip_address: "primary_ip4", primary_ip: "primary_ip4" },
  },
  {
    model: "dcim.rack",
    file: "racks",
    tells: ["u_height site", "height site"],
    heads: { height: "u_height" },
  },
  { model: "dcim.location", file: "locations", tells: ["parent site", "slug site"] },
  { model: "dcim.site", file: "sites", tells: ["slug latitude", "slug facility", "slug time_zone"] },
  { model: "ipam.vlangroup", file: "vlan_groups", tells: ["slug vid_ranges"] },
  { model: "dcim.devicerole", file: "device_roles", tells: ["slug vm_role"] },
  { model: "ipam.vlan", file: "vlans", tells: ["vid name"] },
  {
    model: "ipam.prefix",
    file: "prefixes",
    tells: ["prefix vlan", "prefix is_pool", "prefix vrf"],
    heads: { vlan_group: "group" },
  },
  {
    model: "ipam.ipaddress",
    file: "ip_addresses",
    tells: ["address dns_name", "ip_address dns_name"],
    heads: { ip_address: "address", parent: "device", assigned_object: "interface" },
  },
  {
    model: "dcim.macaddress",
    file: "mac_addresses",
    tells: ["mac_address interface", "mac_address assigned_object"],
    heads: { parent: "device", assigned_object: "interface" },
  },
];

/** The field of a column heading: `Position (U)` is `position`. */
export function fieldIn(head: string): string {
  return head
    .toLowerCase()
    .replace(/\(.*\)/, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

/** Columns that name a row, of which a table needs one. */
const NAMING = ["name", "vid", "prefix", "address", "ip_address", "mac_address", "side_a_device", "device_a"];

/** The list that a table is, by the name of its file or else by its columns. */
export function netboxListOf(file: string, heads: readonly string[]): NetboxList | null {
  const name = `_${file.toLowerCase().replace(/[^a-z]+/g, "_")}_`;
  const fields = new Set(heads.map(fieldIn));
  if (!NAMING.some((one) => fields.has(one))) return null;
  const hasAll = (columns: string): boolean => columns.split(" ").every((one) => fields.has(one));
  return (
    NETBOX_LISTS.find((list) => name.includes(`_${list.file}_`)) ??
    NETBOX_LISTS.find(({ tells }) => tells.some(hasAll)) ??
    null
  );
}
