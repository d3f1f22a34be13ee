import { isList, isObject, textIn, type Json, type Row } from "#contract/wire/json";
import { handleOf, type DumpedObject, type NetboxObject } from "./read.ts";

/** Models that are imported or needed by others, and the paths of their lists in the API. Other models are only counted. */
export const KINDS: Readonly<Record<string, string>> = {
  "dcim.site": "dcim/sites",
  "dcim.location": "dcim/locations",
  "dcim.rack": "dcim/racks",
  "dcim.racktype": "dcim/rack-types",
  "dcim.device": "dcim/devices",
  "dcim.devicetype": "dcim/device-types",
  "dcim.devicerole": "dcim/device-roles",
  "dcim.manufacturer": "dcim/manufacturers",
  "dcim.interface": "dcim/interfaces",
  "dcim.frontport": "dcim/front-ports",
  "dcim.rearport": "dcim/rear-ports",
  "dcim.portmapping": "dcim/port-mappings",
  "dcim.cable": "dcim/cables",
  "dcim.cabletermination": "dcim/cable-terminations",
  "dcim.macaddress": "dcim/mac-addresses",
  "ipam.vlan": "ipam/vlans",
  "ipam.vlangroup": "ipam/vlan-groups",
  "ipam.vrf": "ipam/vrfs",
  "ipam.prefix": "ipam/prefixes",
  "ipam.ipaddress": "ipam/ip-addresses",
  "contenttypes.contenttype": "contenttypes/content-types",
};

/** Fields that name another object, and its model; `parent` names one of the same model. */
export const REFERENCES: Readonly<Record<string, string>> = {
  site: "dcim.site",
  location: "dcim.location",
  rack: "dcim.rack",
  rack_type: "dcim.racktype",
  role: "dcim.devicerole",
  device_role: "dcim.devicerole",
  device_type: "dcim.devicetype",
  manufacturer: "dcim.manufacturer",
  device: "dcim.device",
  group: "ipam.vlangroup",
  vrf: "ipam.vrf",
  vlan: "ipam.vlan",
  untagged_vlan: "ipam.vlan",
  tagged_vlans: "ipam.vlan",
  primary_ip4: "ipam.ipaddress",
  primary_ip6: "ipam.ipaddress",
  primary_mac_address: "dcim.macaddress",
  rear_port: "dcim.rearport",
  front_port: "dcim.frontport",
  cable: "dcim.cable",
};

/** Fields that name another model in some kinds of objects: a prefix has a role of its own. */
export const ONLY_OF: Readonly<Record<string, string>> = { role: "dcim/devices", group: "ipam/vlans" };

/** Fields that name a model. */
const MODELS = /^(?:assigned_object|termination(?:_[ab])?)_type$/;

/** Fields by which a natural key names an object. */
const NAMES = ["slug", "name", "model", "rd", "address", "mac_address"];

interface Dump {
  readonly objects: ReadonlyMap<string, Made>;
  readonly named: ReadonlyMap<string, Made>;
}

/** An object in the form of the API; its members are filled in when all objects are known. */
interface Made extends NetboxObject {
  readonly members: Record<string, Json>;
}

/** The objects of a dump in the form of the API: references and choices as objects, cables with their ends. */
export function fromDump(dumped: readonly DumpedObject[]): readonly NetboxObject[] {
  const pairs = dumped.map((one, at): readonly [DumpedObject, Made] => {
    // A dump with natural keys may omit the primary keys.
    const id = typeof one.pk === "number" ? one.pk : -1 - at;
    return [one, { kind: KINDS[one.model] ?? one.model, id, members: { id }, row: one.row }];
  });
  const dump: Dump = {
    objects: new Map(pairs.map(([, made]) => [handleOf(made), made])),
    named: new Map(
      pairs.flatMap(([{ fields }, made]) =>
        NAMES.flatMap((name): [string, Made][] =>
          typeof fields[name] === "string" ? [[`${made.kind} ${fields[name]}`, made]] : [],
        ).toReversed(),
      ),
    ),
  };
  const models = modelsIn(dumped);
  for (const [{ fields }, made] of pairs)
    for (const [name, value] of Object.entries(fields))
      made.members[name] = MODELS.test(name)
        ? modelOf(value, models)
        : resolved(name, value, made.kind, dump);
  addEnds(dump);
  addPassages(dump);
  return [...dump.objects.values()];
}

function resolved(name: string, value: Json, kind: string, dump: Dump): Json {
  const isOther = (ONLY_OF[name] ?? kind) !== kind;
  const target = name === "parent" ? kind : KINDS[REFERENCES[name] ?? ""];
  if (isOther || target === undefined || value === null) return value;
  if (name === "tagged_vlans" && isList(value))
    return value.flatMap((one) => targetOf(one, target, dump) ?? []);
  return targetOf(value, target, dump);
}

/** The members of the object that a primary or natural key names; null if it is not in the dump. */
function targetOf(value: Json, kind: string, { objects, named }: Dump): Json {
  const name = isList(value) ? textIn(value.at(-1)) : value;
  const found =
    typeof name === "string" ? named.get(`${kind} ${name}`) : objects.get(`${kind}/${JSON.stringify(value)}`);
  return found?.members ?? null;
}

function modelsIn(dumped: readonly DumpedObject[]): ReadonlyMap<Json, string> {
  const types = dumped.filter(({ model }) => model === "contenttypes.contenttype");
  return new Map(
    types.map(({ pk, fields }) => [pk, `${textIn(fields["app_label"])}.${textIn(fields["model"])}`]),
  );
}

/** `dcim.interface` for a natural key, or for the primary key of a content type of the dump. */
function modelOf(value: Json, models: ReadonlyMap<Json, string>): Json {
  return isList(value) ? value.map((part) => textIn(part)).join(".") : (models.get(value) ?? value);
}

/** Since NetBox 3.3 the ends of cables are objects of their own. */
function addEnds({ objects }: Dump): void {
  const ends = [...objects.values()].filter(({ kind }) => kind === "dcim/cable-terminations");
  const byCable = Map.groupBy(ends, ({ members }) =>
    isObject(members["cable"]) ? members["cable"]["id"] : null,
  );
  for (const { kind, id, members } of objects.values()) {
    const own = kind === "dcim/cables" ? byCable.get(id) : undefined;
    if (own === undefined) continue;
    for (const side of ["a", "b"])
      members[`${side}_terminations`] = own
        .filter((end) => textIn(end.members["cable_end"]).toLowerCase() === side)
        .map((end) => ({
          object_type: end.members["termination_type"] ?? null,
          object_id: end.members["termination_id"] ?? null,
        }));
  }
}

/** Since NetBox 4.5 the passages from front to rear ports are objects of their own. The API shows them in the front port. */
function addPassages({ objects }: Dump): void {
  const passages = [...objects.values()].filter(({ kind }) => kind === "dcim/port-mappings");
  for (const { members } of passages) {
    const front = isObject(members["front_port"]) ? members["front_port"]["id"] : null;
    const made = objects.get(`dcim/front-ports/${JSON.stringify(front)}`);
    const known = made?.members["rear_ports"];
    if (made !== undefined)
      made.members["rear_ports"] = [...(isList(known) ? known : []), passageIn(members)];
  }
}

function passageIn(members: Row): Json {
  const { rear_port = null, front_port_position: position = null, rear_port_position = null } = members;
  return { rear_port, position, rear_port_position };
}
