import { isList, objectIn, textIn, type Json, type Params, type Row } from "#contract/wire/json";
import { keyOf } from "../../catalogue/key.ts";
import { withMade } from "../../catalogue/made.ts";
import { plannedGpk } from "../../catalogue/planned-gpk.ts";
import { OWN_LANGUAGE, TRANSLATION } from "../../catalogue/languages.ts";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { differences } from "../changes.ts";
import { takesMoreThanGpks, type Planned } from "../planned.ts";
import { newValuesOf } from "../make-planned.ts";
import { toSteps } from "../to-steps.ts";
import { formerKeys, rename, type Renamed, type Renaming } from "./renamed.ts";

export type PlannedKind = "new" | "changed" | "going";

/** One object as a list plans it. */
export interface PlannedObject {
  readonly type: ObjectTypeMeta;
  readonly kind: PlannedKind;
  /** Uuids of the elements that plan it, the first one first. */
  readonly uuids: readonly string[];
  /** Gpk or natural key of the object as it is; null for a new one. */
  readonly key: Params | null;
  /** Planned values by attribute: of a new object all that are known, of another one those that change. */
  readonly values: Row;
  /** True if a test told the values, with those that the server computes. */
  readonly isTold: boolean;
}

/** A planned text of an attribute in a language that is not the object's own; null takes it away. */
interface PlannedText {
  readonly attribute: string;
  readonly language: string;
  readonly text: string | null;
  readonly uuid: string;
}

/** What a list plans, for rows of any type. */
export interface Plan {
  readonly objects: ReadonlyMap<string, readonly PlannedObject[]>;
  /** Planned texts by the gpk of their object. */
  readonly texts: ReadonlyMap<string, readonly PlannedText[]>;
  /** New values of attributes that other rows name, by `type.attribute` and the value as it is. */
  readonly renamed: Renamed;
  /** Those of objects that exist: paths and conditions name them as they are. */
  readonly renamedNow: Renamed;
  /** Uuids of elements that change objects of a type which only the server knows: rows of a condition, or of an earlier step. */
  readonly untold: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The plan of elements that no test has told: their own values, as far as the list knows them. */
export function planOfElements(items: readonly Planned[], catalogue: Catalogue): Plan {
  const draft = new Draft();
  for (const item of items) for (const step of toSteps([item])) planStep(draft, catalogue, item.uuid, step);
  return draft.plan();
}

/** The plan as a test has told it: by each element, in order, the entries that it wrote to the change log. `steps` names the steps that created objects, by the gpks of the test. */
export function planOfEntries(
  entries: ReadonlyMap<string, readonly Row[]>,
  catalogue: Catalogue,
  steps: ReadonlyMap<Json, string> = new Map(),
): Plan {
  const draft = new Draft();
  const all = [...entries.values()].flat();
  // A test is undone: the numbers of its new objects mean nothing to the server.
  const made = new Set(all.flatMap(({ old, object_gfk }) => (old === null ? [object_gfk ?? null] : [])));
  const told = (value: Json): Json => {
    if (isList(value)) return value.map(told);
    return typeof value === "string" && made.has(value) ? plannedGpk(steps.get(value) ?? value) : value;
  };
  const toldIn = (row: Row | null): Row | null =>
    row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, told(value)]));
  for (const [uuid, rows] of entries)
    for (const entry of rows) {
      const [old, now] = [toldIn(objectIn(entry["old"])), toldIn(objectIn(entry["new"]))];
      planEntry(draft, catalogue, uuid, {
        ...entry,
        object_gfk: told(entry["object_gfk"] ?? null),
        old,
        new: now,
      });
    }
  return draft.plan();
}

function planStep(draft: Draft, catalogue: Catalogue, uuid: string, step: Step): void {
  const end = step.name.lastIndexOf(".");
  const [object, operation] = [step.name.slice(0, end), step.name.slice(end + 1)];
  if (operation === "list") return;
  const [old, now] = [step.old ?? {}, newValuesOf(step)];
  if (object === TRANSLATION) return draft.say(uuid, { ...now, ...old }, now["value"] ?? null);
  const type = catalogue.objectType(object);
  if (type === null) return;
  // Other values come from rows that only the server knows.
  if (takesMoreThanGpks(step) || step.new_ref_idx !== undefined) draft.leave(type, uuid);
  const values = ofType(type, now);
  if (operation !== "create") return planExisting(draft, type, uuid, { operation, old, values, step });
  draft.create(type, uuid, { gpk: plannedGpk(step.idx ?? ""), ...withMade(type, values) }, false);
}

interface ExistingStep {
  readonly operation: string;
  readonly old: Params;
  readonly values: Row;
  readonly step: Step;
}

function planExisting(
  draft: Draft,
  type: ObjectTypeMeta,
  uuid: string,
  { operation, old, values, step }: ExistingStep,
): void {
  const key = operation === "bulk_update" || takesKey(step) ? null : keyIn(type, old);
  if (key === null) draft.leave(type, uuid);
  else if (operation === "delete") draft.remove(type, uuid, key, false);
  else draft.change(type, uuid, { key, before: old, values: operation === "update" ? values : {} });
}

function takesKey({ old_ref_params: taken, old_ref_idx: named }: Step): boolean {
  return taken !== undefined || named !== undefined;
}

