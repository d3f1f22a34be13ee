import type { Json, Params } from "#contract/wire/json";
import type { ReferenceSpec } from "../../catalogue/define.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { functionName, type WritePlan } from "../plan.ts";
import { extraParameters, namesRow } from "../plan-write.ts";
import { behaviourOf } from "./behaviour.ts";
import { textOf } from "./text.ts";
import { objectName, standAlone, type Touch } from "./touch.ts";

/** `keys`: natural keys of objects that steps of the run name by gpk. */
export function touchOf(plan: WritePlan, keys: ReadonlyMap<string, readonly Json[]>): Touch {
  const { type } = plan;
  const touch: Touch = {
    reads: new Set(),
    writes: new Set(),
    isBarrier: type.spec.givesRights !== undefined,
    isAlone: false,
  };
  ownKeys(plan, keys, touch);
  for (const side of [plan.old, plan.new]) readReferences(plan, side, keys, touch);
  touchChildren(plan, touch);
  touchUniques(plan, touch);
  if (movesTree(plan)) standAlone(touch);
  if (Object.keys(plan.old).some((name) => isComputed(type, name))) standAlone(touch);
  behaviourOf(type).touch?.(plan, touch, keys);
  return touch;
}

/** A new parent, place or part of the name changes everything below. */
function movesTree({ type, kind, new: values }: WritePlan): boolean {
  const { hierarchy } = type.spec;
  if (kind !== "update" || hierarchy === undefined) return false;
  return Object.keys(values).some((name) => {
    const attribute = type.attributes.get(name);
    return attribute?.ref !== undefined || attribute?.isKey === true || name === hierarchy.name?.part;
  });
}

function ownKeys(plan: WritePlan, keys: ReadonlyMap<string, readonly Json[]>, touch: Touch): void {
  const isOfRow = namesRow(plan.type, functionName(plan));
  const before = isOfRow ? keyBefore(plan, keys) : null;
  // A function without a row of its own may do anything on the way, unless the type says what.
  const isOpen = plan.kind === "more" && !isOfRow && behaviourOf(plan.type).touch === undefined;
  if ((isOfRow && before === null) || isOpen) standAlone(touch);
  for (const key of [before, keyAfter(plan, before)]) {
    if (key === null) continue;
    const name = objectName(plan.type.name, key);
    touch.reads.add(name);
    touch.writes.add(name);
    readHolders(plan.type, key, keys, touch);
  }
}

/** Objects that the key refers to: what is deleted may take the object of the step along. */
function readHolders(
  type: ObjectType,
  key: readonly Json[],
  keys: ReadonlyMap<string, readonly Json[]>,
  touch: Touch,
): void {
  for (const [at, name] of type.spec.key.entries()) {
    const ref = type.attributes.get(name)?.ref;
    const value = key[at] ?? null;
    if (ref === undefined || value === null) continue;
    touch.reads.add(objectName(ref.to, keys.get(textOf(value)) ?? [value]));
  }
}

function keyBefore(
  { type, old }: WritePlan,
  keys: ReadonlyMap<string, readonly Json[]>,
): readonly Json[] | null {
  return keyIn(type, old) ?? keys.get(textOf(old["gpk"])) ?? null;
}

/** The key that the object will have; null when the step sets no part of it. */
function keyAfter(
  { type, kind, new: values }: WritePlan,
  before: readonly Json[] | null,
): readonly Json[] | null {
  const setsKey = kind === "update" && type.spec.key.some((name) => values[name] !== undefined);
  const isSet = kind === "create" || setsKey;
  return isSet ? type.spec.key.map((name, at) => values[name] ?? before?.[at] ?? null) : null;
}

/** Every object that a parameter names has to be there when the step runs. */
function readReferences(
  plan: WritePlan,
  side: Params,
  keys: ReadonlyMap<string, readonly Json[]>,
  touch: Touch,
): void {
  const { type } = plan;
  for (const [name, value] of Object.entries(side)) {
    const ref = refOf(plan, name);
    if (ref !== undefined) for (const one of [value].flat()) readTarget(ref, one, keys, touch);
  }
  for (const { attributes, to } of type.spec.composite ?? []) {
    const parts = attributes.flatMap((name) => side[name] ?? []);
    if (parts.length === attributes.length) touch.reads.add(objectName(to, parts));
    else if (parts.length > 0) standAlone(touch);
  }
}

function readTarget(
  ref: ReferenceSpec,
  value: Json,
  keys: ReadonlyMap<string, readonly Json[]>,
  touch: Touch,
): void {
  if (typeof value !== "string") return;
  const key = ref.by === "gpk" ? keys.get(value) : [value];
  if (key === undefined) standAlone(touch);
  else touch.reads.add(objectName(ref.to, key));
}

function refOf(plan: WritePlan, name: string): ReferenceSpec | undefined {
  return extraParameters(plan.type, functionName(plan))[name]?.ref ?? plan.type.attributes.get(name)?.ref;
}

/** Children block the delete of their object: who deletes reads them, who removes or moves one writes them. */
function touchChildren({ type, kind, new: values }: WritePlan, touch: Touch): void {
  if (kind === "create") return;
  if (kind === "delete") touch.reads.add(`children of ${type.name}`);
  for (const { isEnforced, attributes, to } of type.references) {
    const frees = kind !== "update" || attributes.some((name) => name in values);
    if (isEnforced && frees) touch.writes.add(`children of ${to}`);
  }
}

/** Values that are unique besides the key: a step that takes one reads the set, a step that may free one writes it. */
function touchUniques({ type, kind, new: values }: WritePlan, touch: Touch): void {
  const names = behaviourOf(type).namesUniques === true ? [] : uniqueAttributes(type);
  if (names.length === 0) return;
  const isSet = names.some((name) => name in values);
  if (kind === "create" || isSet) touch.reads.add(`uniques of ${type.name}`);
  if (kind === "delete" || kind === "more" || (kind === "update" && isSet))
    touch.writes.add(`uniques of ${type.name}`);
}

function uniqueAttributes(type: ObjectType): readonly string[] {
  const constraints = Object.values(type.spec.storage?.constraints ?? {});
  const sets = constraints.flatMap(({ fault }) => (fault.kind === "unique" ? fault.attributes : []));
  return [...(type.spec.unique ?? []).flat(), ...sets];
}

function isComputed(type: ObjectType, name: string): boolean {
  const attribute = type.attributes.get(name);
  return (
    attribute !== undefined &&
    attribute.name !== "gpk" &&
    (attribute.computed !== undefined || attribute.serverWritten === true) &&
    !attribute.isKey
  );
}

export function keyIn(type: ObjectType, params: Params): readonly Json[] | null {
  const parts = type.spec.key.map((name) => params[name]);
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : null;
}
