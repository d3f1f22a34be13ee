import type { Step } from "#contract/wire/step";
import type { Planned } from "./planned.ts";
import type { RunMode } from "./run.ts";
import { toSteps } from "./to-steps.ts";

/** Longer lists are tested without reading each element's effects, because reading between all of them would take too long. */
export const EFFECTS_UP_TO = 200;

export const ENTRIES_SHOWN = 5_000;

// No element has these names, because names of elements begin with a uuid.
export const BEFORE = "netportal:before";
export const RECORD = "netportal:record";
export const ENTRIES = "netportal:entries";
export const lastAfter = (uuid: string): string => `netportal:after:${uuid}`;

const NEWEST_RECORD = { fetch_limit: 1, sorting_params_list: ["gpk DESC"] } as const;
const NEWEST_ENTRY = {
  fetch_limit: 1,
  sorting_params_list: ["transaction_gfk DESC", "position DESC"],
} as const;

/**
 * Steps of a test. The call reads its own change log at the end, and the length of the log after each element, so that every entry can be assigned
 * to its element (wire contract 3.6, 7.2). Reading changes no result.
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

/** Contents of the call of a run. */
export function runSteps(mode: RunMode, sent: readonly Planned[]): readonly Step[] {
  return mode === "test" ? testSteps(sent) : toSteps(sent);
}

function isReadBetween({ length }: readonly Planned[]): boolean {
  return length > 0 && length <= EFFECTS_UP_TO;
}

/** Number of steps after which each element of a run is done, in list order. */
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
