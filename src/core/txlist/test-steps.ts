import type { Step } from "#contract/wire/step";
import type { Planned } from "./planned.ts";
import type { RunMode } from "./run.ts";
import { toSteps } from "./to-steps.ts";

/** Longer lists are tested without a look at each element: reading between all of them would cost more than it tells. */
export const EFFECTS_UP_TO = 200;

export const ENTRIES_SHOWN = 5_000;

// Names that no element has: theirs begin with their uuid.
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
