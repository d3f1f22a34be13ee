import type { Json, Params, Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { sameJson } from "../../form/values.ts";

/** New values of one attribute, by the values as they are. Both ways are found without a search, because a list may rename thousands. */
export interface Names {
  /** The value that the list gives in place of this one; null if it stays. */
  readonly now: (value: Json) => Json;
  /** The values that become this one. */
  readonly before: (value: Json) => readonly Json[];
}

/** New values of attributes that other rows name, by `type.attribute`. */
export type Renamed = ReadonlyMap<string, Names>;

const NOTHING: readonly Json[] = [];

/** Collects new values in the order of the list, and leads from older ones to them. */
export class Renaming implements Names {
  readonly #now = new Map<Json, Json>();
  readonly #before = new Map<Json, Set<Json>>();

  readonly now = (value: Json): Json => this.#now.get(value) ?? null;

  readonly before = (value: Json): readonly Json[] => {
    const values = this.#before.get(value);
    return values === undefined ? NOTHING : [...values];
  };

  add(from: Json, to: Json): void {
    for (const one of [...this.before(from), from]) this.#lead(one, to);
  }

  #lead(from: Json, to: Json): void {
    const last = this.#now.get(from);
    if (last !== undefined) this.#before.get(last)?.delete(from);
    this.#now.set(from, to);
    const values = this.#before.get(to);
    if (values === undefined) this.#before.set(to, new Set([from]));
    else values.add(from);
  }
}

/** Remembers the new values of an object that other rows can name. */
export function rename(renamed: Map<string, Renaming>, type: ObjectTypeMeta, before: Row, values: Row): void {
  for (const [name, to] of Object.entries(values)) {
    const from = before[name];
    if (from === undefined || from === null || typeof from === "object" || sameJson(from, to)) continue;
    const place = `${type.name}.${name}`;
    const names = renamed.get(place) ?? new Renaming();
    names.add(from, to);
    renamed.set(place, names);
  }
}

/** The key with earlier names of what it refers to: a building of a renamed site. */
export function formerKeys(type: ObjectTypeMeta, key: Params, renamed: Renamed): readonly Params[] {
  if (renamed.size === 0) return [];
  return type.key.flatMap((name) => {
    const to = type.attribute(name)?.refersTo ?? null;
    const names = to === null ? undefined : renamed.get(`${to.object}.${to.attribute}`);
    const before = names?.before(key[name] ?? null) ?? NOTHING;
    return before.map((from) => ({ ...key, [name]: from }));
  });
}
