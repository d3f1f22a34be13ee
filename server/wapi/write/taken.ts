import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { idsByKey, keyTuple } from "./locate.ts";
import type { Allowed, WriteRun } from "./stages.ts";
import { eachAlone } from "./suspect.ts";
import { TAKEN_UNSEEN, unseenKeys } from "./unseen.ts";

/**
 * Refuses all new objects whose keys are taken at once, if the call tells all faults. The database would name them one by one; it remains the
 * guard.
 */
export async function refuseTaken(run: WriteRun, type: ObjectType, steps: readonly Allowed[]): Promise<void> {
  if (!run.context.allFaults) return;
  const asked = steps.flatMap((step) => {
    const key = keyTuple(type, step.given);
    return key === null || key.includes(null) ? [] : [{ plan: step.plan, key }];
  });
  if (asked.length < 2) return;
  const ids = await idsByKey(
    run,
    type,
    asked.map(({ key }) => key),
  );
  const taken = asked.filter((_, at) => ids[at] !== null);
  const unseen = await unseenKeys(
    run,
    type,
    taken.map(({ key }) => key),
  );
  eachAlone(taken, ({ key }) => {
    const place = { object_fq_name: type.name, attribute_list: type.spec.key, value_list: key };
    const hint = unseen.has(JSON.stringify(key)) ? TAKEN_UNSEEN : undefined;
    return refuse("unique_violation", place, undefined, hint);
  });
}
