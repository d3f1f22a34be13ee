import { Refusal } from "../../faults.ts";
import type { WritePlan } from "../plan.ts";

/** For each error, the positions of the steps that it may concern. */
const stepsOf = new WeakMap<Error, readonly number[]>();

/** Notes with an error the steps that it may concern. The first note stays, because it comes from the code that knows the steps best. */
export function noteSteps(error: unknown, plans: readonly Pick<WritePlan, "position">[]): unknown {
  const positions = plans.map(({ position }) => position);
  if (error instanceof Error && !stepsOf.has(error)) stepsOf.set(error, positions);
  return error;
}

/** Refusals that one check found together, by the positions of their steps. The first refusal is the key. */
const others = new WeakMap<Error, ReadonlyMap<number, Refusal>>();

/** All refusals that were found together with this one. The list is empty if there is no other. */
export function refusedWith(error: unknown): ReadonlyMap<number, Refusal> {
  return (error instanceof Error ? others.get(error) : undefined) ?? new Map();
}

/** Answers the first of several refusals. Each of them holds whatever the other steps are. */
export function firstRefusal(
  refused: readonly { readonly plan: WritePlan; readonly refusal: Refusal }[],
): unknown {
  const [first] = refused;
  if (first === undefined) return null;
  others.set(first.refusal, new Map(refused.map(({ plan, refusal }) => [plan.position, refusal])));
  return noteSteps(first.refusal, [first.plan]);
}

/** Checks each step independently of the others. Refuses the first faulty step, together with all others that are faulty. */
export function refuseEach<T extends { readonly plan: WritePlan }>(
  steps: readonly T[],
  refusalOf: (step: T) => Refusal | null,
): void {
  const refused = steps.flatMap((step) => {
    const refusal = refusalOf(step);
    return refusal === null ? [] : [{ plan: step.plan, refusal }];
  });
  if (refused.length > 0) throw firstRefusal(refused);
}

/** Checks each step with a check that throws, and refuses all faulty steps together. */
export function checkEach<T extends { readonly plan: WritePlan }>(
  steps: readonly T[],
  check: (step: T) => void,
): void {
  refuseEach(steps, (step) => {
    try {
      check(step);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw noteSteps(error, [step.plan]);
    }
  });
}

/** The best place to divide a failed run: before the suspected step, or in the middle of all steps up to the last suspect. */
export function divisionOf(
  error: unknown,
  plans: readonly WritePlan[],
): { readonly at: number; readonly isExact: boolean } {
  const positions = new Set(error instanceof Error ? stepsOf.get(error) : []);
  const last = plans.findLastIndex(({ position }) => positions.has(position));
  if (positions.size === 1 && last >= 0) return { at: last, isExact: true };
  return { at: Math.ceil((last < 0 ? plans.length : last + 1) / 2), isExact: false };
}
