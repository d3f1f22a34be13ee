import { behaviourOf } from "../behaviour.ts";
import { isRelated, isWriting, type ListPlan, type Plan, type RefPlan, type SinglePlan } from "../plan.ts";
import type { StepResult } from "../list/one-statement.ts";
import { intentsOf } from "../write/intent.ts";
import { locksTreeAlone } from "../write/locks.ts";
import type { Convoy } from "../write/stages.ts";
import type { RunContext } from "./context.ts";
import type { Outcome } from "./outcome.ts";
import type { ExecutorOptions } from "./query.ts";

/** A call that may be executed in one transaction with others. */
export interface Traveller {
  readonly plans: readonly Plan[];
  readonly options: ExecutorOptions;
  readonly run: RunContext;
  /** Executes the call alone. */
  readonly alone: () => Promise<Outcome>;
  /** Called when the call is executed with others. */
  readonly over: () => void;
}

/** Bounds of a call that is small enough. */
const [STEPS, ROWS] = [8, 10];

/** Whether the call only takes rows that are given once and creates objects with them, without giving rights and without moving anything. */
export function fitsConvoy({ plans, options, run }: Traveller): boolean {
  if (isSpecial(options) || run.rollsBack || plans.length > STEPS) return false;
  // If the rights were read at several moments, each call reads them again.
  if (run.actor.standing === null || run.actor.standing === "") return false;
  return plans.some(isWriting) && plans.every(isSmall) && !locksTreeAlone(intentsOf(plans));
}

/** Whether the call asks for more than its rows, or must not run beside others. */
function isSpecial({ dictMode, dryRun, serviceMode, allFaults, callId }: ExecutorOptions): boolean {
  return dictMode || dryRun || serviceMode || allFaults || callId !== null;
}

function isSmall(plan: Plan): boolean {
  if (plan.kind === "list") return handsOutFew(plan);
  if (plan.kind !== "ref") return createsObject(plan);
  return createsObject(plan.pattern) && (plan.executions?.length ?? 0) <= ROWS;
}

function handsOutFew(plan: ListPlan): boolean {
  if (behaviourOf(plan.type).rows?.handsOut !== true || isRelated(plan)) return false;
  return plan.limit !== null && plan.limit <= ROWS;
}

function createsObject({ kind, type }: SinglePlan): boolean {
  return kind === "create" && type.spec.givesRights === undefined;
}

/** The same text for all calls of one account, by one token and with the same rights, that have the same functions in the same order. */
export function kindOf({ plans, run: { actor } }: Traveller): string {
  const functions = plans.map(({ kind, type }) => `${kind} ${type.name}`);
  return JSON.stringify([actor.token, actor.account, actor.standing, ...functions]);
}

/**
 * The steps of all calls: the first step of each, then the second of each, and so on. Null if all calls together would delay other
 * writers, although none of them would alone.
 */
export function plansOf(
  calls: readonly Traveller[],
): { readonly all: readonly Plan[]; readonly convoy: Convoy } | null {
  const { length } = calls;
  const all: Plan[] = [];
  for (let step = 0; step < (calls[0]?.plans.length ?? 0); step++)
    for (const [call, { plans }] of calls.entries()) {
      const plan = plans[step];
      if (plan !== undefined) all.push(moved(plan, (position) => position * length + call));
    }
  if (length < 2 || locksTreeAlone(intentsOf(all))) return null;
  const heads = calls.map(({ plans, run: { steps } }) => ({
    intents: intentsOf(plans),
    steps,
    stepCount: plans.length,
  }));
  return { all, convoy: { calls: heads, callOf: (position) => Math.floor(position) % length } };
}

/** Results of each call in the order of its steps. */
export function resultsOf(results: readonly StepResult[], calls: number): readonly (readonly StepResult[])[] {
  return Array.from({ length: calls }, (_, call) => results.filter((__, at) => at % calls === call));
}

type To = (position: number) => number;

/** The same step at another position, with its references to other steps at their new positions. */
function moved(plan: Plan, to: To): Plan {
  return plan.kind === "ref" ? movedRef(plan, to) : movedSingle(plan, to);
}

function movedSingle<T extends SinglePlan>(plan: T, to: To): T {
  const step = Math.floor(plan.position);
  return { ...plan, position: to(step) + plan.position - step };
}

function movedRef(plan: RefPlan, to: To): RefPlan {
  return {
    ...plan,
    position: to(plan.position),
    refs: plan.refs.map((ref) => ({ ...ref, position: to(ref.position) })),
    pattern: movedSingle(plan.pattern, to),
    executions: plan.executions?.map((one) => movedSingle(one, to)) ?? null,
    execution: (given, number, of) => movedSingle(plan.execution(given, number, of), to),
  };
}
