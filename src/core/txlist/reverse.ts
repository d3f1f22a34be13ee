import type { Json, Params, Row } from "#contract/wire/json";
import type { ParameterRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { titleOf } from "../catalogue/title.ts";
import { keyOf } from "../catalogue/key.ts";
import { sameJson } from "../form/values.ts";
import type { TextKey } from "../text.ts";
import { linked, linkTypeOf, unlinked, type LinkType } from "./links.ts";
import { NULL_TEXT, toNullText, type Planned, type PlannedFunction } from "./planned.ts";

/** An entry of `wapi.change_log` with its states (wire contract 7.2). */
export interface ChangeEntry {
  readonly object: string;
  readonly gpk: string;
  readonly old: Row | null;
  readonly new: Row | null;
}

/** Something that taking a change back does not bring back. */
export interface Loss {
  readonly object: string;
  readonly title: string;
  /** Null: the change as a whole. */
  readonly attribute: string | null;
  readonly reason: TextKey;
}

export interface Reverse {
  /** Actions that take the changes back, in the order in which they have to be done. */
  readonly items: readonly Planned[];
  readonly losses: readonly Loss[];
}

/** An entry with its type and with what the others of its transaction tell about it. */
interface Change extends ChangeEntry {
  readonly type: ObjectTypeMeta;
  /** Gpks of objects that were deleted: made anew they have another one. */
  readonly gone: ReadonlySet<string>;
  /** Changes that stand there more than once: the server makes some together, as the TTL of a record and of its siblings. */
  readonly repeated: ReadonlySet<string>;
  /** `<gpk> <attribute>` of texts whose translations changed as well: the German one and the attribute follow each other (wire contract 3.10). */
  readonly translated: ReadonlySet<string>;
}

/**
 * Takes changes back that stand in the order in which they were done: what was made is deleted, what was deleted is made with its old
 * values, what was changed is changed back, the last one first. Values that cannot come back are told.
 */
export function reverseOf(
  catalogue: Catalogue,
  entries: readonly ChangeEntry[],
  newUuid: () => string,
): Reverse {
  const gone = new Set(entries.filter((entry) => entry.new === null).map((entry) => entry.gpk));
  const items: Planned[] = [];
  const losses: Loss[] = [];
  const repeated = repeatedChanges(entries);
  const translated = new Set(entries.flatMap((entry) => translatedBy(entry) ?? []));
  for (const entry of folded(catalogue, entries).toReversed()) {
    const type = catalogue.objectType(entry.object);
    const made =
      type === null
        ? { action: null, losses: [lossOf(entry, null, entry.object, "core.reverse.unknownType")] }
        : reverseOne(catalogue, { ...entry, type, gone, repeated, translated });
    losses.push(...made.losses);
    if (made.action !== null && type !== null)
      items.push(itemOf(made.action.on ?? type, type, made.action, newUuid()));
  }
  return { items, losses };
}

interface Action {
  /** The type that has the function, where it is not that of the changed object. */
  readonly on?: ObjectTypeMeta;
  readonly fn: PlannedFunction;
  readonly old: Params;
  readonly new: Params;
  readonly row: Row;
}

interface ReversedOne {
  readonly action: Action | null;
  readonly losses: readonly Loss[];
}

function reverseOne(catalogue: Catalogue, change: Change): ReversedOne {
  const { old: before, new: after } = change;
  if (before === null && after === null) return { action: null, losses: [] };
  const link = linkTypeOf(catalogue, change.type);
  if (link !== null) return reverseLink(link, change);
  if (before === null) return deleted(catalogue, change, after ?? {});
  return after === null
    ? madeAgain(catalogue, change, before)
    : changedBack(catalogue, change, before, after);
}

/** A link is ended by an end, or made again between the same two; it has no values that could change. */
function reverseLink(link: LinkType, change: Change): ReversedOne {
  const { old: before, new: after, gone } = change;
  if (before !== null && after !== null) return lost(change, after, "core.reverse.unseen");
  const row = before ?? after ?? {};
  const ends = link.ends.map((name) => row[name] ?? null);
  if (before !== null && ends.some((gpk) => typeof gpk === "string" && gone.has(gpk)))
    return lost(change, row, "core.reverse.newKey");
  const action = before === null ? unlinked(link, row) : linked(link, row);
  return { action: { ...action, on: link.object, row }, losses: [] };
}

function deleted(catalogue: Catalogue, change: Change, row: Row): ReversedOne {
  const { type } = change;
  if (catalogue.fn(type.name, "delete") === null) return lost(change, row, "core.reverse.noDelete");
  return { action: { fn: "delete", old: keyOf(type, row), new: {}, row }, losses: [] };
}

/** The object with its old values; one that is made together with another gets them by a change. */
function madeAgain(catalogue: Catalogue, change: Change, row: Row): ReversedOne {
  const { type } = change;
  const fn = ["create", "update"].find((name) => catalogue.fn(type.name, name) !== null);
  if (fn === undefined) return lost(change, row, "core.reverse.noCreate");
  const values: Record<string, Json> = {};
  const losses: Loss[] = [];
  for (const [name, parameter] of parametersOf(catalogue, type, fn)) {
    const reason = lossFor(change, type.attribute(name), parameter, row[name]);
    if (reason !== null) losses.push(lossOf(change, row, name, reason));
    else Object.assign(values, valueFor(name, parameter, row[name] ?? null));
  }
  return fn === "create"
    ? { action: { fn: "create", old: {}, new: values, row }, losses }
    : { action: { fn: "update", old: keyOf(type, row), new: values, row }, losses };
}

/** Why a value of a deleted object cannot be given again, if it cannot. */
function lossFor(
  { gone }: Change,
  attribute: AttributeMeta | null,
  parameter: ParameterRow,
  value: Json | undefined,
): TextKey | null {
  if (attribute?.is_secret === true) return "core.reverse.secret";
  if (typeof value === "string" && parameter.data_type === "gpk" && gone.has(value))
    return "core.reverse.newKey";
  return value === undefined && parameter.new?.isRequired === true ? "core.reverse.notLogged" : null;
}

/** Null is said only where leaving it out would bring a default in. */
function valueFor(name: string, { new: side }: ParameterRow, value: Json): Params {
  if (value !== null) return { [name]: value };
  const fillsIn = side?.is_nullable === true && (side.data_default ?? null) !== null;
  return fillsIn ? { [name]: NULL_TEXT } : {};
}

function changedBack(catalogue: Catalogue, change: Change, before: Row, after: Row): ReversedOne {
  const { type } = change;
  const writable = new Map(parametersOf(catalogue, type, "update"));
  const old: Record<string, Json> = {};
  const values: Record<string, Json> = {};
  const losses: Loss[] = [];
  const differing = type.attributes.filter(
    ({ name }) => !sameJson(before[name] ?? null, after[name] ?? null),
  );
  for (const { name, is_computed: isComputed } of differing) {
    if (writable.has(name)) {
      values[name] = toNullText(before[name] ?? null);
      if (isAlone(change, name, before, after)) old[name] = toNullText(after[name] ?? null);
    } else if (!isComputed) losses.push(lossOf(change, after, name, "core.reverse.notWritable"));
  }
  if (Object.keys(values).length > 0)
    return {
      action: { fn: "update", old: { ...old, ...keyOf(type, after) }, new: values, row: after },
      losses,
    };
  return losses.length > 0 ? { action: null, losses } : lost(change, after, "core.reverse.unseen");
}

/** Whether a value surely is as it was left: not gone back already together with another one, or with its translation. */
function isAlone({ gpk, repeated, translated }: Change, name: string, before: Row, after: Row): boolean {
  const change = JSON.stringify([before[name] ?? null, after[name] ?? null]);
  return !translated.has(`${gpk} ${name}`) && !repeated.has(change);
}

/** The attribute an entry of a translation is about, as `<gpk> <attribute>`. */
function translatedBy({ old, new: now }: ChangeEntry): string | null {
  const { object_gfk: object, lang_attr_key: attribute } = now ?? old ?? {};
  return typeof object === "string" && typeof attribute === "string" ? `${object} ${attribute}` : null;
}

/** Parameters of a function that carry values of the object. */
function parametersOf(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  fn: string,
): readonly (readonly [string, ParameterRow])[] {
  return Object.entries(catalogue.fn(type.name, fn)?.parameters ?? {}).filter(
    ([, parameter]) => parameter.new !== undefined,
  );
}

/** What changed more than once, as `[before, after]` in JSON. */
function repeatedChanges(entries: readonly ChangeEntry[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { old, new: now } of entries) {
    if (old === null || now === null) continue;
    for (const [name, value] of Object.entries(now)) {
      if (sameJson(old[name] ?? null, value)) continue;
      const change = JSON.stringify([old[name] ?? null, value]);
      (seen.has(change) ? repeated : seen).add(change);
    }
  }
  return repeated;
}

/**
 * An object that only its gpk names and that was deleted in the end is made anew as it was before all changes: what was changed in between
 * could not be found by its old gpk any more.
 */
function folded(catalogue: Catalogue, entries: readonly ChangeEntry[]): readonly ChangeEntry[] {
  const isNameless = ({ object, old }: ChangeEntry): boolean => {
    const type = catalogue.objectType(object);
    return type !== null && old !== null && keyOf(type, old)["gpk"] !== undefined;
  };
  const nameless = new Set(
    entries.filter((entry) => entry.new === null && isNameless(entry)).map((one) => one.gpk),
  );
  const first = new Map<string, ChangeEntry>();
  for (const entry of entries) if (!first.has(entry.gpk)) first.set(entry.gpk, entry);
  return entries.flatMap((entry) => {
    if (!nameless.has(entry.gpk)) return [entry];
    const before = first.get(entry.gpk)?.old ?? null;
    return entry.new !== null || before === null ? [] : [{ ...entry, old: before }];
  });
}

function lost(change: Change, row: Row, reason: TextKey): ReversedOne {
  return { action: null, losses: [lossOf(change, row, null, reason)] };
}

function lossOf(
  entry: ChangeEntry & { readonly type?: ObjectTypeMeta },
  row: Row | null,
  attribute: string | null,
  reason: TextKey,
): Loss {
  const title = row === null ? entry.gpk : titleOf(entry.type ?? null, row);
  return { object: entry.object, title, attribute, reason };
}

function itemOf(on: ObjectTypeMeta, type: ObjectTypeMeta, action: Action, uuid: string): Planned {
  return {
    uuid,
    ta_type: "db_editor_simple",
    variant: null,
    content: {
      object_fq_name: on.name,
      object_function: action.fn,
      parameters: { old: action.old, new: action.new },
      preview_fields: Object.keys(action.new),
      object_title: titleOf(type, action.row),
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
}
