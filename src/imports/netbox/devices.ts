import { isObject } from "#contract/wire/json";
import { handleOf, numberIn, partOf, textOf, type NetboxObject } from "./read.ts";
import { finderOf, nameIn, noteAll, ofKind, standing, type NetboxWork } from "./job.ts";
import { classOf, designation, moduleTypeOf } from "./places.ts";
import { given, type Wanted } from "../shared/objects.ts";
import { firstBy } from "../shared/steps.ts";

/** A device of NetBox with the objects that it becomes. */
export interface PlacedDevice {
  readonly one: NetboxObject;
  /** Name of the device, if it has a full one. Without it there is only a module, as for a patch panel. */
  readonly fqdn: string | null;
  /** Attribute and handle of the object that contains the module. */
  readonly refs: Readonly<Record<string, string>> | null;
}

/** Each device with a full name is a device, and each with a place in a room is a module, which has the ports. */
export function planDevices(work: NetboxWork): ReadonlyMap<number, PlacedDevice> {
  const addressOf = finderOf(work, "ipam/ip-addresses");
  const rackOf = finderOf(work, "dcim/racks");
  const locationOf = finderOf(work, "dcim/locations");
  const placeOf = (one: NetboxObject): PlacedDevice["refs"] => {
    const rack = rackOf(one, "rack");
    const room = locationOf(one, "location");
    if (rack !== null && locationOf(rack, "location") !== null) return { parent_gfk: handleOf(rack) };
    return room === null ? null : { room_gfk: handleOf(room) };
  };
  const lost: NetboxObject[] = [];
  const devices = ofKind(work, "dcim/devices").map((one): PlacedDevice => {
    const name = deviceName(one, addressOf);
    const refs = placeOf(one);
    // An invalid name is reported by `nameIn`.
    if (name === null && refs === null) lost.push(one);
    return { one, fqdn: name === null ? null : nameIn(name, one.row, work), refs };
  });
  for (const { row } of lost) work.rejected.push({ ...row, reason: work.say("netboxDevice") });
  const roomless = devices.filter(({ fqdn, refs }) => fqdn !== null && refs === null).map(({ one }) => one);
  noteAll(roomless, "netboxNoRoom", work, { kind: "dcim/devices" });
  const placed = devices.filter(({ refs }) => refs !== null);
  work.wanted.push(
    ...devices.flatMap(({ one, fqdn }) => (fqdn === null ? [] : [deviceOf(one, fqdn)])),
    ...typesOf(placed.map(({ one }) => one)),
    ...placed.map(moduleOf),
  );
  return new Map(devices.map((device) => [device.one.id, device]));
}

function deviceName(one: NetboxObject, addressOf: ReturnType<typeof finderOf>): string | null {
  const addresses = ["primary_ip", "primary_ip4", "primary_ip6"].map((name) => addressOf(one, name));
  const others = addresses.map((address) => textOf(address?.members ?? {}, "dns_name"));
  // A name without a dot is skipped here. If it belongs to an address, it is reported with the address.
  const names = [textOf(one.members, "name"), ...others];
  return names.find((name) => name?.includes(".") === true) ?? null;
}

function deviceOf(one: NetboxObject, fqdn: string): Wanted {
  const { members, row } = one;
  const more = { serial_number: textOf(members, "serial"), description: textOf(members, "description") };
  return { type: "nd.device", values: { fqdn, type: roleOf(one), ...given(more) }, row };
}

function roleOf({ members }: NetboxObject): string {
  // The role had another name before NetBox 3.6.
  const role = partOf(members, isObject(members["role"]) ? "role" : "device_role");
  return textOf(role, "slug") ?? "device";
}

/** Types of modules as the types of the devices, each in the class of the first device that has it. */
function typesOf(placed: readonly NetboxObject[]): readonly Wanted[] {
  return [
    ...[...firstBy(placed, roleOf)].map(([name, { row }]) => classOf(name, row)),
    ...[...firstBy(placed, typeOf)].map(([name, one]) => {
      const type = partOf(one.members, "device_type");
      const maker = textOf(partOf(type, "manufacturer"), "name");
      const title = [maker, textOf(type, "model")].filter((text) => text !== null).join(" ");
      return moduleTypeOf(name, { class: roleOf(one), ...(title === "" ? {} : { title }) }, one.row);
    }),
  ];
}

function typeOf({ members }: NetboxObject): string {
  const type = partOf(members, "device_type");
  return designation(textOf(type, "model") ?? textOf(type, "slug") ?? "device");
}

function moduleOf({ one, fqdn, refs }: PlacedDevice): Wanted {
  const { members } = one;
  const position = numberIn(members, "position");
  const name = textOf(members, "name") ?? fqdn ?? `${typeOf(one)} ${String(one.id)}`;
  const more = {
    serial_number: textOf(members, "serial"),
    position: position === null ? null : String(position),
    description: fqdn === null ? textOf(members, "description") : null,
  };
  const place = refs ?? {};
  const module = standing("nd.module", one, { name, module_type: typeOf(one), ...given(more) }, place);
  if (fqdn === null) return module;
  // A module of a device is recognised by the device, so that it may move.
  const left = Object.entries({ room_gfk: null, parent_gfk: null }).filter(([name]) => !(name in place));
  const values = { ...module.values, device: fqdn, ...Object.fromEntries(left) };
  return { ...module, values, sameBy: ["device", "name"] };
}
