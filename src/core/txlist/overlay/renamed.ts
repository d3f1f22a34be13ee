import { textIn, type Json, type Params, type Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { sameJson } from "../../form/values.ts";

/** New values of one attribute, by the present values. Both directions are found without a search, because a list may rename thousands of objects. */
export interface Names {
  /** The new value for a present value. Null if the value stays. */
  readonly now: (value: Json) => Json;
  /** The present values that become a new value. */
  readonly before: (value: Json) => readonly Json[];
}

/** New values of attributes that other rows name, by `type.attribute`, and by the other parts of the key if these distinguish objects. */
export type Renamed = ReadonlyMap<string, ReadonlyMap<string, Names>>;

const NOTHING: readonly Json[] = [];

/** Collects new values in the order of the list, and leads from older values to them. */
export class Renaming implements Names {
  readonly #now = new Map<Json, Json>();
  readonly #before = new Map<Json, readonly Json[]>();
  readonly #separator: string | null;

  /** `separator` is that of the names of a tree, in which the name of an object is the beginning of all names below it. */
  constructor(separator: string | null) {
    this.#separator = separator;
  }

  readonly now = (value: Json): Json => {
    const now = this.#now.get(value);
    if (now !== undefined) return now;
    return this.#separator === null ? null : (this.#belowIn(value, this.#now)[0] ?? null);
  };

  readonly before = (value: Json): readonly Json[] => {
    const before = this.#before.get(value);
    if (before !== undefined && before.length > 0) return before;
    return this.#separator === null ? NOTHING : this.#belowIn(value, this.#before);
  };

  add(from: Json, to: Json): void {
    for (const one of this.#before.get(from) ?? NOTHING) this.#lead(one, to);
    this.#lead(from, to);
  }

  /** The name after a change of the nearest name above it. */
  #belowIn(value: Json, others: ReadonlyMap<Json, Json | readonly Json[]>): readonly Json[] {
    const separator = this.#separator;
    if (separator === null || typeof value !== "string") return NOTHING;
    for (let at = value.lastIndexOf(separator); at > 0; at = value.lastIndexOf(separator, at - 1)) {
      const found = [others.get(value.slice(0, at)) ?? NOTHING].flat();
      if (found.length > 0) return found.map((one) => `${textIn(one)}${value.slice(at)}`);
    }
    return NOTHING;
  }

  #lead(from: Json, to: Json): void {
    const last = this.#now.get(from);
    if (last !== undefined)
      this.#before.set(
        last,
        this.before(last).filter((one) => one !== from),
      );
    this.#now.set(from, to);
    const values = this.#before.get(to);
    this.#before.set(to, values === undefined ? [from] : [...values, from]);
  }
}

/** New values of one object, in the order of the list. */
export interface NewNames {
  readonly type: ObjectTypeMeta;
  readonly uuid: string;
  readonly gpk: Json;
  readonly before: Row;
  readonly values: Row;
  /** False for an object that the list itself created. */
  readonly isThere: boolean;
}

/** New values that other rows can name. */
export class Renamings {
  readonly renamed = new Map<string, Map<string, Renaming>>();
  readonly renamedNow = new Map<string, Map<string, Renaming>>();
  readonly names: NewNames[] = [];
  /** New values of objects that are known only by their number: only the row of the object shows which name changes. */
  readonly unnamed: NewNames[] = [];

  add(one: NewNames): void {
    this.names.push(one);
    const isWhole = rename(this.renamed, one);
    if (!isWhole) this.unnamed.push(one);
    if (one.isThere) rename(this.renamedNow, one);
  }
}

/** Stores new values; false if a part of the key that distinguishes them is unknown. */
function rename(
  renamed: Map<string, Map<string, Renaming>>,
  { type, before, values }: Pick<NewNames, "type" | "before" | "values">,
): boolean {
  let isWhole = true;
  for (const [name, to] of Object.entries(values)) {
    const from = before[name];
    if (from === undefined || from === null || typeof from === "object" || sameJson(from, to)) continue;
    const others = othersOf(type, name).map((part) => before[part]);
    if (others.includes(undefined)) {
      isWhole = false;
      continue;
    }
    const [place, scope] = [`${type.name}.${name}`, JSON.stringify(others)];
    const scopes = renamed.get(place) ?? new Map<string, Renaming>();
    renamed.set(place, scopes);
    const names = scopes.get(scope) ?? new Renaming(separatorOf(type, name));
    scopes.set(scope, names);
    names.add(from, to);
  }
  return isWhole;
}

