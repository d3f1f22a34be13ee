import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import type { Tx } from "../db/database.ts";
import { Refusal, refuse, type FaultName } from "../faults.ts";
import { faultOfSql } from "../sql/fault.ts";
import { statementOf, type ListPlan, type Plan } from "./plan.ts";
import type { RunContext } from "./run-context.ts";
import { runShort, runTogether, type StepResult } from "./run-lists.ts";
import { searches } from "./searching.ts";
import { mayBeLong, ONE_TEXT, probeOf, streamAnswer } from "./stream.ts";
import { wholeOf } from "./whole.ts";

/** Results of all steps, or the text of the whole answer while it is read. */
export type Outcome =
  | { readonly kind: "results"; readonly results: readonly StepResult[] }
  | { readonly kind: "stream"; readonly texts: AsyncIterable<Buffer> };

/** Lists that go into one statement; more are asked for one by one in one snapshot. */
const ONE_STATEMENT = 40;

/** The plans of a call that only lists, few enough for one statement; null for others. */
export function listsTogether(plans: readonly Plan[]): readonly ListPlan[] | null {
  const lists = plans.filter((plan) => plan.kind === "list");
  return lists.length === plans.length && lists.length <= ONE_STATEMENT ? lists : null;
}

/** Runs lists of which one may be long: an answer with a long one is sent while it is read. */
export async function readLong(
  lists: readonly ListPlan[],
  dictMode: boolean,
  context: RunContext,
): Promise<Outcome> {
  try {
    const results = await shortResults(lists, context);
    if (results !== null) return { kind: "results", results };
    return { kind: "stream", texts: await streamAnswer(lists, dictMode, context) };
  } catch (error) {
    throw refusalOf(error, lists, context);
  }
}

/** Results if no list is long. A list by itself is cut, so that its first rows are looked for; those that are joined are found whole. */
async function shortResults(
  lists: readonly ListPlan[],
  context: RunContext,
): Promise<readonly StepResult[] | null> {
  const { joined } = wholeOf(lists);
  const isCut = (plan: ListPlan): boolean =>
    mayBeLong(plan) && plan.joins.length === 0 && !joined.has(plan.position);
  const plans = lists.map((plan) => (isCut(plan) ? probeOf(plan) : plan));
  if (!plans.some(searches)) return runShort(plans, ONE_TEXT, context.db, context);
  return readOnly(plans, context, (tx) => runShort(plans, ONE_TEXT, tx, context));
}

/** Runs lists as one statement. */
export async function readShort(
  lists: readonly ListPlan[],
  context: RunContext,
): Promise<readonly StepResult[]> {
  if (!lists.some(searches)) return runTogether(lists, context.db, context);
  return readOnly(lists, context, (tx) => runTogether(lists, tx, context));
}

/** One snapshot; with expressions of the client each statement has to be quick. */
export function readOnly<T>(
  lists: readonly ListPlan[],
  context: RunContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const statementTimeout = lists.some(searches) ? LIMITS.searchTime : LIMITS.callTime;
  return context.db.transaction(
    { mode: "read only", statementTimeout, dryRun: false, ...signalOf(context) },
    work,
  );
}

/** The signal as an option, where there is one. */
export function signalOf({ signal }: { readonly signal?: CancelSignal }): { signal?: CancelSignal } {
  return signal === undefined ? {} : { signal };
}

/** The refusal behind an error of PostgreSQL; what is wrong with an expression belongs to the step that searches. */
export function refusalOf(
  error: unknown,
  lists: readonly ListPlan[],
  { catalogue }: Pick<RunContext, "catalogue">,
  isReading = true,
): unknown {
  if (error instanceof Refusal) return error;
  const refusal = faultOfSql(error, catalogue);
  const searching = lists.find(searches);
  const own = searching === undefined ? null : refusalOfSearch(refusal?.fault, isReading);
  if (searching === undefined || own === null) return refusal ?? error;
  return (own === "same" ? refusal : own)?.atStatement(statementOf(searching));
}

/** What is told at a step that searches: the fault itself, another one, or nothing of its own. */
function refusalOfSearch(fault: FaultName | undefined, isReading: boolean): Refusal | "same" | null {
  if (fault === "bad_format") return "same";
  return fault === "time_limit" && isReading ? searchTooLong() : null;
}

/** Another limit than that of calls, so that it is told which one and why. */
function searchTooLong(): Refusal {
  const seconds = LIMITS.searchTime / 1000;
  const hint = {
    de: "Machen Sie den Ausdruck genauer (drei Buchstaben oder Ziffern, die fest stehen), oder filtern Sie ohne ihn.",
    en: "Make the expression more exact (three letters or digits that are fixed), or filter without it.",
  };
  return refuse("time_limit", { limit_s: seconds }, undefined, hint).because({
    de: `Eine Liste mit regulärem Ausdruck hat ${String(seconds)} Sekunden bis zu ihrer ersten Zeile; so lange hat dieser gesucht.`,
    en: `A list with a regular expression has ${String(seconds)} seconds until its first row; this one searched for that long.`,
  });
}
