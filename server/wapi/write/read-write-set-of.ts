import { textIn, type Json, type Params } from "#contract/wire/json";
import type { ReferenceSpec } from "../../catalogue/define.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { functionName, type WritePlan } from "../plan.ts";
import { extraParameters, namesRow } from "./plan.ts";
import { behaviourOf } from "../behaviour.ts";
import { gpkOf, parseGpk } from "../../catalogue/gpk.ts";
import type { Key } from "./key-join.ts";
import { keyIn, type Reading } from "./ids-by-key.ts";
import { readKeys } from "./rows.ts";
import { objectName, standAlone, type KeysByGpk, type ReadWriteSet } from "./read-write-set.ts";

/** `id` belongs to a row that the step will create, if later steps name it. */
export function readWriteSetOf(plan: WritePlan, keys: KeysByGpk, id?: string): ReadWriteSet {
  const { type } = plan;
  const set: ReadWriteSet = {
    reads: new Set(),
    writes: new Set(),
    isBarrier: type.spec.givesRights !== undefined,
    isAlone: false,
  };
  ownKeys(plan, keys, id, set);
  for (const side of [plan.old, plan.new]) readReferences(plan, side, keys, set);
  addChildren(plan, set);
  addUniques(plan, set);
  if (movesTree(plan)) standAlone(set);
  if (Object.keys(plan.old).some((name) => isComputed(type, name))) standAlone(set);
  behaviourOf(type).readsAndWrites?.(plan, set, keys);
  return set;
}

/** A new parent, another place or another part of the name changes all objects below. */
function movesTree({ type, kind, new: values }: WritePlan): boolean {
  const { hierarchy } = type.spec;
  if (kind !== "update" || hierarchy === undefined) return false;
  return Object.keys(values).some((name) => {
    const attribute = type.attributes.get(name);
    return attribute?.ref !== undefined || attribute?.isKey === true || name === hierarchy.name?.part;
  });
}

function ownKeys(plan: WritePlan, keys: KeysByGpk, id: string | undefined, set: ReadWriteSet): void {
  const isOfRow = namesRow(plan.type, functionName(plan));
  const before = isOfRow ? keyBefore(plan, keys) : null;
  // A function without a row may change anything, unless its type says what it changes.
  const isOpen = plan.kind === "more" && !isOfRow && behaviourOf(plan.type).readsAndWrites === undefined;
  if ((isOfRow && before === null) || isOpen) standAlone(set);
  for (const key of [before, keyAfter(plan, before, id)]) {
    if (key === null) continue;
    const name = objectName(plan.type.name, key);
    set.reads.add(name);
    set.writes.add(name);
    readHolders(plan.type, key, keys, set);
  }
}

/** Counts the objects to which the key refers as read, because their deletion may delete the object of the step. */
function readHolders(type: ObjectType, key: Key, keys: KeysByGpk, set: ReadWriteSet): void {
  for (const [at, name] of type.spec.key.entries()) {
    const ref = type.attributes.get(name)?.ref;
    const value = key[at] ?? null;
    if (ref === undefined || value === null) continue;
    set.reads.add(objectName(ref.to, keys.get(textIn(value)) ?? [value]));
  }
}

function keyBefore({ type, old }: WritePlan, keys: KeysByGpk): Key | null {
  return keyIn(type, old) ?? keys.get(textIn(old["gpk"])) ?? null;
}

/** The key that the object will have. Null if the step sets no part of the key. */
function keyAfter(
  { type, kind, new: values }: WritePlan,
  before: Key | null,
  id: string | undefined,
): Key | null {
  // If the server makes the key of a new object, no step of the run can name the object unless its id was foreseen.
  if (kind === "create" && type.spec.key.includes("gpk")) return id === undefined ? null : [gpkOf(type, id)];
  const setsKey = kind === "update" && type.spec.key.some((name) => values[name] !== undefined);
  const isSet = kind === "create" || setsKey;
  return isSet ? type.spec.key.map((name, at) => values[name] ?? before?.[at] ?? null) : null;
}

/** Counts every object that a parameter names as read, because it must exist when the step runs. */
function readReferences(plan: WritePlan, side: Params, keys: KeysByGpk, set: ReadWriteSet): void {
  const { type } = plan;
  for (const [name, value] of Object.entries(side)) {
    const ref = refOf(plan, name);
    if (ref !== undefined) for (const one of [value].flat()) readTarget(ref, one, keys, set);
  }
  for (const { attributes, to } of type.spec.composite ?? []) {
    const parts = attributes.flatMap((name) => side[name] ?? []);
    if (parts.length === attributes.length) set.reads.add(objectName(to, parts));
    else if (parts.length > 0) standAlone(set);
  }
}

