import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { isList, isObject, type Json, type Params } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { sameJson } from "../form/values.ts";
import {
  contentOf,
  fromNullText,
  toNullText,
  type Planned,
  type PlannedBundle,
  type PlannedSimple,
} from "./planned.ts";

/** A value that somebody else changed after it was planned on. */
export interface Overtaken {
  readonly attribute: string;
  readonly expected: Json;
  readonly found: Json;
}

/** Values of an element that are no longer what its change was planned on (wire contract 3.9); empty for any other refusal. */
export function overtakenValues(fault: Fault, item: Planned): readonly Overtaken[] {
  const content = contentOf(item);
  if (fault.type.code !== FAULT_TYPES.conflict || fault.code !== 1 || content === null) return [];
  const { object_fq_name: object, parameters } = content;
  const conflicts = fault.details["conflict_list"];
  if (fault.details["object_fq_name"] !== object || !isList(conflicts)) return [];
  return conflicts
    .flatMap((one) => overtakenOf(one) ?? [])
    .filter(({ attribute }) => parameters.old[attribute] !== undefined);
}

function overtakenOf(conflict: Json): Overtaken | null {
  if (!isObject(conflict)) return null;
  const { attribute, expected, found } = conflict;
  return typeof attribute === "string"
    ? { attribute, expected: expected ?? null, found: found ?? null }
    : null;
}

/** The same change, planned on the values found: they become its old values. */
export function withFoundValues(item: Planned, values: readonly Overtaken[]): Planned {
  if (!("content" in item)) return item;
  const { content } = item;
  const found = Object.fromEntries(values.map((one) => [one.attribute, toNullText(one.found)]));
  const parameters = { ...content.parameters, old: { ...content.parameters.old, ...found } };
  return { ...item, content: { ...content, parameters } };
}

/** Elements that are looked at: those of a longer list are checked by the test alone. */
const CHECKED_UP_TO = 500;

/** A list of the one object that an element changes, by the key it was planned with; null where it names none that can be listed. */
export function presentStep(item: Planned, catalogue: Catalogue): Step | null {
  const content = contentOf(item);
  const type = content === null ? null : catalogue.objectType(content.object_fq_name);
  if (content === null || type === null || content.object_function === "create") return null;
  if (catalogue.fn(type.name, "list") === null) return null;
  const filter = keyFilter(type.key, content.parameters.old);
  return filter === null ? null : { idx: item.uuid, name: `${type.name}.list`, old: filter };
}

/** The key among planned values as the filter of a list. */
function keyFilter(key: readonly string[], old: Params): Params | null {
  const gpk = old["gpk"];
  if (typeof gpk === "string") return { gpk_list: [gpk] };
  const parts = key.map((name) => [name, fromNullText(old[name] ?? null)] as const);
  return parts.length === 0 || parts.some(([, value]) => value === null) ? null : Object.fromEntries(parts);
}

/** Steps that read the present state of everything the list was planned on. Of several elements about one object the later ones stand on the first. */
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

/** Values of an element that differ from the present ones, before anything is sent; empty where its object was not read. */
export function differingValues(item: Planned, catalogue: Catalogue, present: Lists): readonly Overtaken[] {
  const content = contentOf(item);
  const row = present[item.uuid]?.[0];
  if (content === null || row === undefined) return [];
  const type = catalogue.objectType(content.object_fq_name);
  return Object.entries(content.parameters.old).flatMap(([attribute, planned]) => {
    const found = row[attribute];
    const expected = fromNullText(planned);
    // What a list never shows cannot be compared.
    const isShown = found !== undefined && type?.attribute(attribute)?.is_secret === false;
    return isShown && !sameJson(expected, found) ? [{ attribute, expected, found }] : [];
  });
}

/** Elements whose object was read and is not there any more, before anything is sent: deleted, called otherwise, or not to be seen. */
export function goneElements(
  items: readonly Planned[],
  catalogue: Catalogue,
  present: Lists,
): ReadonlySet<string> {
  const gone = new Set<string>();
  /** Types of which an element before may make or rename an object. */
  const made = new Set<string>();
  for (const item of items) {
    // A workflow may make objects of any type.
    if (item.ta_type === "json_template" || item.ta_type === "unknown") break;
    if (isNotFound(item, present, made) && presentStep(item, catalogue) !== null) gone.add(item.uuid);
    for (const object of typesMade(item)) made.add(object);
  }
  return gone;
}

type PlannedAction = PlannedSimple | PlannedBundle;

/** Nothing was read of its object, and no element before it may have made one. */
function isNotFound({ uuid, content }: PlannedAction, present: Lists, made: ReadonlySet<string>): boolean {
  const { object_fq_name: object, object_function: fn } = content;
  return present[uuid]?.length === 0 && fn !== "bulk_update" && !made.has(object);
}

/** Types of which an element may make or rename an object. */
function typesMade(item: PlannedAction): readonly string[] {
  const statements = [item.content, ...("bundle" in item ? item.bundle : [])];
  return statements.flatMap((one) => (one.object_function === "delete" ? [] : [one.object_fq_name]));
}
