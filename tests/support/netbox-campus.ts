import type { Json } from "#contract/wire/json";

type Members = Readonly<Record<string, Json>>;

/** Patch panels and switches in the one rack of each building. */
export interface Stored {
  readonly model: string;
  readonly pk: number;
  readonly values: Members;
  readonly choices?: Readonly<Record<string, string>>;
  readonly refs?: Readonly<Record<string, readonly [model: string, pk: number | null]>>;
  readonly lists?: Readonly<Record<string, readonly [model: string, pks: readonly number[]]>>;
}

export interface CampusSize {
  readonly buildings: number;
  /** Patch panels and switches in the one rack of each building. */
  readonly switches: number;
  readonly ports: number;
}

/** A campus: buildings with a floor and a distribution room, a rack, switches, patch panels, and a cable from each port to the panel. */
export function netboxCampus({ buildings, switches, ports }: CampusSize): readonly Stored[] {
  const all: Stored[] = [...fixed()];
  for (let building = 1; building <= buildings; building++) {
    all.push(...placesOf(building), ...networkOf(building));
    for (let number = 1; number <= switches; number++) {
      const device = (building - 1) * switches + number;
      all.push(...devicesOf(building, number, device));
      for (let port = 1; port <= ports; port++)
        all.push(...portsOf(building, device, (device - 1) * ports + port, port));
    }
  }
  return all;
}

const SITE = 1;
const [SWITCH, PANEL] = [1, 2];

function fixed(): readonly Stored[] {
  return [
    {
      model: "dcim.site",
      pk: SITE,
      values: { name: "Campus West", slug: "nb-west", latitude: 49.2, longitude: 8.5 },
    },
    { model: "dcim.manufacturer", pk: 1, values: { name: "Maker", slug: "maker" } },
    ...[SWITCH, PANEL].map((pk) => ({
      model: "dcim.devicetype",
      pk,
      values: pk === SWITCH ? { model: "SX-48", slug: "sx-48" } : { model: "PP-48", slug: "pp-48" },
      refs: { manufacturer: ["dcim.manufacturer", 1] as const },
    })),
    { model: "dcim.devicerole", pk: SWITCH, values: { name: "Switch", slug: "switch" } },
    { model: "dcim.devicerole", pk: PANEL, values: { name: "Patch panel", slug: "patch-panel" } },
    { model: "ipam.vlangroup", pk: 1, values: { name: "West", slug: "nb-west" } },
    { model: "dcim.powerport", pk: 1, values: { name: "PSU 1" } },
    { model: "contenttypes.contenttype", pk: 7, values: { app_label: "dcim", model: "interface" } },
    { model: "contenttypes.contenttype", pk: 8, values: { app_label: "dcim", model: "frontport" } },
  ];
}

function placesOf(building: number): readonly Stored[] {
  const [floor, room] = [10_000 + building, 20_000 + building];
  const site = ["dcim.site", SITE] as const;
  const location = (pk: number, name: string, parent: number | null): Stored => ({
    model: "dcim.location",
    pk,
    values: { name, slug: `l-${String(pk)}`, description: "" },
    refs: { site, parent: ["dcim.location", parent] },
  });
  return [
    location(room, "V 1", floor),
    location(floor, "1", building),
    location(building, `30.${String(building)}`, null),
    {
      model: "dcim.rack",
      pk: building,
      values: { name: "R1", u_height: 42, serial: "" },
      refs: { site, location: ["dcim.location", room] },
    },
  ];
}

function networkOf(building: number): readonly Stored[] {
  const net = `10.${String(120 + (building >> 8))}.${String(building & 255)}`;
  return [
    {
      model: "ipam.vlan",
      pk: building,
      values: { vid: building, name: `West lab ${String(building)}` },
      choices: { status: "active" },
      refs: { group: ["ipam.vlangroup", 1] },
    },
    {
      model: "ipam.prefix",
      pk: building,
      values: { prefix: `${net}.0/24`, description: "" },
      choices: { status: "active" },
      refs: { vlan: ["ipam.vlan", building], vrf: ["ipam.vrf", null] },
    },
  ];
}

function devicesOf(building: number, number: number, device: number): readonly Stored[] {
  const name = `sw${String(device)}`;
  const place = {
    site: ["dcim.site", SITE],
    rack: ["dcim.rack", building],
    location: ["dcim.location", 20_000 + building],
  } as const;
  return [
    {
      model: "ipam.ipaddress",
      pk: device,
      values: {
        address: `10.${String(120 + (building >> 8))}.${String(building & 255)}.${String(number)}/24`,
        dns_name: `${name}.west.example`,
      },
      choices: { status: "active" },
      refs: { vrf: ["ipam.vrf", null] },
    },
    {
      model: "dcim.device",
      pk: device,
      values: { name, serial: `W-${String(device)}`, position: number },
      refs: {
        ...place,
        role: ["dcim.devicerole", SWITCH],
        device_type: ["dcim.devicetype", SWITCH],
        primary_ip4: ["ipam.ipaddress", device],
      },
    },
    {
      model: "dcim.device",
      pk: 500_000 + device,
      values: { name: `PP${String(number)}`, serial: "", position: 20 + number },
      refs: { ...place, role: ["dcim.devicerole", PANEL], device_type: ["dcim.devicetype", PANEL] },
    },
  ];
}

