import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { differences, plannedChanges, type ValueChange } from "./changes.ts";
import { contentOf, type Planned } from "./planned.ts";
import type { RunMode } from "./run.ts";
import { toSteps } from "./to-steps.ts";

/** What a test would do to one object: the element's own one, or another that changes with it. */
export interface Effect {
  readonly object: string;
  readonly gpk: string;
  readonly title: string;
  readonly function: "create" | "update" | "delete";
  /** Empty for a deletion. */
  readonly changes: readonly ValueChange[];
}

/** Longer lists are tested without a look at each element: reading between all of them would cost more than it tells. */
export const EFFECTS_UP_TO = 200;

const ENTRIES_SHOWN = 5_000;

// Names that no element has: theirs begin with their uuid.
const BEFORE = "netportal:before";
const RECORD = "netportal:record";
const ENTRIES = "netportal:entries";
const lastAfter = (uuid: string): string => `netportal:after:${uuid}`;

const NEWEST_RECORD = { fetch_limit: 1, sorting_params_list: ["gpk DESC"] } as const;
const NEWEST_ENTRY = {
  fetch_limit: 1,
  sorting_params_list: ["transaction_gfk DESC", "position DESC"],
} as const;

/**
 * Steps of a test. What the call writes into its own change log is read at its end, and behind each element how far the log has come, so
 * that every entry finds the element it comes from (wire contract 3.6, 7.2). Reading changes no verdict.
 */
export function testSteps(items: readonly Planned[]): readonly Step[] {
  if (!isReadBetween(items)) return toSteps(items);
  return [
    { idx: BEFORE, name: "wapi.transaction.list", old: NEWEST_RECORD },
    ...items.flatMap((item) => [
      ...toSteps([item]),
      { idx: lastAfter(item.uuid), name: "wapi.change_log.list", old: NEWEST_ENTRY } as const,
    ]),
    { idx: RECORD, name: "wapi.transaction.list", old: NEWEST_RECORD },
    {
      idx: ENTRIES,
      name: "wapi.change_log.list",
      old: { fetch_limit: ENTRIES_SHOWN, sorting_params_list: ["position"] },
      inner_join_ref: { [RECORD]: "default" },
    },
  ];
}

function isReadBetween({ length }: readonly Planned[]): boolean {
  return length > 0 && length <= EFFECTS_UP_TO;
}

/** After how many steps of a run each of its elements is done, in list order. */
export function elementEnds(mode: RunMode, sent: readonly Planned[]): readonly number[] {
  const reads = mode === "test" && isReadBetween(sent) ? 1 : 0;
  const ends: number[] = [];
  let end = reads;
  for (const item of sent) {
    end += toSteps([item]).length + reads;
    ends.push(end);
  }
  return ends;
}

/** What each element of a test would change, by uuid; null where the answer does not tell. */
export function effectsOf(
  sent: readonly Planned[],
  lists: Lists,
): ReadonlyMap<string, readonly Effect[]> | null {
  const entries = lists[ENTRIES];
  if (entries === undefined) return null;
  const record = recordOf(lists);
  const effects = new Map<string, readonly Effect[]>();
  let from = -1;
  for (const { uuid } of sent) {
    const last = lists[lastAfter(uuid)]?.[0] ?? {};
    const to = record !== null && last["transaction_gfk"] === record ? numberOf(last["position"]) : from;
    effects.set(uuid, between(entries, from, to).map(effectOf));
    from = to;
  }
  return effects;
}

/** The record of the test itself. One that changes nothing writes none, and the newest is then that of an earlier call. */
function recordOf(lists: Lists): Json {
  const record = lists[RECORD]?.[0]?.["gpk"] ?? null;
  return record === lists[BEFORE]?.[0]?.["gpk"] ? null : record;
}

function between(entries: readonly Row[], from: number, to: number): readonly Row[] {
  return entries.filter(({ position }) => numberOf(position) > from && numberOf(position) <= to);
}

/** What an element would change beyond the values that it shows as planned: other values of its object, and other objects. */
export function besides(item: Planned, effects: readonly Effect[]): readonly Effect[] {
  const content = contentOf(item);
  if (content === null) return effects;
  const planned = new Set(plannedChanges(item).map(keyOf));
  const main = effects.findIndex(
    (one) => one.object === content.object_fq_name && one.function === content.object_function,
  );
  return effects.flatMap((effect, at) => {
    if (at !== main) return [effect];
    const changes = effect.changes.filter((change) => !planned.has(keyOf(change)));
    return changes.length === 0 ? [] : [{ ...effect, changes }];
  });
}

function keyOf({ attribute, path, before = null, after = null }: ValueChange): string {
  return JSON.stringify([attribute, path, before, after]);
}

function effectOf(entry: Row): Effect {
  const before = rowOf(entry["old"]);
  const after = rowOf(entry["new"]);
  return {
    object: textOf(entry["object_fq_name"]),
    gpk: textOf(entry["object_gfk"]),
    title: textOf(entry["object_title"]),
    function: before === null ? "create" : after === null ? "delete" : "update",
    changes: after === null ? [] : differences(before, after).filter(isTelling),
  };
}

/** What was not there before and is empty now says nothing. */
function isTelling({ before, after }: ValueChange): boolean {
  const isEmpty = after === null || (Array.isArray(after) && after.length === 0);
  return !(before === undefined && isEmpty);
}

function rowOf(value: Json | undefined): Row | null {
  // Parse boundary: `old` and `new` of the change log are rows (wire contract 7.2).
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : null;
}

function numberOf(value: Json | undefined): number {
  return typeof value === "number" ? value : -1;
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
