import { compare, unescapePathComponent } from "fast-json-patch";
import type { Json, Row } from "#contract/wire/json";
import { contentOf, fromNullText, type Planned } from "./planned.ts";
import { plannedValues } from "./make-planned.ts";

/** One changed value, by attribute and by the path inside a structured value. */
export interface ValueChange {
  readonly attribute: string;
  /** Members and positions below the attribute; empty for the attribute itself. */
  readonly path: readonly string[];
  /** Undefined: absent before or after. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** Language of a text that is a translation. */
  readonly language?: string;
}

/** Differences between two states of an object, for the change log and for side effects of a test. */
export function differences(before: Row | null, after: Row | null): readonly ValueChange[] {
  const old = before ?? {};
  const now = after ?? {};
  // `compare` only reads, and nobody writes to the parts that its operations share.
  const lists = new Set<string>();
  const changes = compare(old, now).flatMap((operation): readonly ValueChange[] => {
    const [attribute = "", ...path] = operation.path.split("/").slice(1).map(unescapePathComponent);
    // A list of plain values is shown as a whole, because its positions mean nothing to readers.
    if (isPlainList(old[attribute]) && isPlainList(now[attribute])) {
      if (lists.has(attribute)) return [];
      lists.add(attribute);
      return [{ attribute, path: [], before: old[attribute], after: now[attribute] }];
    }
    return [{ attribute, path, before: valueAt(old[attribute], path), after: valueAt(now[attribute], path) }];
  });
  // In the order of the row; `compare` begins at the end.
  const places = new Map(Object.keys({ ...now, ...old }).map((name, at) => [name, at]));
  const place = ({ attribute }: ValueChange): number => places.get(attribute) ?? 0;
  return changes.toSorted((one, other) => place(one) - place(other));
}

function isPlainList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((one: Json) => one === null || typeof one !== "object");
}

/** Values that an element plans, in the form of the list: previewed ones, old and new (TA-35). */
export function plannedChanges(item: Planned): readonly ValueChange[] {
  const content = contentOf(item);
  if (content === null) return [];
  const { parameters, preview_fields } = content;
  const now = plannedValues(content);
  return preview_fields.map((attribute) => ({
    attribute,
    path: [],
    before: fromNullText(parameters.old[attribute]),
    after: fromNullText(now[attribute]),
  }));
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (found, name) => new Map<string, Json>(Object.entries(found ?? {})).get(name),
    value,
  );
}