function portsOf(building: number, device: number, pk: number, port: number): readonly Stored[] {
  const panel = ["dcim.device", 500_000 + device] as const;
  return [
    {
      model: "dcim.interface",
      pk,
      values: { name: `Gi1/0/${String(port)}`, enabled: port % 2 === 1, speed: null, description: "" },
      choices: { type: "1000base-t" },
      refs: { device: ["dcim.device", device], untagged_vlan: ["ipam.vlan", building] },
      lists: { tagged_vlans: ["ipam.vlan", port === 1 ? [building] : []] },
    },
    {
      model: "dcim.rearport",
      pk,
      values: { name: `R${String(port)}`, positions: 1 },
      choices: { type: "8p8c" },
      refs: { device: panel },
    },
    {
      model: "dcim.frontport",
      pk,
      values: { name: `F${String(port)}` },
      choices: { type: "8p8c" },
      refs: { device: panel, rear_port: ["dcim.rearport", pk] },
    },
    { model: "dcim.cable", pk, values: { label: "" }, choices: { status: "connected" } },
    ...(["A", "B"] as const).map((end) => ({
      model: "dcim.cabletermination",
      pk: 2 * pk + (end === "A" ? 0 : 1),
      values: { cable_end: end, termination_type: end === "A" ? 7 : 8, termination_id: pk },
      refs: { cable: ["dcim.cable", pk] as const },
    })),
  ];
}

/** The campus as `dumpdata` writes it; with natural keys, models have names instead of numbers. */
export function asDump(all: readonly Stored[], isNatural = false): Json {
  const models: Readonly<Record<number, string>> = { 7: "interface", 8: "frontport" };
  return all
    .filter(({ model }) => !isNatural || !model.startsWith("contenttypes."))
    .map(({ model, pk, values, choices = {}, refs = {}, lists = {} }) => {
      const named = values["termination_type"];
      return {
        model,
        pk,
        fields: {
          ...values,
          ...(isNatural && typeof named === "number"
            ? { termination_type: ["dcim", models[named] ?? ""] }
            : {}),
          ...choices,
          ...Object.fromEntries(Object.entries(refs).map(([name, [, to]]) => [name, to])),
          ...Object.fromEntries(Object.entries(lists).map(([name, [, to]]) => [name, to])),
        },
      };
    });
}

const PATHS: Readonly<Record<string, string>> = {
  "dcim.site": "dcim/sites",
  "dcim.manufacturer": "dcim/manufacturers",
  "dcim.devicetype": "dcim/device-types",
  "dcim.devicerole": "dcim/device-roles",
  "dcim.location": "dcim/locations",
  "dcim.rack": "dcim/racks",
  "dcim.device": "dcim/devices",
  "dcim.interface": "dcim/interfaces",
  "dcim.frontport": "dcim/front-ports",
  "dcim.rearport": "dcim/rear-ports",
  "dcim.cable": "dcim/cables",
  "dcim.powerport": "dcim/power-ports",
  "ipam.vlangroup": "ipam/vlan-groups",
  "ipam.vlan": "ipam/vlans",
  "ipam.prefix": "ipam/prefixes",
  "ipam.ipaddress": "ipam/ip-addresses",
};

/** The campus as answers of the lists of the API, in pages of at most `size` objects. */
export function asPages(all: readonly Stored[], size: number): readonly Json[] {
  const objects = new Map(all.map((one) => [`${one.model} ${String(one.pk)}`, one]));
  const kinds = Map.groupBy(all, ({ model }) => model);
  return [...kinds].flatMap(([model, list]): readonly Json[] => {
    const path = PATHS[model];
    if (path === undefined) return [];
    const results = list.map((one) => answered(one, objects));
    const starts = Array.from({ length: Math.ceil(results.length / size) }, (_, at) => at * size);
    const page = (start: number): string | null =>
      start < 0 || start >= results.length ? null : `https://nb.example/api/${path}/?offset=${String(start)}`;
    return starts.map((start) => ({
      count: results.length,
      next: page(start + size),
      previous: page(start - size),
      results: results.slice(start, start + size),
    }));
  });
}

function answered(one: Stored, objects: ReadonlyMap<string, Stored>): Json {
  const { model, pk, values, choices = {}, refs = {}, lists = {} } = one;
  const brief = (to: string, key: number): Json => {
    const target = objects.get(`${to} ${String(key)}`);
    if (target === undefined) return null;
    const maker = target.refs?.["manufacturer"];
    const nested = maker === undefined ? {} : { manufacturer: brief("dcim.manufacturer", maker[1] ?? 0) };
    return { id: key, url: urlOf(to, key), display: String(key), ...target.values, ...nested };
  };
  return {
    id: pk,
    url: urlOf(model, pk),
    display: values["name"] ?? String(pk),
    ...values,
    ...Object.fromEntries(Object.entries(choices).map(([name, value]) => [name, { value, label: value }])),
    ...Object.fromEntries(
      Object.entries(refs).map(([name, [to, key]]) => [name, key === null ? null : brief(to, key)]),
    ),
    ...Object.fromEntries(
      Object.entries(lists).map(([name, [to, keys]]) => [name, keys.map((key) => brief(to, key))]),
    ),
    ...(model === "dcim.cable"
      ? {
          a_terminations: [{ object_type: "dcim.interface", object_id: pk }],
          b_terminations: [{ object_type: "dcim.frontport", object_id: pk }],
        }
      : {}),
  };
}

function urlOf(model: string, pk: number): string {
  return `https://nb.example/api/${PATHS[model] ?? model}/${String(pk)}/`;
}
