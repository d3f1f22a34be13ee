import { compare } from "fast-json-patch";
import type { Json, Params, Row } from "#contract/wire/json";
import { contentOf, fromNullText, type Planned } from "./planned.ts";

/** One changed value, named by attribute and by the place inside it where it is no plain value. */
export interface ValueChange {
  readonly attribute: string;
  /** Names of members and positions below the attribute; empty for the attribute itself. */
  readonly path: readonly string[];
  /** Undefined: was not there, is not there any more. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** Of a text in another language than the one of the attribute itself. */
  readonly language?: string;
}

/** What differs between two states of an object, for the change log and for what a test changes besides. */
export function differences(before: Row | null, after: Row | null): readonly ValueChange[] {
  const old = before ?? {};
  const now = after ?? {};
  // compare only reads: neither side is changed, nor do operations share parts with them that anybody writes to.
  const lists = new Set<string>();
  const changes = compare(old, now).flatMap((operation): readonly ValueChange[] => {
    const [attribute = "", ...path] = operation.path.split("/").slice(1).map(unescapePointer);
    // A list of plain values is told as a whole: its places mean nothing to a reader.
    if (path.length > 0 && isPlainList(old[attribute]) && isPlainList(now[attribute])) {
      if (lists.has(attribute)) return [];
      lists.add(attribute);
      return [{ attribute, path: [], before: old[attribute], after: now[attribute] }];
    }
    return [
      {
        attribute,
        path,
        before: operation.op === "add" ? undefined : valueAt(old[attribute], path),
        after: operation.op === "remove" ? undefined : valueAt(now[attribute], path),
      },
    ];
  });
  // In the order of the row; compare begins at its end.
  const places = new Map(Object.keys({ ...now, ...old }).map((name, at) => [name, at]));
  const place = ({ attribute }: ValueChange): number => places.get(attribute) ?? 0;
  return changes.toSorted((one, other) => place(one) - place(other));
}

function isPlainList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((one: Json) => one === null || typeof one !== "object");
}

/** Values an element plans, as the list shows them: those to be previewed, old and new (TA-35). */
export function plannedChanges(item: Planned): readonly ValueChange[] {
  const content = contentOf(item);
  if (content === null) return [];
  const { parameters, preview_fields } = content;
  return preview_fields.map((attribute) => ({
    attribute,
    path: [],
    before: valueIn(parameters.old, attribute),
    after: valueIn(parameters.new, attribute),
  }));
}

function valueIn(params: Params, name: string): Json | undefined {
  const value = params[name];
  return value === undefined ? undefined : fromNullText(value);
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let found = value;
  for (const name of path) {
    if (found === null || typeof found !== "object") return undefined;
    found = new Map<string, Json>(Object.entries(found)).get(name);
  }
  return found;
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
