import type { WritePlan } from "../plan.ts";
import { behaviourOf } from "./behaviour.ts";
import { withSets } from "./references.ts";

/** The parameters in their last form, before any step runs: sets in order, and what the behaviour of the type says of the form. */
export function shapedPlan(plan: WritePlan): WritePlan {
  const shaped = withSets(plan);
  return behaviourOf(plan.type).shape?.(shaped) ?? shaped;
}
