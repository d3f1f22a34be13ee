import { numberIn, partOf, textOf, type NetboxObject } from "./netbox.ts";
import { finderOf, handleOf, idIn, nameIn, noteAll, ofKind, type NetboxWork } from "./netbox-job.ts";
import { classOf, designation, moduleTypeOf } from "./netbox-places.ts";
import { given, type Wanted } from "./objects.ts";

/** A device of NetBox with what it becomes here. */
export interface PlacedDevice {
  readonly one: NetboxObject;
  /** Name of the device, if it has a full one: without it there is only a module, as for a patch panel. */
  readonly fqdn: string | null;
  /** Attribute and handle of what the module stands in. */
  readonly refs: Readonly<Record<string, string>> | null;
}

/** Each device with a full name is a device, and each with a place in a room is a module, which has the ports. */
export function planDevices(work: NetboxWork): ReadonlyMap<number, PlacedDevice> {
  const locations = new Set(ofKind(work, "dcim/locations").map(({ id }) => id));
  const addressOf = finderOf(work, "ipam/ip-addresses");
  const rackOf = finderOf(work, "dcim/racks");
  const isIn = (one: NetboxObject): boolean => {
    const location = idIn(one, "location");
    return location !== null && locations.has(location);
  };
  const told = new Set<NetboxObject>();
  const devices = ofKind(work, "dcim/devices").map((one): PlacedDevice => {
    const name = deviceName(one, addressOf);
    const fqdn = name === null ? null : nameIn(name, one.row, work);
    // A name that is none has been told. Lines do not say it, because rows of other files have the same ones.
    if (name !== null && fqdn === null) told.add(one);
    const rack = rackOf(one, "rack");
    if (rack !== null && isIn(rack)) return { one, fqdn, refs: { parent_gfk: handleOf(rack) } };
    return {
      one,
      fqdn,
      refs: isIn(one) ? { room_gfk: `dcim/locations/${String(idIn(one, "location"))}` } : null,
    };
  });
  for (const { one, fqdn, refs } of devices)
    if (fqdn === null && refs === null && !told.has(one))
      work.rejected.push({ ...one.row, reason: work.say("netboxDevice") });
  noteAll(
    devices.filter(({ fqdn, refs }) => fqdn !== null && refs === null).map(({ one }) => one),
    "netboxNoRoom",
    work,
    { kind: "dcim/devices" },
  );
  const placed = devices.filter(({ refs }) => refs !== null);
  work.wanted.push(
    ...devices.flatMap(({ one, fqdn }) => (fqdn === null ? [] : [deviceOf(one, fqdn)])),
    ...typesOf(placed),
    ...placed.map(moduleOf),
  );
  return new Map(devices.map((device) => [device.one.id, device]));
}

function deviceName(
  one: NetboxObject,
  addressOf: (one: NetboxObject, name: string) => NetboxObject | null,
): string | null {
  const own = textOf(one.members, "name");
  if (own?.includes(".") === true) return own;
  for (const name of ["primary_ip", "primary_ip4", "primary_ip6"]) {
    const address = addressOf(one, name);
    const found = address === null ? null : textOf(address.members, "dns_name");
    // One without a dot is told with the address.
    if (found?.includes(".") === true) return found;
  }
  return null;
}

function deviceOf(one: NetboxObject, fqdn: string): Wanted {
  const { members, row } = one;
  const more = { serial_number: textOf(members, "serial"), description: textOf(members, "description") };
  return { type: "nd.device", values: { fqdn, type: roleOf(one), ...given(more) }, row };
}

function roleOf({ members }: NetboxObject): string {
  // The role had another name before NetBox 3.6.
  const role = partOf(members, "role") ?? partOf(members, "device_role") ?? {};
  return textOf(role, "slug") ?? "device";
}

/** Types of modules as the types of the devices, each in the class of the first device that has it. */
function typesOf(placed: readonly PlacedDevice[]): readonly Wanted[] {
  const first = Map.groupBy(placed, ({ one }) => typeOf(one));
  const classes = Map.groupBy(placed, ({ one }) => roleOf(one));
  return [
    ...[...classes].flatMap(([name, [device]]) =>
      device === undefined ? [] : [classOf(name, device.one.row)],
    ),
    ...[...first].flatMap(([name, [device]]) => {
      if (device === undefined) return [];
      const { members, row } = device.one;
      const type = partOf(members, "device_type") ?? {};
      const maker = textOf(partOf(type, "manufacturer") ?? {}, "name");
      const title = [maker, textOf(type, "model")].filter((text) => text !== null).join(" ");
      return [moduleTypeOf(name, { class: roleOf(device.one), ...(title === "" ? {} : { title }) }, row)];
    }),
  ];
}

function typeOf({ members }: NetboxObject): string {
  const type = partOf(members, "device_type") ?? {};
  return designation(textOf(type, "model") ?? textOf(type, "slug") ?? "device");
}

function moduleOf({ one, fqdn, refs }: PlacedDevice): Wanted {
  const { members, row } = one;
  const position = numberIn(members, "position");
  const name = textOf(members, "name") ?? fqdn ?? `${typeOf(one)} ${String(one.id)}`;
  const more = {
    serial_number: textOf(members, "serial"),
    position: position === null ? null : String(position),
    description: fqdn === null ? textOf(members, "description") : null,
  };
  const place = refs ?? {};
  // A module of a device is recognised by the device, so that it may move.
  const moved = fqdn === null ? {} : { room_gfk: null, parent_gfk: null };
  const left = Object.entries(moved).filter(([attribute]) => place[attribute] === undefined);
  return {
    type: "nd.module",
    values: {
      name,
      module_type: typeOf(one),
      ...(fqdn === null ? {} : { device: fqdn, ...Object.fromEntries(left) }),
      ...given(more),
    },
    refs: place,
    sameBy: fqdn === null ? [...Object.keys(place), "name"] : ["device", "name"],
    handle: handleOf(one),
    row,
  };
}
