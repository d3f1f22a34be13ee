import { idInGpk } from "../../catalogue/gpk.ts";
import type { Tx } from "../../db/database.ts";
import { runExecutions } from "../list/executions.ts";
import {
  literalRows,
  wholeOf,
  type ListPlan,
  type Plan,
  type RefPlan,
  type SinglePlan,
  type WritePlan,
} from "../plan.ts";
import { inPieces } from "../pieces.ts";
import { createBudget, executionsOf, type Budget } from "./executions.ts";
import { foreseenExecutions, writesIn, writtenAsForeseen } from "./foreseen-steps.ts";
import { createForesight, type Foresight } from "./foresight.ts";
import { anyUpdate, heldRows, runBulk, WRITES_TOGETHER } from "./bulk-update.ts";
import type { RunContext } from "./context.ts";
import { writingOn, type Writing } from "./listing.ts";
import { rowsIn, runEqual, runList, sharing, type DoneStep, type ListRun } from "../list/one-list.ts";
import { listOf, type StepResult } from "../list/one-statement.ts";
import type { WriteSession } from "../write/open.ts";

/** Records that a call writes about itself. A list of these shows the steps before the list (wire contract 3.6). */
const RECORDS: ReadonlySet<string> = new Set(["wapi.transaction", "wapi.change_log"]);

/** Steps one after the other in the given order. `writing` is given if some of them write. */
export async function runEach(
  plans: readonly Plan[],
  tx: Tx,
  context: RunContext,
  writing: Writing | null = null,
): Promise<readonly StepResult[]> {
  const { session, query } = writingOn(tx, writing);
  const state: State = {
    plans,
    run: { whole: wholeOf(plans), before: new Map(), query, context, reserves: session !== null },
    actor: () => session?.actor() ?? context.actor,
    session,
    budget: createBudget(plans, context.executionsHere),
    results: [],
    waiting: [],
    waitingCount: 0,
    foresight: session === null ? null : createForesight(plans, session.draw),
  };
  for (const [at, plan] of plans.entries()) {
    // The list was read together with an equal list before it.
    if (at < state.results.length) continue;
    context.report?.(state.results.length);
    await take(plan, state);
    if (state.waitingCount >= WRITES_TOGETHER) await flush(state);
  }
  await flush(state);
  context.report?.(state.results.length);
  return state.results;
}

interface State {
  readonly plans: readonly Plan[];
  readonly run: Omit<ListRun, "actor">;
  readonly actor: () => ListRun["actor"];
  readonly session: WriteSession | null;
  readonly budget: Budget;
  readonly results: StepResult[];
  /** Writing steps that are collected and not yet executed. */
  waiting: { readonly plan: Plan; readonly executions: readonly WritePlan[] }[];
  waitingCount: number;
  /** Null if every step uses the real rows: in a call that only reads, and after a wrong prediction. */
  foresight: Foresight | null;
}

async function take(plan: Plan, state: State): Promise<void> {
  switch (plan.kind) {
    case "list":
      await flush(state);
      return takeList(plan, state);
    case "bulk":
      await flush(state);
      await done(plan, await runBulk(plan, listRun(state), sessionOf(state)), state);
      return;
    case "ref":
      return takeExecutions(plan, state);
    default:
      wait(plan, [plan], state);
  }
}

/** A list, with equal neighbouring ones that share its rows. Everything before it is executed first. */
async function takeList(plan: ListPlan, state: State): Promise<void> {
  if (RECORDS.has(plan.type.name)) await state.session?.record();
  const run = listRun(state);
  const equal = sharing(plan, state.plans, state.results.length + 1, run);
  if (equal.length > 1) state.results.push(...(await runEqual(equal, run)));
  else state.results.push(await held(plan, state, () => runList(plan, run)));
}

function wait(plan: Plan, executions: readonly WritePlan[], state: State): void {
  state.foresight?.wait(plan.position, executions);
  state.waiting.push({ plan, executions });
  state.waitingCount += executions.length;
}

