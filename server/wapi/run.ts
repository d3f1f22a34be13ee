import { isWriting, type Plan } from "./plan.ts";
import type { RunContext } from "./run-context.ts";
import type { StepResult } from "./run-lists.ts";
import { listsTogether, readLong, readOnly, readShort, refusalOf, type Outcome } from "./run-reads.ts";
import { runEach, runMixed } from "./run-steps.ts";
import { mayBeLong } from "./stream.ts";

/** Runs planned steps; long lists of a call that only reads come as a stream. */
export async function runOrStream(
  plans: readonly Plan[],
  dictMode: boolean,
  context: RunContext,
): Promise<Outcome> {
  const lists = listsTogether(plans);
  if (lists?.some(mayBeLong) === true) return readLong(lists, dictMode, context);
  return { kind: "results", results: await runPlans(plans, context) };
}

/** Runs planned steps in order, all or none. */
export async function runPlans(plans: readonly Plan[], context: RunContext): Promise<readonly StepResult[]> {
  if (plans.length === 0) return [];
  const lists = plans.filter((plan) => plan.kind === "list");
  const together = listsTogether(plans);
  try {
    if (plans.some(isWriting)) return await runMixed(plans, context);
    if (together !== null) return await readShort(together, context);
    return await readOnly(lists, context, (tx) => runEach(plans, tx, context));
  } catch (error) {
    throw refusalOf(error, lists, context, !plans.some(isWriting));
  }
}
