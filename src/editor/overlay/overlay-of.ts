import type { Params, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { asIs } from "#core/txlist/overlay/as-is";
import { overlaid, overlaidRow, type Overlaid } from "#core/txlist/overlay/overlay";
import { planOf } from "#core/txlist/overlay/plan-of-run";
import type { Planned } from "#core/txlist/planned";
import type { Run } from "#core/txlist/run";

/** What a list plans, for steps and their lists. */
export interface Overlay {
  /** The steps with names that the server knows. */
  readonly steps: (steps: readonly Step[]) => readonly Step[];
  /** The row of an object; null if there is none, or if it goes. */
  readonly row: (type: ObjectTypeMeta, key: Params, row: Row | null) => Row | null;
  readonly lists: (steps: readonly Step[], lists: Lists) => Overlaid;
}

export function overlayOf(items: readonly Planned[], run: Run, catalogue: Catalogue): Overlay {
  const plan = planOf(items, run, catalogue);
  return {
    steps: (steps) => asIs(steps, plan, catalogue),
    row: (type, key, row) => overlaidRow(type, key, row, plan),
    lists: (steps, lists) => overlaid(steps, lists, plan, catalogue),
  };
}
