import { Refusal } from "../../faults.ts";
import { joined, MOST_FAULTS } from "../faults-together.ts";
import { statementOf, type WritePlan } from "../plan.ts";
import type { WriteContext } from "./stages.ts";
import { refusedWith } from "./steps-of-error.ts";

export interface GoingOn {
  readonly context: Pick<WriteContext, "allFaults">;
  /** Refusals after which the call continued. */
  readonly refused: Refusal[];
}

/** Continues after a refused step, if the call reports all faults. */
export function passed(error: unknown, { context, refused }: GoingOn): [] {
  if (!context.allFaults || !(error instanceof Refusal)) throw error;
  refused.push(error);
  const all = refused.length === MOST_FAULTS ? joined(refused) : null;
  if (all !== null) throw all;
  return [];
}

/** The remaining steps after one check has refused several, each independently of the others. Null if the check refused fewer than two. */
export function passedTogether(
  error: unknown,
  plans: readonly WritePlan[],
  state: GoingOn,
): readonly WritePlan[] | null {
  const found = refusedWith(error);
  if (!state.context.allFaults || found.size < 2) return null;
  const rest = plans.filter(({ position }) => !found.has(position));
  const first = new Map(plans.toReversed().map((plan) => [plan.position, plan]));
  for (const [position, refusal] of found) {
    const plan = first.get(position);
    if (plan !== undefined) passed(refusal.atStatement(statementOf(plan)), state);
  }
  return rest.length < plans.length ? rest : null;
}
