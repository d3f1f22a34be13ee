import { LIMITS } from "#contract/limits";
import { isObject, type Json } from "#contract/wire/json";
import { stepNames } from "#contract/step-names";
import type { Catalogue } from "../../catalogue/object-type.ts";
import { Refusal, refuse } from "../../faults.ts";
import { parseStep } from "./parse.ts";
import type { ParsedStep } from "../step.ts";
import type { Plan, SinglePlan, WritePlan } from "../plan.ts";
import { planList } from "../list/plan.ts";
import { planMetadata } from "../list/metadata.ts";
import { planRefs } from "./refs.ts";
import { planBulk, planWrite } from "../write/plan.ts";
import { createBudget, type Budget } from "./executions.ts";
import { behaviourOf } from "../behaviour.ts";
import { withSets } from "../write/references.ts";

/**
 * Plans all steps in order: everything that can be refused without a connection is refused here (wire contract 1.7). `scope` is where filters
 * stood: in `old`, or in the query of a GET.
 */
export function planSteps(body: Json, catalogue: Catalogue, scope: "old" | "query" = "old"): readonly Plan[] {
  const work = planning(body, catalogue, scope);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** The same, with a pause after each step (`inPieces`). */
export function* planning(
  body: Json,
  catalogue: Catalogue,
  scope: "old" | "query",
): Generator<undefined, readonly Plan[]> {
  if (!Array.isArray(body)) throw refuse("malformed_json", { position: null });
  const steps: readonly Json[] = body;
  if (steps.length > LIMITS.steps)
    throw refuse("too_many_steps", { limit: LIMITS.steps, found: steps.length });
  const names = stepNames(steps);
  const plans: Plan[] = [];
  const budget = createBudget();
  for (const [position, step] of steps.entries()) {
    try {
      plans.push(yield* planStep(parseStep(step, position, names, catalogue), plans, scope, budget));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const name = isObject(step) && typeof step["name"] === "string" ? step["name"] : "";
      throw error.atStatement({ idx: names.keyOf(position), position, name, execution: 0 });
    }
    yield;
  }
  return plans;
}

function* planStep(
  parsed: ParsedStep,
  before: readonly Plan[],
  scope: "old" | "query",
  budget: Budget,
): Generator<undefined, Plan> {
  const single = (step: ParsedStep): SinglePlan => planSingle(step, before, scope);
  return parsed.refs.length === 0 ? single(parsed) : yield* planRefs(parsed, before, single, budget);
}

function planSingle(step: ParsedStep, before: readonly Plan[], scope: "old" | "query"): SinglePlan {
  switch (step.fn) {
    case "list":
      return planList(step, before, scope);
    case "metadata":
      return planMetadata(step, scope);
    case "bulk_update":
      return planBulk(
        step,
        planList({ ...step, refs: step.refs.filter((ref) => ref.scope === "old") }, before, scope),
      );
    default:
      return shaped(planWrite(step), step);
  }
}

/**
 * The parameters in their last form: sets in order, and what the behaviour of the type says of the form. Those of a step whose values rows give
 * are formed when these are known.
 */
function shaped(plan: WritePlan, { refs }: ParsedStep): WritePlan {
  if (refs.length > 0) return plan;
  const sorted = withSets(plan);
  return behaviourOf(plan.type).shape?.(sorted) ?? sorted;
}
