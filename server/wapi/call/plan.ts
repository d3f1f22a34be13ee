import { LIMITS } from "#contract/limits";
import { isObject, type Json } from "#contract/wire/json";
import { stepNames } from "#contract/step-names";
import type { Catalogue } from "../../catalogue/object-type.ts";
import { Refusal, refuse } from "../../faults.ts";
import { parseStep } from "./parse.ts";
import type { Grammar, ParsedStep } from "../step.ts";
import type { Plan, SinglePlan, WritePlan } from "../plan.ts";
import { planList } from "../list/plan.ts";
import { planMetadata } from "../list/metadata.ts";
import { planRefs } from "./refs.ts";
import { planBulk, planWrite } from "../write/plan.ts";
import { createBudget, type Budget } from "./executions.ts";
import { behaviourOf } from "../behaviour.ts";
import { withSets } from "../write/references.ts";
import { joined, MOST_FAULTS } from "../faults-together.ts";

/**
 * Plans all steps in order. Everything that can be refused without a connection is refused here (wire contract 1.7). `scope` is the place of filters:
 * `old`, or the query of a GET.
 */
export function planSteps(
  body: Json,
  catalogue: Catalogue,
  scope: "old" | "query" = "old",
  grammar?: Grammar,
): readonly Plan[] {
  const work = planning(body, catalogue, scope, grammar === undefined ? {} : { grammar });
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Options of planning. */
export interface Planning {
  /** A refusal includes those of later steps. */
  readonly allFaults?: boolean;
  readonly grammar?: Grammar;
  /** A call with more executions belongs elsewhere. */
  readonly executionsHere?: number;
}

/** The same, with a pause after each step (`inPieces`). */
export function* planning(
  body: Json,
  catalogue: Catalogue,
  scope: "old" | "query",
  how: Planning = {},
): Generator<undefined, readonly Plan[]> {
  const steps = stepsIn(body);
  const names = stepNames(steps);
  const reading = { names, catalogue, ...how };
  const plans: Plan[] = [];
  const budget = createBudget([], how.executionsHere);
  const refused: Refusal[] = [];
  for (const [position, step] of steps.entries()) {
    try {
      const parsed = parseStep(step, position, reading);
      if (refused.length > 0 && leadsBack(parsed)) continue;
      plans.push(yield* planStep(parsed, plans, scope, budget));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const at = { idx: names.keyOf(position), position, name: nameIn(step), execution: 0 };
      refused.push(error.atStatement(at));
      if (how.allFaults !== true || refused.length === MOST_FAULTS) break;
    }
    yield;
  }
  const refusal = joined(refused);
  if (refusal !== null) throw refusal;
  return plans;
}

function stepsIn(body: Json): readonly Json[] {
  if (!Array.isArray(body)) throw refuse("malformed_json", { position: null });
  const steps: readonly Json[] = body;
  if (steps.length <= LIMITS.steps) return steps;
  throw refuse("too_many_steps", { limit: LIMITS.steps, found: steps.length });
}

function nameIn(step: Json): string {
  return isObject(step) && typeof step["name"] === "string" ? step["name"] : "";
}

/** Whether the step depends on earlier steps. It cannot be checked if one of them has no plan. */
function leadsBack({ refs, joins }: ParsedStep): boolean {
  return refs.length + joins.length > 0;
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
    case "bulk_update": {
      const refs = step.refs.filter((ref) => ref.scope === "old");
      return planBulk(step, planList({ ...step, refs }, before, scope));
    }
    default:
      return shaped(planWrite(step), step);
  }
}

/**
 * The parameters in their final form: sets are ordered, and the behaviour of the type converts the rest. If rows give values of the step, this is
 * done when the rows are known.
 */
function shaped(plan: WritePlan, { refs }: ParsedStep): WritePlan {
  if (refs.length > 0) return plan;
  const sorted = withSets(plan);
  return behaviourOf(plan.type).shape?.(sorted) ?? sorted;
}
