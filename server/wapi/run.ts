import { isWriting, type Plan } from "./plan.ts";
import type { RunContext } from "./run-context.ts";
import type { StepResult } from "./run-lists.ts";
import {
  longLists,
  ONE_STATEMENT,
  readLong,
  readOnly,
  readShort,
  refusalOf,
  type Outcome,
} from "./run-reads.ts";
import { runEach, runMixed } from "./run-steps.ts";

/** Runs planned steps; long lists of a call that only reads come as a stream. */
export async function runOrStream(
  plans: readonly Plan[],
  dictMode: boolean,
  context: RunContext,
): Promise<Outcome> {
  const long = longLists(plans);
  if (long !== null) return readLong(long, dictMode, context);
  return { kind: "results", results: await runPlans(plans, context) };
}

/** Runs planned steps in order, all or none. */
export async function runPlans(plans: readonly Plan[], context: RunContext): Promise<readonly StepResult[]> {
  if (plans.length === 0) return [];
  const lists = plans.filter((plan) => plan.kind === "list");
  const isOne = lists.length === plans.length && lists.length <= ONE_STATEMENT;
  try {
    if (plans.some(isWriting)) return await runMixed(plans, context);
    if (isOne) return await readShort(lists, context);
    return await readOnly(lists, context, (tx) => runEach(plans, tx, context));
  } catch (error) {
    throw refusalOf(error, lists, context);
  }
}
