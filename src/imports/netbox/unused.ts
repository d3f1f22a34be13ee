import { handleOf, type NetboxObject } from "./read.ts";
import { KINDS, ONLY_OF, REFERENCES } from "./dump.ts";
import { idIn } from "./job.ts";

/** Kinds of objects that others name, and whose data become parts of these. */
const NAMED = new Set(
  ["racktype", "devicetype", "devicerole", "manufacturer"].map((name) => KINDS[`dcim.${name}`] ?? name),
).add("ipam/vlan-groups");

/** Kinds that complete the object that a member of theirs names. */
const NAMING: ReadonlyMap<string, string> = new Map([
  ["dcim/cable-terminations", "cable"],
  ["dcim/port-mappings", "front_port"],
]);

/** Whether an object only adds data to others, and is not imported itself. */
export function isPart({ kind }: NetboxObject): boolean {
  return NAMED.has(kind) || NAMING.has(kind) || kind === "contenttypes/content-types";
}

/** Objects for whose data no other object is in the files. */
export function unusedParts(objects: readonly NetboxObject[]): readonly NetboxObject[] {
  const there = new Set(objects.map(handleOf));
  const named = new Set(objects.flatMap((one) => namedIn(one, Object.keys(REFERENCES))));
  return objects.filter((one) => {
    const member = NAMING.get(one.kind);
    if (NAMED.has(one.kind)) return !named.has(handleOf(one));
    return member !== undefined && !namedIn(one, [member]).some((handle) => there.has(handle));
  });
}

/** Handles of the objects that an object names, by these members. */
function namedIn(one: NetboxObject, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const id = idIn(one, name);
    const kind = KINDS[REFERENCES[name] ?? ""];
    const isOther = (ONLY_OF[name] ?? one.kind) !== one.kind;
    return id === null || kind === undefined || isOther ? [] : [handleOf({ kind, id })];
  });
}
