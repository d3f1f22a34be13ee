import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { contentOf, fromNullText, type Planned, type PlannedContent } from "./planned.ts";

/** The subject of an element: its object, or the one that its object describes. */
export interface Subject {
  readonly object: string;
  /** Identifies the object among others of its type. */
  readonly id: string;
  readonly name: string;
}

/**
 * A title of several values begins with the object that the others describe, if its type is known: a record describes its name. Null for workflows
 * and unknown elements.
 */
export function subjectOf(item: Planned, catalogue: Catalogue): Subject | null {
  const known = KNOWN.get(item);
  if (known?.catalogue === catalogue) return known.subject;
  const subject = readSubject(item, catalogue);
  KNOWN.set(item, { catalogue, subject });
  return subject;
}

/** Elements are never changed, and long lists are searched for groups at every change. */
const KNOWN = new WeakMap<Planned, { readonly catalogue: Catalogue; readonly subject: Subject | null }>();

function readSubject(item: Planned, catalogue: Catalogue): Subject | null {
  const content = contentOf(item);
  const type = content === null ? null : catalogue.objectType(content.object_fq_name);
  return content === null || type === null ? null : (describedBy(type, content) ?? ownSubject(type, content));
}

/** The object that the first value of a longer title names. */
function describedBy(type: ObjectTypeMeta, content: PlannedContent): Subject | null {
  const [first = "", ...others] = type.title;
  const to = type.attribute(first)?.refersTo ?? null;
  if (others.length === 0 || to === null || to.attribute === "gpk") return null;
  const name = valueIn(content, first) ?? content.object_title.split(" ", 1)[0] ?? "";
  return { object: to.object, id: name, name };
}

function ownSubject(type: ObjectTypeMeta, content: PlannedContent): Subject {
  const { object_title: name } = content;
  const [key = "", ...others] = type.key;
  return {
    object: type.name,
    id: others.length > 0 ? longId(type, content) : (valueIn(content, key) ?? name),
    name,
  };
}

/** Identifies an object with a key of several values: by its gpk, or by all values of the key if it is new. */
function longId({ key }: ObjectTypeMeta, content: PlannedContent): string {
  return valueIn(content, "gpk") ?? JSON.stringify(key.map((one) => valueIn(content, one)));
}

/** The value before the change, by which the list knows the object; the new value if there is no old one. */
function valueIn({ parameters: { old, new: now } }: PlannedContent, name: string): string | null {
  const value = fromNullText(old[name] ?? now[name] ?? null);
  return typeof value === "string" ? value : null;
}

/** Shorter lists can be read at a glance. */
const GROUPED_FROM = 12;

/**
 * Length of the group of elements about the same object that begins at this position; 0 for a single element and for one that is not the first of its
 * group.
 */
export function runFrom(items: readonly Planned[], at: number, catalogue: Catalogue): number {
  if (items.length < GROUPED_FROM || isSame(items[at - 1], items[at], catalogue)) return 0;
  let end = at + 1;
  while (end < items.length && isSame(items[at], items[end], catalogue)) end += 1;
  return end - at > 1 ? end - at : 0;
}

/** True if the element belongs to such a group. */
export function isInRun(items: readonly Planned[], at: number, catalogue: Catalogue): boolean {
  if (items.length < GROUPED_FROM) return false;
  return [items[at - 1], items[at + 1]].some((next) => isSame(next, items[at], catalogue));
}

function isSame(one: Planned | undefined, other: Planned | undefined, catalogue: Catalogue): boolean {
  const [a, b] = [one, other].map((item) => (item === undefined ? null : subjectOf(item, catalogue)));
  return a != null && b != null && a.object === b.object && a.id === b.id;
}

/** How many elements of a list change objects of one type, run a workflow, or are unknown to this portal. */
export interface KindCount {
  /** The type; null for workflows and unknown elements. */
  readonly object: string | null;
  readonly isWorkflow: boolean;
  readonly count: number;
}

/** Elements by kind, in order of first occurrence. */
export function kindsIn(items: readonly Planned[]): readonly KindCount[] {
  const kinds = new Map<string, KindCount>();
  for (const item of items) {
    const object = contentOf(item)?.object_fq_name ?? null;
    const key = object ?? item.ta_type;
    const isWorkflow = item.ta_type === "json_template";
    kinds.set(key, { object, isWorkflow, count: (kinds.get(key)?.count ?? 0) + 1 });
  }
  return [...kinds.values()];
}
