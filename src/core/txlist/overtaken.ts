import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { isList, isObject, type Json, type Params } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { sameJson } from "../form/values.ts";
import { contentOf, fromNullText, statementsOf, toNullText, type Planned } from "./planned.ts";

/** A value that somebody else changed after it was planned. */
export interface Overtaken {
  readonly attribute: string;
  readonly expected: Json;
  readonly found: Json;
}

/** Values of an element that have changed since planning (wire contract 3.9); empty for any other refusal. */
export function overtakenValues(fault: Fault, item: Planned): readonly Overtaken[] {
  const content = contentOf(item);
  if (fault.type.code !== FAULT_TYPES.conflict || fault.code !== 1 || content === null) return [];
  const { object_fq_name: object, parameters } = content;
  const conflicts = fault.details["conflict_list"];
  if (fault.details["object_fq_name"] !== object || !isList(conflicts)) return [];
  return conflicts.filter(isObject).flatMap(({ attribute, expected = null, found = null }) => {
    const isPlanned = typeof attribute === "string" && parameters.old[attribute] !== undefined;
    return isPlanned ? [{ attribute, expected, found }] : [];
  });
}

/** The change of an element with the found values as its old values. */
export function withFoundValues(item: Planned, values: readonly Overtaken[]): Planned {
  if (!("content" in item)) return item;
  const { content } = item;
  const found = Object.fromEntries(values.map((one) => [one.attribute, toNullText(one.found)]));
  const parameters = { ...content.parameters, old: { ...content.parameters.old, ...found } };
  return { ...item, content: { ...content, parameters } };
}

/** Longer lists are checked by the test only. */
const CHECKED_UP_TO = 500;

/** A list step for the object that an element changes, by its planned key; null if it names no object that can be listed. */
export function presentStep(item: Planned, catalogue: Catalogue): Step | null {
  const content = contentOf(item);
  if (content === null) return null;
  const type = catalogue.objectType(content.object_fq_name);
  if (type === null || catalogue.fn(type.name, "list") === null) return null;
  const filter = keyFilter(type.key, content.parameters.old);
  return filter === null ? null : { idx: item.uuid, name: `${type.name}.list`, old: filter };
}

/** The key in planned values as a filter. */
function keyFilter(key: readonly string[], old: Params): Params | null {
  const gpk = old["gpk"];
  if (typeof gpk === "string") return { gpk_list: [gpk] };
  const parts = key.map((name) => [name, fromNullText(old[name] ?? null)] as const);
  return parts.length === 0 || parts.some(([, value]) => value === null) ? null : Object.fromEntries(parts);
}

/** Steps that read the present state of everything planned. Later elements about an object build on the first one. */
export function presentSteps(items: readonly Planned[], catalogue: Catalogue): readonly Step[] {
  const objects = new Set<string>();
  const steps: Step[] = [];
  for (const item of items) {
    const step = presentStep(item, catalogue);
    const object = JSON.stringify([step?.name, step?.old]);
    if (step === null || objects.has(object)) continue;
    objects.add(object);
    steps.push(step);
    if (steps.length === CHECKED_UP_TO) break;
  }
  return steps;
}

/** Planned values that differ from the present ones; empty if the object was not read. */
export function differingValues(item: Planned, catalogue: Catalogue, present: Lists): readonly Overtaken[] {
  const content = contentOf(item);
  const row = present[item.uuid]?.[0];
  if (content === null || row === undefined) return [];
  const type = catalogue.objectType(content.object_fq_name);
  return Object.entries(content.parameters.old).flatMap(([attribute, planned]) => {
    const found = row[attribute];
    const expected = fromNullText(planned);
    // Values that lists never show cannot be compared.
    const isShown = found !== undefined && type?.attribute(attribute)?.is_secret === false;
    return isShown && !sameJson(expected, found) ? [{ attribute, expected, found }] : [];
  });
}

/** Elements whose object is not found any more: deleted, renamed or unreadable. */
export function goneElements(
  items: readonly Planned[],
  catalogue: Catalogue,
  present: Lists,
): ReadonlySet<string> {
  const gone = new Set<string>();
  /** Types of which an earlier element may create or rename an object. */
  const made = new Set<string>();
  for (const item of items) {
    const content = contentOf(item);
    // A workflow may create objects of any type.
    if (content === null) break;
    const { object_fq_name: type, object_function: fn } = content;
    const isNotFound = present[item.uuid]?.length === 0 && fn !== "bulk_update" && !made.has(type);
    if (isNotFound && presentStep(item, catalogue) !== null) gone.add(item.uuid);
    for (const [, one] of statementsOf(item))
      if (one.object_function !== "delete") made.add(one.object_fq_name);
  }
  return gone;
}
