import { isList, textIn, type Json, type Params, type Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { OWN_LANGUAGE } from "../../catalogue/languages.ts";
import { pathsOf } from "./links.ts";
import { formerKeys, Renamings, type NewNames, type Renamed } from "./renamed.ts";

export type PlannedKind = "new" | "changed" | "going";

/** One object in its planned state. */
export interface PlannedObject {
  readonly type: ObjectTypeMeta;
  readonly kind: PlannedKind;
  /** Uuids of the elements that plan it, the first one first. */
  readonly uuids: readonly string[];
  /** Gpk or natural key of the present object; null for a new one. */
  readonly key: Params | null;
  /** Planned values by attribute: for a new object all known ones, for another one those that change. */
  readonly values: Row;
  /** True if the values come from a test, including those that the server computes. */
  readonly isTold: boolean;
  /** The whole present row; null for a new object, and if no test contained it. */
  readonly was: Row | null;
  /** Attributes that change; null if only the server knows them. */
  readonly touched: ReadonlySet<string> | null;
}

/** A planned text of an attribute in a language other than the object's own; null removes it. */
interface PlannedText {
  readonly attribute: string;
  readonly language: string;
  readonly text: string | null;
  readonly uuid: string;
}

/** The planned changes of a list, for rows of any type. */
export interface Plan {
  readonly catalogue: Catalogue;
  /** The plan comes from a test. */
  readonly isTested: boolean;
  readonly objects: ReadonlyMap<string, readonly PlannedObject[]>;
  /** Planned texts by the gpk of their object. */
  readonly texts: ReadonlyMap<string, readonly PlannedText[]>;
  /** New values of attributes that other rows name, by `type.attribute` and the present value. */
  readonly renamed: Renamed;
  /** New values of existing objects only, because paths and conditions name these by their present values. */
  readonly renamedNow: Renamed;
  /** All new names in the order of the list, and those of objects that are known only by their number. */
  readonly names: readonly NewNames[];
  readonly unnamed: readonly NewNames[];
  /** Values that several objects of a type share, by type and gpk of each object. An example is a path, which is the same for all ports on it. */
  readonly shared: ReadonlyMap<string, ReadonlyMap<Json, Row>>;
  /** Uuids of elements that change objects which only the server knows: rows of a condition, or of an earlier step. */
  readonly untold: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Change {
  readonly key: Params;
  readonly before: Row;
  readonly values: Row;
  readonly touched: ReadonlySet<string> | null;
  /** Present if the change comes from a test: the whole row before it, or null if it is unknown. */
  readonly was?: Row | null;
}

/** Collects the changes of the steps of a list, each after those before it. */
export class Draft {
  readonly #catalogue: Catalogue;
  readonly #objects = new Map<string, Map<string, PlannedObject>>();
  /** Positions of objects by their present key, because a step names objects that an earlier one has created or renamed. */
  readonly #places = new Map<string, string>();
  readonly #texts = new Map<string, PlannedText[]>();
  readonly #names = new Renamings();
  readonly #shared = new Map<string, Map<Json, Row>>();
  readonly #untold = new Map<string, Set<string>>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  create(type: ObjectTypeMeta, uuid: string, values: Row, isTold: boolean): void {
    const place = placeOf(type, { gpk: values["gpk"] ?? null });
    this.#put(place, {
      type,
      kind: "new",
      uuids: [uuid],
      key: null,
      values,
      isTold,
      was: null,
      touched: null,
    });
  }

  change(type: ObjectTypeMeta, uuid: string, change: Change): void {
    const { key, before, values, was, touched } = change;
    const { place, found, key: now } = this.#find(type, key);
    const gpk = valueIn([key, now], "gpk");
    this.#names.add({ type, uuid, gpk, before, values, isThere: found?.kind !== "new" });
    const isTold = was !== undefined;
    const first = { kind: "changed", uuids: [], key: now, values: {}, was: was ?? null, touched } as const;
    const known = found ?? first;
    const object: PlannedObject = {
      ...known,
      type,
      uuids: withUuid(known.uuids, uuid),
      values: found === undefined ? values : { ...known.values, ...values },
      isTold,
      touched: both(known.touched, touched),
    };
    this.#put(place, object, key);
  }

  remove(type: ObjectTypeMeta, uuid: string, key: Params, isTold: boolean, was: Row | null): void {
    const { place, found, key: now } = this.#find(type, key);
    // Objects that the list itself created and deleted do not exist at its end.
    if (found?.kind === "new") return void this.#objects.get(type.name)?.delete(place);
    const uuids = [...(found?.uuids ?? []), uuid];
    this.#put(place, {
      type,
      kind: "going",
      uuids,
      key: found?.key ?? now,
      values: {},
      isTold,
      was: found?.was ?? was,
      touched: null,
    });
  }

  /** Stores the values of other objects of the type that the row contains. */
  share(type: ObjectTypeMeta, row: Row): void {
    for (const name of pathsOf(type)) {
      const path = row[name];
      if (!isList(path)) continue;
      const shared = this.#shared.get(type.name) ?? new Map<Json, Row>();
      this.#shared.set(type.name, shared);
      for (const gpk of path) shared.set(gpk, { ...shared.get(gpk), [name]: path });
    }
  }

  leave(type: ObjectTypeMeta, uuid: string): void {
    this.#untold.set(type.name, (this.#untold.get(type.name) ?? new Set()).add(uuid));
  }

  say(uuid: string, key: Row, text: Json): void {
    const [gpk, attribute, language] = ["object_gfk", "lang_attr_key", "language_tag"].map((name) =>
      textIn(key[name]),
    );
    if (gpk === undefined || attribute === undefined || language === undefined || language === OWN_LANGUAGE)
      return;
    const texts = this.#texts.get(gpk) ?? [];
    texts.push({ attribute, language, text: typeof text === "string" ? text : null, uuid });
    this.#texts.set(gpk, texts);
  }

  plan(isTested: boolean): Plan {
    const objects = [...this.#objects].map(([name, drafts]) => [name, [...drafts.values()]] as const);
    return {
      catalogue: this.#catalogue,
      isTested,
      objects: new Map(objects.filter(([, drafts]) => drafts.length > 0)),
      texts: this.#texts,
      renamed: this.#names.renamed,
      renamedNow: this.#names.renamedNow,
      names: this.#names.names,
      unnamed: this.#names.unnamed,
      shared: this.#shared,
      untold: this.#untold,
    };
  }

  /** The planned object with this key, and its present key if no change is planned for it yet. */
  #find(type: ObjectTypeMeta, given: Params): Found {
    const keys = [given, ...formerKeys(type, given, this.#names.renamed, this.#catalogue)];
    for (const key of keys) {
      const place = this.#places.get(placeOf(type, key));
      if (place !== undefined) return { place, key, found: this.#objects.get(type.name)?.get(place) };
    }
    const key = formerKeys(type, given, this.#names.renamedNow, this.#catalogue)[0] ?? given;
    return { place: placeOf(type, key), key, found: undefined };
  }

  #put(place: string, object: PlannedObject, given: Params | null = object.key): void {
    const { type, values, key } = object;
    const objects = this.#objects.get(type.name) ?? new Map<string, PlannedObject>();
    if (objects.size === 0) this.#objects.set(type.name, objects);
    objects.set(place, object);
    const known = given === null ? [values] : [values, given, key ?? given];
    const parts = type.key.map((name) => valueIn(known, name));
    if (parts.length > 0 && !parts.includes(null)) this.#places.set(placeOfParts(type, parts), place);
    const gpk = valueIn(known, "gpk");
    if (gpk !== null) this.#places.set(placeOfParts(type, [gpk]), place);
  }
}

function withUuid(uuids: readonly string[], uuid: string): readonly string[] {
  return uuids.includes(uuid) ? uuids : [...uuids, uuid];
}

/** The value from the first of these rows that has the attribute. */
function valueIn(known: readonly Row[], name: string): Json {
  for (const one of known) if (name in one) return one[name] ?? null;
  return null;
}

/** Attributes of both changes together. Null if the attributes of one change are unknown. */
function both(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (one === other) return one;
  return one === null || other === null ? null : new Set([...one, ...other]);
}

interface Found {
  readonly place: string;
  readonly key: Params;
  readonly found: PlannedObject | undefined;
}

/** Identifies an object by its key. */
export function placeOf(type: ObjectTypeMeta, key: Params): string {
  const gpk = key["gpk"] ?? null;
  return placeOfParts(type, gpk === null ? type.key.map((name) => key[name] ?? null) : [gpk]);
}

/** Identifies an object by its gpk alone, or by all parts of its natural key. No text contains the character between the parts. */
export function placeOfParts({ name }: ObjectTypeMeta, parts: readonly Json[]): string {
  let place: string = name;
  for (const part of parts) place += typeof part === "string" ? `\0"${part}` : `\0${JSON.stringify(part)}`;
  return place;
}