function readTarget(ref: ReferenceSpec, value: Json, keys: KeysByGpk, set: ReadWriteSet): void {
  if (typeof value !== "string") return;
  const key = ref.by === "gpk" ? keys.get(value) : [value];
  if (key === undefined) standAlone(set);
  else set.reads.add(objectName(ref.to, key));
}

/** The type to which a parameter of the step refers. */
export function refOf(plan: WritePlan, name: string): ReferenceSpec | undefined {
  return extraParameters(plan.type, functionName(plan))[name]?.ref ?? plan.type.attributes.get(name)?.ref;
}

/** Children block the deletion of their object. So a deletion reads the children, and a step that removes or moves a child writes them. */
function addChildren({ type, kind, new: values }: WritePlan, set: ReadWriteSet): void {
  if (kind === "create") return;
  if (kind === "delete") set.reads.add(`children of ${type.name}`);
  for (const { isEnforced, attributes, to } of type.references) {
    const frees = kind !== "update" || attributes.some((name) => name in values);
    if (isEnforced && frees) set.writes.add(`children of ${to}`);
  }
}

/** Values that are unique besides the key. A step that takes such a value reads the set of values; a step that may free one writes the set. */
function addUniques({ type, kind, new: values }: WritePlan, set: ReadWriteSet): void {
  const names = behaviourOf(type).namesUniques === true ? [] : uniqueAttributes(type);
  if (names.length === 0) return;
  const isSet = names.some((name) => name in values);
  if (kind === "create" || isSet) set.reads.add(`uniques of ${type.name}`);
  if (kind === "delete" || kind === "more" || (kind === "update" && isSet))
    set.writes.add(`uniques of ${type.name}`);
}

function uniqueAttributes(type: ObjectType): readonly string[] {
  const constraints = Object.values(type.spec.storage?.constraints ?? {});
  const sets = constraints.flatMap(({ fault }) => (fault.kind === "unique" ? fault.attributes : []));
  return [...(type.spec.unique ?? []).flat(), ...sets];
}

function isComputed(type: ObjectType, name: string): boolean {
  const attribute = type.attributes.get(name);
  return attribute !== undefined && name !== "gpk" && !attribute.isWritable && !attribute.isKey;
}

/** Natural keys of the objects that steps name by gpk. So each object has one name while steps are ordered. */
export async function keysByGpk(
  run: Reading,
  plans: readonly WritePlan[],
  coming: ReadonlyMap<WritePlan, string>,
): Promise<KeysByGpk> {
  const objects = plans.flatMap(gpksOf).flatMap(({ gpk, of }) => {
    const found = parseGpk(gpk, run.catalogue);
    // The gpk of an object of another type is refused later, by the step itself.
    return found === null || (of !== null && found.type.name !== of) ? [] : [found];
  });
  const keys = keysToCome(plans, coming);
  for (const [type, found] of Map.groupBy(objects, (one) => one.type)) {
    const ids = new Set(found.map(({ id }) => id));
    for (const [id, key] of await readKeys(run, type, [...ids])) keys.set(gpkOf(type, id), key);
  }
  return keys;
}

/** Keys of rows that steps of the run will create. */
function keysToCome(plans: readonly WritePlan[], coming: ReadonlyMap<WritePlan, string>): Map<string, Key> {
  const keys = new Map<string, Key>();
  for (const plan of coming.size === 0 ? [] : plans) {
    const id = coming.get(plan);
    if (id === undefined) continue;
    const gpk = gpkOf(plan.type, id);
    const key = keyIn(plan.type, { ...plan.new, gpk });
    if (key !== null) keys.set(gpk, key);
  }
  return keys;
}

/** Gpks in the parameters of a step, each with the type that its object must have. Null if any type is allowed. */
function gpksOf(plan: WritePlan): readonly { readonly gpk: string; readonly of: string | null }[] {
  return [plan.old, plan.new].flatMap((side) =>
    Object.entries(side).flatMap(([name, gpk]) => {
      if (typeof gpk !== "string") return [];
      const attribute = plan.type.attributes.get(name);
      const ref = refOf(plan, name);
      if (ref?.by === "gpk") return [{ gpk, of: ref.to }];
      if (attribute?.dataType.name !== "gpk") return [];
      return [{ gpk, of: name === "gpk" ? plan.type.name : null }];
    }),
  );
}
