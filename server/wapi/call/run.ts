import { LIMITS } from "#contract/limits";
import { refuseMoved, RightsMoved } from "../../access/standing.ts";
import type { Query, Tx } from "../../db/database.ts";
import { Refusal, refuse } from "../../faults.ts";
import { faultOfSql } from "../../sql/fault.ts";
import { isRelated, isWriting, statementOf, wholeOf, type ListPlan, type Plan } from "../plan.ts";
import { signalOf, type RunContext } from "./context.ts";
import { runEach } from "./in-order.ts";
import { runMixed } from "./mixed.ts";
import { ONE_STATEMENT, statementsOf } from "../list/groups.ts";
import { halvesOf, type Halves } from "../list/halves.ts";
import {
  isPlannedOnce,
  runTogether,
  type Most,
  type Statement,
  type StepResult,
  type Together,
} from "../list/one-statement.ts";
import {
  expressionsIn,
  mayBeLong,
  ONE_TEXT,
  probeOf,
  searches,
  streamAnswer,
  TEXT_BYTES,
} from "../list/stream.ts";
import { sizeOf } from "./present.ts";
import type { Outcome } from "./outcome.ts";
import { readStatements } from "./read-statements.ts";

/** How often a call is read again because its rights changed just before. */
const MOST_AGAIN = 20;

/** Reading work whose rights belong to the moment of the read. If they changed since the actor was read, it is done again. */
export async function inPresentRights<T>(
  context: RunContext,
  work: (context: RunContext) => Promise<T>,
): Promise<T> {
  let now = context;
  for (let again = 0; ; again++)
    try {
      return await work(now);
    } catch (error) {
      if (!(error instanceof RightsMoved) || context.actorNow === undefined) throw error;
      if (again === MOST_AGAIN) throw refuse("concurrent_change");
      now = { ...context, actor: await context.actorNow() };
    }
}

/** Executes planned steps. A long answer of a call that only lists is sent while it is read. */
export async function runOrStream(
  plans: readonly Plan[],
  dictMode: boolean,
  context: RunContext,
): Promise<Outcome> {
  const lists = onlyLists(plans);
  const statements = lists === null ? null : statementsOf(lists);
  if (lists === null || statements === null)
    return { kind: "results", results: await runPlans(plans, context) };
  if (statements.length > 1) return readInStatements(lists, statements, dictMode, context);
  try {
    const { results, isWhole } = await shortResults(lists, context);
    if (isWhole) return { kind: "results", results };
    return { kind: "stream", texts: await streamAnswer(lists, dictMode, context) };
  } catch (error) {
    throw refusalOf(error, lists, context);
  }
}

/** Executes planned steps in order, all or none. */
export async function runPlans(plans: readonly Plan[], context: RunContext): Promise<readonly StepResult[]> {
  if (plans.length === 0) return [];
  const lists = plans.filter((plan) => plan.kind === "list");
  const together = onlyLists(plans);
  try {
    if (plans.some(isWriting)) return await runMixed(plans, context);
    if (together !== null && together.length <= ONE_STATEMENT) return await wholeResults(together, context);
    return await readOnly(lists, context, async (tx) => {
      context.kept?.again();
      await refuseMoved(tx, context.catalogue, context.actor);
      return runEach(plans, tx, context);
    });
  } catch (error) {
    throw refusalOf(error, lists, context, !plans.some(isWriting));
  }
}

/** The plans of a call that only lists, at least one; null for others. */
function onlyLists(plans: readonly Plan[]): readonly ListPlan[] | null {
  const lists = plans.filter((plan) => plan.kind === "list");
  return lists.length === plans.length && lists.length > 0 ? lists : null;
}

function readInStatements(
  lists: readonly ListPlan[],
  statements: readonly Statement[],
  dictMode: boolean,
  context: RunContext,
): Promise<Outcome> {
  return readStatements({
    statements,
    dictMode,
    context,
    refusalOf: (error) => refusalOf(error, lists, context),
    inSnapshot: (work) =>
      readOnly(lists, context, async (tx) => {
        await refuseExpressions(lists, tx);
        await work(tx);
      }),
  });
}

/** Faulty expressions are refused before the first byte of the answer. */
async function refuseExpressions(lists: readonly ListPlan[], tx: Tx): Promise<void> {
  const expressions = lists.flatMap(({ conditions }) => conditions.flatMap(expressionsIn));
  if (expressions.length > 0)
    await tx.query("select count(*) from unnest($1::text[]) e where '' ~ e", [expressions]);
}

/** The results if they are short. A list without joins is cut, so that only its first rows are searched. */
async function shortResults(lists: readonly ListPlan[], context: RunContext): Promise<Together> {
  const { joined } = wholeOf(lists);
  const isCut = (plan: ListPlan): boolean =>
    mayBeLong(plan) && !isRelated(plan) && !joined.has(plan.position);
  const plans = lists.map((plan) => (isCut(plan) ? probeOf(plan) : plan));
  const rows = lists.some(mayBeLong) ? ONE_TEXT : null;
  return readTogether(plans, context, { rows, bytes: TEXT_BYTES });
}

async function wholeResults(lists: readonly ListPlan[], context: RunContext): Promise<readonly StepResult[]> {
  return (await readTogether(lists, context, { rows: null, bytes: null })).results;
}

function readTogether(plans: readonly ListPlan[], context: RunContext, most: Most): Promise<Together> {
  const read = (query: Query): Promise<Together> => runTogether({ plans }, query, context, most);
  if (!plans.some(searches)) return read(context.db);
  const halves = halvesOf(plans, context.catalogue);
  return halves === null ? readOnly(plans, context, read) : readHalves(plans, halves, context, most);
}

/** The results of the lists by two statements that can be read in parallel. */
async function readHalves(
  plans: readonly ListPlan[],
  [one, other]: Halves,
  context: RunContext,
  most: Most,
): Promise<Together> {
  const whole = wholeOf(plans);
  const reading =
    (half: readonly ListPlan[]) =>
    (query: Query): Promise<Together> =>
      runTogether({ plans: half, whole }, query, context, most);
  const found = await context.db.readBoth(readingOptions(plans, context), reading(one), reading(other));
  const results = [one, other]
    .flatMap((half, n) => half.map(({ position }, at) => ({ position, result: found[n]?.results[at] })))
    .sort((first, second) => first.position - second.position)
    .flatMap(({ result }) => result ?? []);
  const isSmall = most.bytes === null || sizeOf(results) <= most.bytes;
  return { results, isWhole: isSmall && found.every((half) => half.isWhole) };
}

/** Reads in one snapshot. Statements with regular expressions of a client have a shorter time limit. */
function readOnly<T>(
  lists: readonly ListPlan[],
  context: RunContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return context.db.transaction(readingOptions(lists, context), work);
}

function readingOptions(lists: readonly ListPlan[], context: RunContext) {
  const statementTimeout = lists.some(searches) ? LIMITS.searchTime : LIMITS.callTime;
  const plansOnce = lists.every(isPlannedOnce);
  return {
    mode: "read only",
    statementTimeout,
    dryRun: false,
    readsFirst: true,
    plansOnce,
    ...signalOf(context),
  } as const;
}

/** The refusal for an error of PostgreSQL. A faulty or slow expression is reported at the step that searches. */
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