async function takeExecutions(plan: RefPlan, state: State): Promise<void> {
  const { kind, type } = plan.pattern;
  const { budget, foresight } = state;
  const known = (position: number): DoneStep["rows"] | undefined => knownRows(position, state);
  const foreseen = await foreseenExecutions(plan, { budget, foresight, known });
  if (foreseen !== null) return wait(plan, foreseen, state);
  if (plan.executions === null || kind === "list" || kind === "bulk") await flush(state);
  const executions =
    plan.executions ??
    (await inPieces(executionsOf(plan, (position) => rowsAt(position, state), state.budget)));
  if (executions.length === 0) refuseAtAll(plan, state);
  if (RECORDS.has(type.name)) await state.session?.record();
  await doExecutions(plan, executions, state);
}

async function doExecutions(plan: RefPlan, executions: readonly SinglePlan[], state: State): Promise<void> {
  const lists = executions.filter((one) => one.kind === "list");
  if (plan.pattern.kind === "list")
    state.results.push(await held(plan, state, () => runExecutions(plan, lists, listRun(state))));
  else if (plan.pattern.kind === "bulk") await changed(plan, executions, state);
  else wait(plan, writesIn(executions), state);
}

/** Reads a list, and locks its rows if later steps of the call change them. */
async function held(plan: Plan, state: State, read: () => Promise<StepResult>): Promise<StepResult> {
  const { whole, before } = state.run;
  if (!whole.changed.has(plan.position)) return read();
  const { result } = await heldRows(plan, state.run, async () => {
    const result = await read();
    return { result, ids: idsIn(before.get(plan.position)?.rows ?? [], plan.type) };
  });
  return result;
}

async function changed(plan: RefPlan, executions: readonly SinglePlan[], state: State): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const one of executions)
    if (one.kind === "bulk") rows.push(await runBulk(one, listRun(state), sessionOf(state)));
  await done(plan, rows.flat(), state);
}

/** A writing step without rows is also refused if the account may not write at all. */
function refuseAtAll({ pattern }: RefPlan, state: State): void {
  if (pattern.kind === "list") return;
  sessionOf(state).refuse(pattern.kind === "bulk" ? anyUpdate(pattern) : pattern);
}

async function flush(state: State): Promise<void> {
  const { waiting, foresight } = state;
  if (waiting.length === 0) return;
  state.waiting = [];
  state.waitingCount = 0;
  const all = waiting.flatMap(({ executions }) => executions);
  const rows = await writtenAsForeseen(all, sessionOf(state), foresight);
  foresight?.clear();
  if (rows === null) return takeAgain(waiting, state);
  let at = 0;
  for (const { plan, executions } of waiting) {
    await done(plan, rows.slice(at, at + executions.length).flat(), state);
    at += executions.length;
  }
}

/** Executes the same steps with the real rows. Their executions are already counted. */
async function takeAgain(waiting: State["waiting"], state: State): Promise<void> {
  const exact: State = { ...state, waiting: [], waitingCount: 0, foresight: null, budget: UNLIMITED };
  for (const { plan } of waiting) await take(plan, exact);
  await flush(exact);
}

const UNLIMITED: Budget = { take: () => undefined, expect: () => undefined };

/** Keeps the result of a writing step, and its rows if later steps need them. */
async function done(plan: Plan, rows: readonly string[], state: State): Promise<void> {
  const { whole, before, context } = state.run;
  await context.kept?.take(rows.reduce((sum, { length }) => sum + length, 0));
  state.results.push({ key: plan.key, rows: listOf(rows), rowCount: rows.length, translations: null });
  if (!whole.joined.has(plan.position) && !whole.taken.has(plan.position)) return;
  const taken = await rowsIn(rows);
  before.set(plan.position, { type: plan.type, ids: idsIn(taken, plan.type), rows: taken });
}

function idsIn(rows: DoneStep["rows"], type: DoneStep["type"]): readonly string[] {
  return rows.flatMap(({ gpk }) => idInGpk(gpk, type) ?? []);
}

function knownRows(position: number, { plans, run }: State): DoneStep["rows"] | undefined {
  return literalRows(plans[position]) ?? run.before.get(position)?.rows;
}

function rowsAt(position: number, state: State): DoneStep["rows"] {
  const rows = knownRows(position, state);
  if (rows === undefined) throw new Error(`step ${String(position)} has no result`);
  return rows;
}

function listRun(state: State): ListRun {
  return { ...state.run, actor: state.actor() };
}

function sessionOf({ session }: State): WriteSession {
  if (session === null) throw new Error("a call that only reads has a writing step");
  return session;
}
