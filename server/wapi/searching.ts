import type { Condition } from "../sql/filter.ts";
import type { ListPlan } from "./plan.ts";

/** The step runs a regular expression of the client: only under a time limit of its own. */
export function searches(plan: ListPlan): boolean {
  return plan.conditions.some(hasRegexp);
}

function hasRegexp(condition: Condition): boolean {
  switch (condition.kind) {
    case "attribute":
      return condition.operator.startsWith("regexp");
    case "all":
    case "any":
      return condition.of.some(hasRegexp);
    case "not":
      return hasRegexp(condition.of);
    default:
      return false;
  }
}
