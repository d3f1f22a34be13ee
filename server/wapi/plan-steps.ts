import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { Refusal, refuse } from "../faults.ts";
import { isObject } from "./json-object.ts";
import { parseStep, type ParsedStep } from "./parse-step.ts";
import type { Plan } from "./plan.ts";
import { planList } from "./plan-list.ts";
import { planMetadata } from "./metadata-step.ts";
import { planWrite } from "./plan-write.ts";
import { stepNames } from "./step-names.ts";

/**
 * Plans all steps in order: everything that can be refused without a connection is refused here (wire contract 1.7). `scope` is where filters
 * stood: in `old`, or in the query of a GET.
 */
export function planSteps(body: Json, catalogue: Catalogue, scope: "old" | "query" = "old"): readonly Plan[] {
  if (!Array.isArray(body)) throw refuse("malformed_json", { position: null });
  const steps: readonly Json[] = body;
  if (steps.length > LIMITS.steps)
    throw refuse("too_many_steps", { limit: LIMITS.steps, found: steps.length });
  const names = stepNames(steps);
  const plans: Plan[] = [];
  const types: ObjectType[] = [];
  for (const [position, step] of steps.entries()) {
    try {
      const plan = planStep(parseStep(step, position, names, catalogue), types, scope);
      plans.push(plan);
      types.push(plan.type);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const name = isObject(step) && typeof step["name"] === "string" ? step["name"] : "";
      throw error.atStatement({ idx: names.keyOf(position), position, name, execution: 0 });
    }
  }
  return plans;
}

function planStep(parsed: ParsedStep, before: readonly ObjectType[], scope: "old" | "query"): Plan {
  if (parsed.fn === "list") return planList(parsed, before, scope);
  return parsed.fn === "metadata" ? planMetadata(parsed, scope) : planWrite(parsed);
}
