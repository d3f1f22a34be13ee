import { LIMITS } from "#contract/limits";
import type { Query, Tx } from "../../db/database.ts";
import { Refusal, refuse } from "../../faults.ts";
import { faultOfSql } from "../../sql/fault.ts";
import { isRelated, isWriting, statementOf, wholeOf, type ListPlan, type Plan } from "../plan.ts";
import { signalOf, type RunContext } from "./context.ts";
import { runEach, runMixed } from "./in-order.ts";
import { runTogether, type StepResult } from "../list/one-statement.ts";
import { mayBeLong, ONE_TEXT, probeOf, searches, streamAnswer } from "../list/stream.ts";

/** Results of all steps, or the text of the whole answer while it is read. */
export type Outcome =
  | { readonly kind: "results"; readonly results: readonly StepResult[] }
  | { readonly kind: "stream"; readonly texts: AsyncIterable<Buffer> };

/** Runs planned steps; an answer of a call that only reads is sent while it is read if one of its lists is long. */
export async function runOrStream(
  plans: readonly Plan[],
  dictMode: boolean,
  context: RunContext,
): Promise<Outcome> {
  const lists = listsTogether(plans);
  if (lists?.some(mayBeLong) !== true) return { kind: "results", results: await runPlans(plans, context) };
  try {
    const results = await shortResults(lists, context);
    if (results !== null) return { kind: "results", results };
    return { kind: "stream", texts: await streamAnswer(lists, dictMode, context) };
  } catch (error) {
    throw refusalOf(error, lists, context);
  }
}

/** Runs planned steps in order, all or none. */
export async function runPlans(plans: readonly Plan[], context: RunContext): Promise<readonly StepResult[]> {
  if (plans.length === 0) return [];
  const lists = plans.filter((plan) => plan.kind === "list");
  const together = listsTogether(plans);
  try {
    if (plans.some(isWriting)) return await runMixed(plans, context);
    if (together !== null) return await readTogether(together, context, null);
    return await readOnly(lists, context, (tx) => runEach(plans, tx, context));
  } catch (error) {
    throw refusalOf(error, lists, context, !plans.some(isWriting));
  }
}

/** Lists that go into one statement; more are asked for one by one in one snapshot. */
const ONE_STATEMENT = 40;

/** The plans of a call that only lists, few enough for one statement; null for others. */
function listsTogether(plans: readonly Plan[]): readonly ListPlan[] | null {
  const lists = plans.filter((plan) => plan.kind === "list");
  return lists.length === plans.length && lists.length <= ONE_STATEMENT ? lists : null;
}

/** The results if no list is long. A list without joins is cut, so that only its first rows are searched. */
async function shortResults(
  lists: readonly ListPlan[],
  context: RunContext,
): Promise<readonly StepResult[] | null> {
  const { joined } = wholeOf(lists);
  const isCut = (plan: ListPlan): boolean =>
    mayBeLong(plan) && !isRelated(plan) && !joined.has(plan.position);
  const plans = lists.map((plan) => (isCut(plan) ? probeOf(plan) : plan));
  const results = await readTogether(plans, context, ONE_TEXT);
  return results.some(({ rowCount }) => rowCount > ONE_TEXT) ? null : results;
}

function readTogether(
  lists: readonly ListPlan[],
  context: RunContext,
  most: number | null,
): Promise<readonly StepResult[]> {
  const read = (query: Query): Promise<readonly StepResult[]> => runTogether(lists, query, context, most);
  return lists.some(searches) ? readOnly(lists, context, read) : read(context.db);
}

/** Reads in one snapshot. Statements with regular expressions of a client get less time. */
function readOnly<T>(
  lists: readonly ListPlan[],
  context: RunContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const statementTimeout = lists.some(searches) ? LIMITS.searchTime : LIMITS.callTime;
  return context.db.transaction(
    { mode: "read only", statementTimeout, dryRun: false, readsFirst: true, ...signalOf(context) },
    work,
  );
}

/** The refusal behind an error of PostgreSQL. A faulty or slow expression is reported at the step that searches. */
function refusalOf(
  error: unknown,
  lists: readonly ListPlan[],
  { catalogue }: Pick<RunContext, "catalogue">,
  isReading = true,
): unknown {
  if (error instanceof Refusal) return error;
  const refusal = faultOfSql(error, catalogue) ?? error;
  const searching = lists.find(searches);
  if (searching === undefined || !(refusal instanceof Refusal)) return refusal;
  const at = statementOf(searching);
  if (refusal.fault === "bad_format") return refusal.atStatement(at);
  if (refusal.fault !== "time_limit" || !isReading) return refusal;
  // The time limit of searches differs from the limit of calls.
  return refuse("time_limit", { limit_s: LIMITS.searchTime / 1000 }, at).because("searchTooLong");
}