function planEntry(draft: Draft, catalogue: Catalogue, uuid: string, entry: Row): void {
  const type = catalogue.objectType(textIn(entry["object_fq_name"]));
  const [old, now] = [objectIn(entry["old"]), objectIn(entry["new"])];
  if (type?.name === TRANSLATION) return draft.say(uuid, now ?? old ?? {}, now?.["value"] ?? null);
  const gpk = entry["object_gfk"] ?? null;
  if (type !== null && gpk !== null) planStates(draft, type, uuid, { gpk, old, now });
}

/** The states of an object before and after a step; null: there is none. */
interface States {
  readonly gpk: Json;
  readonly old: Row | null;
  readonly now: Row | null;
}

function planStates(draft: Draft, type: ObjectTypeMeta, uuid: string, { gpk, old, now }: States): void {
  const key = { gpk };
  if (now === null) return draft.remove(type, uuid, key, true);
  if (old === null) return draft.create(type, uuid, { ...now, gpk }, true);
  const changed = differences(old, now).map(({ attribute }) => [attribute, now[attribute] ?? null] as const);
  draft.change(type, uuid, { key, before: old, values: Object.fromEntries(changed), isTold: true });
}

interface Change {
  readonly key: Params;
  readonly before: Row;
  readonly values: Row;
  readonly isTold?: boolean;
}

/** Collects what the steps of a list do, each after the ones before it. */
class Draft {
  readonly #objects = new Map<string, Map<string, PlannedObject>>();
  /** Places of objects by their present key, because a step names what an earlier one has made or renamed. */
  readonly #places = new Map<string, string>();
  readonly #texts = new Map<string, PlannedText[]>();
  readonly #renamed = new Map<string, Renaming>();
  readonly #renamedNow = new Map<string, Renaming>();
  readonly #untold = new Map<string, Set<string>>();

  create(type: ObjectTypeMeta, uuid: string, values: Row, isTold: boolean): void {
    const place = placeOf(type, { gpk: values["gpk"] ?? null });
    this.#put(place, { type, kind: "new", uuids: [uuid], key: null, values, isTold });
  }

  change(type: ObjectTypeMeta, uuid: string, { key, before, values, isTold = false }: Change): void {
    const { place, found, key: now } = this.#find(type, key);
    rename(this.#renamed, type, before, values);
    if (found?.kind !== "new") rename(this.#renamedNow, type, before, values);
    const uuids = [...new Set([...(found?.uuids ?? []), uuid])];
    const all = { ...found?.values, ...values };
    const kind = found?.kind ?? "changed";
    this.#put(
      place,
      { type, kind, uuids, key: found === undefined ? now : found.key, values: all, isTold },
      key,
    );
  }

  remove(type: ObjectTypeMeta, uuid: string, key: Params, isTold: boolean): void {
    const { place, found, key: now } = this.#find(type, key);
    // What the list itself has made is not there at its end.
    if (found?.kind === "new") return void this.#objects.get(type.name)?.delete(place);
    const uuids = [...(found?.uuids ?? []), uuid];
    this.#put(place, { type, kind: "going", uuids, key: found?.key ?? now, values: {}, isTold });
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

  plan(): Plan {
    const objects = [...this.#objects].map(([name, drafts]) => [name, [...drafts.values()]] as const);
    return {
      objects: new Map(objects.filter(([, drafts]) => drafts.length > 0)),
      texts: this.#texts,
      renamed: this.#renamed,
      renamedNow: this.#renamedNow,
      untold: this.#untold,
    };
  }

  /** The planned object with this key, and the key as it is now if nothing is planned for the object yet. */
  #find(type: ObjectTypeMeta, given: Params): Found {
    const keys = [given, ...formerKeys(type, given, this.#renamed)];
    for (const key of keys) {
      const place = this.#places.get(placeOf(type, key));
      if (place !== undefined) return { place, key, found: this.#objects.get(type.name)?.get(place) };
    }
    const key = formerKeys(type, given, this.#renamedNow)[0] ?? given;
    return { place: placeOf(type, key), key, found: undefined };
  }

  #put(place: string, object: PlannedObject, given: Params | null = object.key): void {
    const { type, values, key } = object;
    const objects = this.#objects.get(type.name) ?? new Map<string, PlannedObject>();
    objects.set(place, object);
    this.#objects.set(type.name, objects);
    const known = { ...key, ...given, ...values };
    for (const one of [keyOf(type, known), { gpk: known["gpk"] ?? null }])
      if (Object.values(one).every((part) => part !== null)) this.#places.set(placeOf(type, one), place);
  }
}

interface Found {
  readonly place: string;
  readonly key: Params;
  readonly found: PlannedObject | undefined;
}

/** Identifies an object by its key. */
export function placeOf(type: ObjectTypeMeta, key: Params): string {
  const gpk = key["gpk"] ?? null;
  return gpk === null
    ? `${type.name} ${type.key.map((name) => JSON.stringify(key[name] ?? null)).join()}`
    : `${type.name} ${JSON.stringify(gpk)}`;
}

/** The key in planned old values; null if a part is missing. */
function keyIn(type: ObjectTypeMeta, old: Params): Params | null {
  if (typeof old["gpk"] === "string") return { gpk: old["gpk"] };
  const key = keyOf(type, old);
  return key["gpk"] === null ? null : key;
}

/** Parameters that are attributes of the type. */
function ofType(type: ObjectTypeMeta, params: Params): Row {
  return Object.fromEntries(Object.entries(params).filter(([name]) => type.attribute(name) !== null));
}
