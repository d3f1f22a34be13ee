import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import { translatedChanges } from "../form/translated.ts";
import { plannedChanges, type ValueChange } from "./changes.ts";
import { readLogEntry, withoutRepeated } from "./log-entry.ts";
import { contentOf, type Planned } from "./planned.ts";
import { BEFORE, ENTRIES, ENTRIES_SHOWN, lastAfter, RECORD } from "./test-steps.ts";

/** What a test changes on one object: the element's own, or another one. */
export interface Effect {
  readonly object: string;
  readonly gpk: string;
  readonly title: string;
  /** State of the object after the test, or before its deletion; null for a text alone. */
  readonly row: Row | null;
  readonly function: "create" | "update" | "delete";
  /** Empty for a deletion. */
  readonly changes: readonly ValueChange[];
}

/** Changes by each element of a test, by uuid; null if the answer does not show them, empty for an element that was not reached. */
export function effectsOf(
  sent: readonly Planned[],
  lists: Lists,
): ReadonlyMap<string, readonly Effect[]> | null {
  const entries = entriesBy(sent, lists);
  return entries && new Map([...entries].map(([uuid, rows]) => [uuid, effectsIn(rows)]));
}

/** Log entries by each element of a test, by uuid; null if the answer does not show them, empty for an element that was not reached. */
export function entriesBy(
  sent: readonly Planned[],
  lists: Lists,
): ReadonlyMap<string, readonly Row[]> | null {
  const entries = lists[ENTRIES];
  if (entries === undefined) return null;
  const record = recordOf(lists);
  const effects = new Map<string, readonly Row[]>();
  const end = entries.length < ENTRIES_SHOWN ? Infinity : numberOf(entries.at(-1)?.["position"]);
  let from = -1;
  for (const { uuid } of sent) {
    const last = lists[lastAfter(uuid)]?.[0] ?? {};
    const to = record !== null && last["transaction_gfk"] === record ? numberOf(last["position"]) : from;
    if (to <= end) effects.set(uuid, between(entries, from, to));
    from = to;
  }
  return effects;
}

/** The log record of the test itself. A test without changes writes none, and the newest record is an earlier one. */
function recordOf(lists: Lists): Json {
  const record = lists[RECORD]?.[0]?.["gpk"] ?? null;
  return record === lists[BEFORE]?.[0]?.["gpk"] ? null : record;
}

function between(entries: readonly Row[], from: number, to: number): readonly Row[] {
  return entries.filter(({ position }) => numberOf(position) > from && numberOf(position) <= to);
}

/** Changes of an element beyond its planned values: other values of its object, and other objects. */
export function besides(item: Planned, effects: readonly Effect[]): readonly Effect[] {
  const content = contentOf(item);
  if (content === null) return effects;
  const planned = new Set([...plannedChanges(item), ...translatedChanges(item)].map(keyOf));
  const main = ownEffect(item, effects);
  return effects.flatMap((effect) => {
    const isText = effect.changes.some(({ language }) => language !== undefined);
    if (effect !== main && !isText) return [effect];
    const changes = effect.changes.filter((change) => !planned.has(keyOf(change)));
    return changes.length === 0 ? [] : [{ ...effect, changes }];
  });
}

/** The effect on the object of the element. The first one counts, because a record may create another one, which comes later. */
export function ownEffect(item: Planned, effects: readonly Effect[]): Effect | undefined {
  const content = contentOf(item);
  return effects.find(
    (one) => one.object === content?.object_fq_name && one.function === content.object_function,
  );
}

function keyOf({ attribute, path, before = null, after = null, language }: ValueChange): string {
  return JSON.stringify([attribute, path, before, after, language ?? null]);
}

/** Translations get the name of their object if the same test shows it. */
function effectsIn(entries: readonly Row[]): readonly Effect[] {
  const effects = withoutRepeated(entries).map(effectOf);
  const titles = new Map(effects.flatMap(({ gpk, title }) => (title === "" ? [] : [[gpk, title] as const])));
  return effects.map((effect) => ({ ...effect, title: titles.get(effect.gpk) ?? effect.title }));
}

function effectOf(entry: Row): Effect {
  const { object, gpk, title, old, now, changes, isText } = readLogEntry(entry);
  return {
    object,
    gpk,
    title: isText ? "" : title,
    row: isText ? null : (now ?? old),
    function: old === null ? "create" : now === null ? "delete" : "update",
    changes: now === null ? [] : changes.filter(isTelling),
  };
}

/** False for a value that was absent before and is empty after, because it means nothing. */
function isTelling({ before, after }: ValueChange): boolean {
  const isEmpty = after === null || (Array.isArray(after) && after.length === 0);
  return !(before === undefined && isEmpty);
}

function numberOf(value: Json | undefined): number {
  return typeof value === "number" ? value : -1;
}
