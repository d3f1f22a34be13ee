import type { Json, Params } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";
import type { WritePlan } from "../plan.ts";
import { behaviourOf } from "./behaviours/registry.ts";
import { objectName, standAlone, type Touch } from "./touch.ts";

/** `keys`: natural keys of objects that steps of the run name by gpk. */
export function touchOf(plan: WritePlan, keys: ReadonlyMap<string, readonly Json[]>): Touch {
  const { type } = plan;
  const touch: Touch = {
    reads: new Set(),
    writes: new Set(),
    isBarrier: type.spec.givesRights === true,
    isAlone: false,
  };
  ownKeys(plan, keys, touch);
  for (const side of [plan.old, plan.new]) readReferences(type, side, keys, touch);
  touchSets(plan, touch);
  if (plan.kind === "update" && type.spec.hierarchy !== undefined) standAlone(touch);
  if (Object.keys(plan.old).some((name) => isComputed(type, name))) standAlone(touch);
  behaviourOf(type)?.touch?.(plan, touch, keys);
  return touch;
}

function ownKeys(plan: WritePlan, keys: ReadonlyMap<string, readonly Json[]>, touch: Touch): void {
  const { type } = plan;
  const before =
    plan.kind === "create" ? null : (keyIn(type, plan.old) ?? keys.get(textOf(plan.old["gpk"])) ?? null);
  if (plan.kind !== "create" && before === null) standAlone(touch);
  const names = before === null ? [] : [objectName(type.name, before)];
  const hasNewKey = plan.kind === "create" || type.spec.key.some((name) => plan.new[name] !== undefined);
  const after = type.spec.key.map((name, at) => plan.new[name] ?? before?.[at] ?? null);
  if (hasNewKey && plan.kind !== "delete") names.push(objectName(type.name, after));
  for (const name of names) {
    touch.reads.add(name);
    touch.writes.add(name);
  }
}

/** Every object that a parameter names has to be there when the step runs. */
function readReferences(
  type: ObjectType,
  side: Params,
  keys: ReadonlyMap<string, readonly Json[]>,
  touch: Touch,
): void {
  for (const [name, value] of Object.entries(side)) {
    const ref = type.attributes.get(name)?.ref ?? type.spec.functions.create?.extra?.[name]?.ref;
    if (ref === undefined || typeof value !== "string") continue;
    const key = ref.by === "gpk" ? keys.get(value) : [value];
    if (key === undefined) standAlone(touch);
    else touch.reads.add(objectName(ref.to, key));
  }
  for (const composite of type.spec.composite ?? []) {
    const parts = composite.attributes.map((name) => side[name]);
    if (parts.every((part) => part !== undefined)) touch.reads.add(objectName(composite.to, parts));
    else if (parts.some((part) => part !== undefined)) standAlone(touch);
  }
}

/** Sets of rows that a step reads or changes as a whole: children that block a delete, values that have to be unique. */
function touchSets(plan: WritePlan, touch: Touch): void {
  const { type, kind } = plan;
  if (kind === "delete") touch.reads.add(`children of ${type.name}`);
  const frees =
    kind === "delete"
      ? type.references
      : type.references.filter((one) => kind === "update" && one.attributes.some((name) => name in plan.new));
  for (const reference of frees) if (reference.isEnforced) touch.writes.add(`children of ${reference.to}`);
  touchUniques(plan, touch);
}

/** Values that are unique besides the key: a step that takes one reads the set, a step that may free one writes it. */
function touchUniques({ type, kind, new: values }: WritePlan, touch: Touch): void {
  if (behaviourOf(type)?.namesUniques === true) return;
  const constraints = Object.values(type.spec.storage?.constraints ?? {}).map(({ fault }) => fault);
  const sets = [
    ...(type.spec.unique ?? []),
    ...constraints.flatMap((fault) => (fault.kind === "unique" ? [fault.attributes] : [])),
  ];
  if (sets.length === 0) return;
  const isSet = sets.flat().some((name) => name in values);
  if (kind === "create" || isSet) touch.reads.add(`uniques of ${type.name}`);
  if (kind === "delete" || (kind === "update" && isSet)) touch.writes.add(`uniques of ${type.name}`);
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

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
