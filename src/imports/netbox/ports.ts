import { isList, isObject, type Json, type Row } from "#contract/wire/json";
import { choiceOf, handleOf, numberIn, textOf, type NetboxObject } from "./read.ts";
import type { PlacedDevice } from "./devices.ts";
import { byIdIn, finderOf, idIn, noteAll, ofKind, standing, type NetboxWork } from "./job.ts";
import { designation } from "./places.ts";
import { namePorts, portTypeOf, type PortNames } from "./port-names.ts";
import { given, type Wanted } from "../shared/objects.ts";

/** Interfaces that no cable can be put into. */
const UNWIRED = new Set(["virtual", "bridge", "lag"]);

type Devices = ReadonlyMap<number, PlacedDevice>;

/** Interfaces, front and rear ports are ports of the module of their device; a front port leads to its rear port. Returns their names. */
export function planPorts(devices: Devices, work: NetboxWork): PortNames {
  const interfaces = ofKind(work, "dcim/interfaces");
  const wired = new Set(interfaces.filter(({ members }) => !UNWIRED.has(choiceOf(members, "type") ?? "")));
  const rears = ofKind(work, "dcim/rear-ports");
  const names = namePorts([...wired, ...ofKind(work, "dcim/front-ports"), ...rears], work);
  work.wanted.push(
    ...[...wired, ...rears].map((one) => portOf(one, names)),
    ...frontsOf(names, work),
    ...interfaces.flatMap((one) => logicalOf(one, wired.has(one), devices, work)),
  );
  return names;
}

/** A physical port. If its device has no module, it is reported with the other orphans. */
function portOf(one: NetboxObject, names: PortNames): Wanted {
  const { members } = one;
  const more = {
    port_type: portTypeOf(one),
    speed: speedOf(members),
    description: textOf(members, "description"),
  };
  const values = { name: names.get(one)?.name ?? "", ...given(more) };
  return standing("nd.p_port", one, values, { module_gfk: `dcim/devices/${String(idIn(one, "device"))}` });
}

/** A passage leads from one port to one other port, so front ports that share a rear port have none, and one with several rear ports is rejected. */
function frontsOf(names: PortNames, work: NetboxWork): readonly Wanted[] {
  const find = finderOf(work, "dcim/rear-ports");
  const rearOf = (one: NetboxObject): NetboxObject | null => {
    const ids = rearIds(one);
    const rears = ids.map((id) => find({ ...one, members: { rear_port: id } }, "rear_port"));
    if (rears.length > 1) rejectPassage(one, rears, ids, work);
    return rears.length === 1 ? (rears[0] ?? null) : null;
  };
  const fronts = ofKind(work, "dcim/front-ports").map((one) => ({ one, rear: rearOf(one) }));
  const byRear = Map.groupBy(fronts, ({ rear }) => rear);
  const isShared = (rear: NetboxObject | null): boolean => (byRear.get(rear) ?? []).length > 1;
  const shared = fronts.filter(({ rear }) => rear !== null && isShared(rear)).map(({ one }) => one);
  noteAll(shared, "netboxShared", work);
  return fronts.map(({ one, rear }) => {
    const port = portOf(one, names);
    const isPassage = rear !== null && !isShared(rear);
    return isPassage ? { ...port, refs: { ...port.refs, internal_gfk: handleOf(rear) } } : port;
  });
}

/** Ids of the rear ports of a front port, each once. Since NetBox 4.5 a front port names one for each of its positions. */
function rearIds(one: NetboxObject): readonly number[] {
  const list = one.members["rear_ports"];
  const listed = (isList(list) ? list : []).map((passage) => (isObject(passage) ? passage : {}));
  const named = [one.members, ...listed].flatMap((members) => idIn({ members }, "rear_port") ?? []);
  return [...new Set(named)];
}

function rejectPassage(
  { row }: NetboxObject,
  rears: readonly (NetboxObject | null)[],
  ids: readonly number[],
  { rejected, say }: NetboxWork,
): void {
  const names = rears.map((rear, at) => textOf(rear?.members ?? {}, "name") ?? String(ids[at]));
  rejected.push({ ...row, reason: say("netboxSeveralRears", { names: names.join(", ") }) });
}

/** An interface of a device with a name is a logical port, with the BCDs of its VLANs. */
function logicalOf(
  one: NetboxObject,
  isWired: boolean,
  devices: Devices,
  { vlans }: NetboxWork,
): readonly Wanted[] {
  const { members, row } = one;
  const device = byIdIn(devices, idIn(one, "device"));
  if (device === null || device.fqdn === null) return [];
  const tagged = members["tagged_vlans"];
  const bcds = (isList(tagged) ? tagged : []).flatMap((vlan) => bcdOf(vlan, vlans) ?? []);
  const more = {
    bcd: bcdOf(members["untagged_vlan"] ?? null, vlans),
    speed: speedOf(members),
    description: textOf(members, "description"),
  };
  const values = {
    device: device.fqdn,
    name: designation(textOf(members, "name") ?? ""),
    is_enabled: members["enabled"] !== false,
    tagged_bcd_list: [...new Set(bcds)],
    ...given(more),
  };
  const isPlaced = isWired && device.refs !== null;
  return [{ type: "nd.l_port", values, ...(isPlaced ? { refs: { p_port_gfk: handleOf(one) } } : {}), row }];
}

function bcdOf(vlan: Json, vlans: ReadonlyMap<number, string>): string | null {
  return byIdIn(vlans, idIn({ members: { vlan } }, "vlan"));
}

/** Speed in Mbit/s, from the kbit/s of NetBox or from the type of the interface (`2.5gbase-t`). */
function speedOf(members: Row): number | null {
  const speed = numberIn(members, "speed");
  if (speed !== null) return Math.round(speed / 1000);
  const [, number, giga] = /^(\d+(?:\.\d+)?)(g?)base/.exec(choiceOf(members, "type") ?? "") ?? [];
  return number === undefined ? null : Math.round(Number(number) * (giga === "g" ? 1000 : 1));
}
