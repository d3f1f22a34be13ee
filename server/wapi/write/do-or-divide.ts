import type { Tx } from "../../db/database.ts";
import { Refusal } from "../../faults.ts";
import type { WritePlan } from "../plan.ts";
import { passed, passedTogether, type GoingOn } from "./go-on.ts";
import { isOfStep } from "./sql-error.ts";
import type { Done } from "./stages.ts";
import { divisionOf } from "./steps-of-error.ts";

/** Ways to do steps and to roll them back. */
export interface Attempt extends GoingOn {
  /** Notes the present state of the session. The returned function restores that state after the database has rolled back. */
  mark(): () => void;
  /** Does the steps as batches. A trial stops before the first batch with rows that the database refuses (`RefusedInTrial`). */
  together(plans: readonly WritePlan[], tx: Tx, isTrial: boolean): Promise<readonly Done[]>;
  /** The refusal of the only step of a run. */
  refusalOf(error: unknown, step: WritePlan, tx: Tx): Promise<unknown>;
}

/** Number of divisions before a suspected step. Later divisions are in halves. */
const GUESSES = 3;

/**
 * Does the steps as batches. If that fails, divides them and does both parts separately, until the failing step is found and all steps before it are
 * done. Every division gives the same result; a division before the suspected step finds the failing step at once.
 */
export async function doOrDivide(
  plans: readonly WritePlan[],
  tx: Tx,
  attempt: Attempt,
  guesses = GUESSES,
): Promise<readonly Done[]> {
  const [first] = plans;
  if (first === undefined) return [];
  const back = attempt.mark();
  try {
    return await tx.nested((inner) => attempt.together(plans, inner, false));
  } catch (error) {
    if (!(error instanceof Refusal || isOfStep(error))) throw error;
    if (plans.length === 1) return passed(await attempt.refusalOf(error, first, tx), attempt);
    back();
    const rest = passedTogether(error, plans, attempt);
    if (rest !== null) return doOrDivide(rest, tx, attempt, guesses);
    const done = await doWithoutRefused(error, plans, tx, attempt);
    return done ?? doDivided(error, plans, tx, attempt, guesses);
  }
}

/**
 * For a call that reports all faults. It first does the steps whose rows the database accepts, and then each other step separately, to learn why the
 * database refuses it. Null if a trial does not find the refused steps.
 */
async function doWithoutRefused(
  error: unknown,
  plans: readonly WritePlan[],
  tx: Tx,
  attempt: Attempt,
): Promise<readonly Done[] | null> {
  if (!attempt.context.allFaults || !isOfStep(error)) return null;
  const found = await trialOf(plans, tx, attempt);
  if (found.size === 0) return null;
  const back = attempt.mark();
  try {
    return await tx.nested(async (inner) => {
      const rest = plans.filter((plan) => !found.has(plan));
      const done = await doOrDivide(rest, inner, attempt);
      for (const plan of found)
        if ((await doOrDivide([plan], inner, attempt)).length > 0) throw new NotRefused();
      return done;
    });
  } catch (end) {
    if (!(end instanceof NotRefused)) throw end;
    back();
    return null;
  }
}

/** The trial refused the row of a step, but the step itself succeeded. */
class NotRefused extends Error {}

/** The steps whose rows the database refuses in the first batch with such rows. */
async function trialOf(
  plans: readonly WritePlan[],
  tx: Tx,
  attempt: Attempt,
): Promise<ReadonlySet<WritePlan>> {
  const back = attempt.mark();
  try {
    await tx.nested(async (inner) => {
      await attempt.together(plans, inner, true);
      throw new RefusedInTrial([]);
    });
  } catch (error) {
    back();
    if (error instanceof RefusedInTrial) return error.plans;
    if (!(error instanceof Refusal || isOfStep(error))) throw error;
  }
  return new Set();
}

/** The end of a trial: the database refuses the rows of these steps. */
export class RefusedInTrial extends Error {
  override readonly name = "RefusedInTrial";
  readonly plans: ReadonlySet<WritePlan>;

  constructor(plans: readonly WritePlan[]) {
    super("rows were refused in a trial");
    this.plans = new Set(plans);
  }
}

async function doDivided(
  error: unknown,
  plans: readonly WritePlan[],
  tx: Tx,
  attempt: Attempt,
  guesses: number,
): Promise<readonly Done[]> {
  const { at, isExact } = divisionOf(error, plans);
  if (isExact && guesses > 0) {
    const before = await doOrDivide(plans.slice(0, at), tx, attempt, guesses - 1);
    const suspected = await doOrDivide(plans.slice(at, at + 1), tx, attempt);
    return [...before, ...suspected, ...(await doOrDivide(plans.slice(at + 1), tx, attempt, guesses - 1))];
  }
  const half = isExact ? Math.ceil(plans.length / 2) : at;
  const before = await doOrDivide(plans.slice(0, half), tx, attempt, guesses);
  return [...before, ...(await doOrDivide(plans.slice(half), tx, attempt, guesses))];
}