/** The separator of the names of a tree, if the key of an object begins with that of the object above it; otherwise null. */
export function separatorOf(type: ObjectTypeMeta, name: string): string | null {
  if (type.key.length !== 1 || type.key[0] !== name) return null;
  const forms = type.attribute(name)?.made_of ?? [];
  const found = forms.flatMap((form) => {
    const [, parent = "", separator = ""] = /^\{(\w+)\}(.+)\{\w+\}$/.exec(form) ?? [];
    return type.attribute(parent)?.refersTo?.object === type.name ? [separator] : [];
  });
  return found[0] ?? null;
}

/** The other parts of a key with several parts. */
function othersOf({ key }: ObjectTypeMeta, name: string): readonly string[] {
  return key.includes(name) ? key.filter((part) => part !== name) : [];
}

/** Positions of the new values of an attribute, and the attributes of its row that are the other parts of the key there. */
interface Place {
  readonly scopes: ReadonlyMap<string, Names>;
  readonly others: readonly string[];
}

/**
 * Answers the new values that an attribute of a row may have: those of the objects that it names, and of those that name its row. Null if nothing is
 * renamed there.
 */
export function namesOf(
  type: ObjectTypeMeta,
  name: string,
  renamed: Renamed,
  catalogue: Catalogue,
): ((row: Row) => readonly Names[]) | null {
  const places = placesOf(type, name, renamed, catalogue);
  if (places.length === 0) return null;
  const whole = places.flatMap(({ scopes, others }) => (others.length === 0 ? (scopes.get("[]") ?? []) : []));
  if (places.every(({ others }) => others.length === 0)) return () => whole;
  // The other parts of the key may also have new names. The row has the present name or the planned one.
  const around = (row: Row, other: string): readonly Json[] => {
    const value = row[other] ?? null;
    const plain = placesOf(type, other, renamed, catalogue).flatMap(({ scopes }) => scopes.get("[]") ?? []);
    return [value, ...plain.flatMap((one) => [one.now(value), ...one.before(value)])];
  };
  return (row) =>
    places.flatMap(({ scopes, others }) =>
      every(others.map((other) => around(row, other))).flatMap(
        (parts) => scopes.get(JSON.stringify(parts)) ?? [],
      ),
    );
}

/** Every combination of one value from each list. */
function every(lists: readonly (readonly Json[])[]): readonly (readonly Json[])[] {
  return lists.reduce<readonly (readonly Json[])[]>(
    (all, values) => all.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  );
}

function placesOf(
  type: ObjectTypeMeta,
  name: string,
  renamed: Renamed,
  catalogue: Catalogue,
): readonly Place[] {
  const to = type.attribute(name)?.refersTo ?? null;
  if (to === null) {
    const scopes = type.key.includes(name) ? renamed.get(`${type.name}.${name}`) : undefined;
    return scopes === undefined ? [] : [{ scopes, others: othersOf(type, name) }];
  }
  const target = catalogue.objectType(to.object);
  const reference = type.references.find((one) => one.name === to.referenceName);
  if (target === null || reference === undefined) return [];
  return placesIn(target, to.attribute, renamed, catalogue).flatMap(({ scopes, others }) => {
    const parts = others.flatMap(
      (part) => reference.attribute_list[reference.ref_attribute_list.indexOf(part)] ?? [],
    );
    return parts.length === others.length ? [{ scopes, others: parts }] : [];
  });
}

/** Attributes of an object that contain a name: its own, and those of the objects that it names. */
function placesIn(
  target: ObjectTypeMeta,
  name: string,
  renamed: Renamed,
  catalogue: Catalogue,
): readonly Place[] {
  const scopes = renamed.get(`${target.name}.${name}`);
  const own = scopes === undefined ? [] : [{ scopes, others: othersOf(target, name) }];
  const isNaming = target.attribute(name)?.refersTo != null;
  return isNaming ? [...own, ...placesOf(target, name, renamed, catalogue)] : own;
}

/** The new value; undefined if it stays. Objects that name the object get its new names after the object itself. */
export function nowIn(names: readonly Names[], value: Json): Json | undefined {
  let now = value;
  for (const one of names) now = one.now(now) ?? now;
  return sameJson(now, value) ? undefined : now;
}

/** The key with the earlier names of the objects to which it refers, for example of a building on a renamed site. */
export function formerKeys(
  type: ObjectTypeMeta,
  key: Params,
  renamed: Renamed,
  catalogue: Catalogue,
): readonly Params[] {
  if (renamed.size === 0) return [];
  return type.key.flatMap((name) => {
    if (type.attribute(name)?.refersTo == null) return [];
    const names = namesOf(type, name, renamed, catalogue)?.(key) ?? [];
    return names.flatMap((one) => one.before(key[name] ?? null)).map((from) => ({ ...key, [name]: from }));
  });
}
