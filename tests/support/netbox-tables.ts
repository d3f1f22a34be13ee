import { textIn } from "#contract/wire/json";
import type { NetboxFile } from "#imports/netbox/read";
import type { Stored } from "./netbox-campus.ts";

/** Columns of the lists of NetBox as its import of tables names them. */
const COLUMNS: Readonly<Record<string, readonly [file: string, columns: readonly string[]]>> = {
  "dcim.site": ["sites", ["name", "slug", "latitude", "longitude"]],
  "dcim.location": ["locations", ["site", "name", "slug", "parent", "description"]],
  "dcim.rack": ["racks", ["site", "location", "name", "u_height", "serial"]],
  "dcim.device": [
    "devices",
    [
      "name",
      "role",
      "manufacturer",
      "device_type",
      "serial",
      "site",
      "location",
      "rack",
      "position",
      "primary_ip4",
    ],
  ],
  "dcim.interface": [
    "interfaces",
    ["device", "name", "type", "enabled", "speed", "untagged_vlan", "tagged_vlans", "description"],
  ],
  "dcim.rearport": ["rear_ports", ["device", "name", "type", "positions"]],
  "dcim.frontport": ["front_ports", ["device", "name", "type", "rear_port"]],
  "ipam.vlangroup": ["vlan_groups", ["name", "slug", "vid_ranges"]],
  "ipam.vlan": ["vlans", ["group", "vid", "name", "status"]],
  "ipam.prefix": ["prefixes", ["prefix", "vrf", "vlan_group", "vlan", "status", "description"]],
  "ipam.ipaddress": ["ip_addresses", ["address", "vrf", "status", "dns_name", "description"]],
};

/** The campus as NetBox exports its lists: a file for each, in which rows name others by their names. */
export function asTables(all: readonly Stored[]): readonly NetboxFile[] {
  const objects = new Map(all.map((one) => [`${one.model} ${String(one.pk)}`, one]));
  const kinds = Map.groupBy(all, ({ model }) => model);
  const tables = Object.entries(COLUMNS).map(([model, [file, columns]]) => ({
    name: `netbox_${file}.csv`,
    text: tableText(
      columns,
      (kinds.get(model) ?? []).map((one) => columns.map((column) => cellOf(one, column, objects))),
    ),
  }));
  return [...tables, cablesOf(all, objects)];
}

type Objects = ReadonlyMap<string, Stored>;

function tableText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [columns, ...rows].map((cells) => cells.map(quoted).join(",")).join("\r\n");
}

function cellOf(one: Stored, column: string, objects: Objects): string {
  const { values, choices = {}, refs = {}, lists = {} } = one;
  const target = (model: string, pk: number | null): Stored | undefined =>
    objects.get(`${model} ${String(pk)}`);
  const ref = refs[column];
  if (ref !== undefined) return nameOf(target(...ref));
  if (column === "vlan_group") return nameOf(groupOf(one, objects));
  if (column === "manufacturer") {
    const type = target(...(refs["device_type"] ?? ["", null]));
    return nameOf(target(...(type?.refs?.["manufacturer"] ?? ["", null])));
  }
  const list = lists[column];
  if (list !== undefined) return list[1].map((pk) => nameOf(target(list[0], pk))).join(",");
  return shown(choices[column] ?? values[column] ?? "");
}

function groupOf({ refs = {} }: Stored, objects: Objects): Stored | undefined {
  const [, vlan] = refs["vlan"] ?? ["", null];
  const [, group] = objects.get(`ipam.vlan ${String(vlan)}`)?.refs?.["group"] ?? ["", null];
  return objects.get(`ipam.vlangroup ${String(group)}`);
}

function nameOf(one: Stored | undefined): string {
  const { vid, address, model, name } = one?.values ?? {};
  return shown(vid ?? address ?? model ?? name ?? "");
}

function shown(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
}

const ENDS: Readonly<Record<number, string>> = { 7: "dcim.interface", 8: "dcim.frontport" };

function cablesOf(all: readonly Stored[], objects: Objects): NetboxFile {
  const columns = ["a", "b"].flatMap((side) =>
    ["device", "type", "name"].map((part) => `side_${side}_${part}`),
  );
  const ends = all.filter(({ model }) => model === "dcim.cabletermination");
  const byCable = Map.groupBy(ends, ({ refs }) => refs?.["cable"]?.[1]);
  const rows = [...byCable.values()].map((both) =>
    both
      .toSorted((a, b) => (textIn(a.values["cable_end"]) < textIn(b.values["cable_end"]) ? -1 : 1))
      .flatMap(({ values }) => {
        const model = ENDS[Number(values["termination_type"])] ?? "";
        const port = objects.get(`${model} ${String(Number(values["termination_id"]))}`);
        return [
          nameOf(objects.get(`dcim.device ${String(port?.refs?.["device"]?.[1])}`)),
          model,
          nameOf(port),
        ];
      }),
  );
  return { name: "netbox_cables.csv", text: tableText(columns, rows) };
}
