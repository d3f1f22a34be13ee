import type { UseQueryOptions } from "@tanstack/react-query";
import type { Params, Row } from "#contract/wire/json";
import type { Execute, Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { asIs } from "#core/txlist/overlay/as-is";
import { knownBy } from "#core/txlist/overlay/asking";
import type { Known } from "#core/txlist/overlay/list-of";
import { overlaid, overlaidRow, type Overlaid } from "#core/txlist/overlay/overlay";
import { planOf } from "#core/txlist/overlay/plan-of-run";
import type { Planned } from "#core/txlist/planned";
import type { Run } from "#core/txlist/run";
import { readLists } from "../../api/execute.ts";
import { ROW_KEYS, type Viewer } from "../../api/queries.ts";

/** The effect of a planned list on steps and their lists. */
export interface Overlay {
  /** The steps with names that the server knows. */
  readonly steps: (steps: readonly Step[]) => readonly Step[];
  /** The row of an object; null if there is none, or if it is planned to be deleted. */
  readonly row: (type: ObjectTypeMeta, key: Params, row: Row | null) => Row | null;
  readonly lists: (steps: readonly Step[], lists: Lists, known?: Known) => Overlaid;
  /** Requests objects that belong to the lists after the planned changes, if none of the lists has them. */
  readonly known: (
    steps: readonly Step[],
    lists: Lists | undefined,
    caller: Caller,
  ) => UseQueryOptions<Known>;
}

/** Who asks. */
interface Caller {
  readonly execute: Execute;
  readonly viewer: Viewer;
}

export function overlayOf(items: readonly Planned[], run: Run, catalogue: Catalogue): Overlay {
  const plan = planOf(items, run, catalogue);
  const steps = (all: readonly Step[]): readonly Step[] => asIs(all, plan, catalogue);
  const overlay: Overlay = {
    steps,
    row: (type, key, row) => overlaidRow(type, key, row, plan),
    lists: (asked, lists, known) => overlaid(asked, lists, plan, catalogue, known),
    known: (asked, lists, caller) => knownQuery(overlay, asked, lists, caller),
  };
  return overlay;
}

/** Requests nothing before the lists are loaded, and nothing if the lists contain every wanted object. */
function knownQuery(
  { lists: planned, steps: sent }: Overlay,
  steps: readonly Step[],
  lists: Lists | undefined,
  { execute, viewer }: Caller,
): UseQueryOptions<Known> {
  const wanted = lists === undefined ? [] : planned(steps, lists).wanted;
  return {
    queryKey: [...ROW_KEYS, viewer, "wanted", wanted, steps],
    queryFn: ({ signal }) =>
      knownBy(
        (known) => planned(steps, lists ?? {}, known).wanted,
        (asked) => readLists(execute, sent(asked), signal),
      ),
    enabled: wanted.length > 0,
  };
}
