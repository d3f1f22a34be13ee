import { setTimeout as pause } from "node:timers/promises";
import { LIMITS } from "#contract/limits";
import { OutcomeUnknown } from "../../db/outcome.ts";
import { faultOfSql } from "../../sql/fault.ts";
import { fitsConvoy, kindOf, plansOf, resultsOf, type Traveller } from "./convoy.ts";
import { runConvoy } from "./mixed.ts";
import type { Outcome } from "./outcome.ts";
import type { Turns } from "./turns.ts";

/** Maximum number of calls of one kind and account that run at the same time; further ones wait. */
const AT_ONCE = 2;
/**
 * Maximum number of calls in one transaction. With twice as many clients, one half gets its answers and sends again while the database works for the
 * other half.
 */
const MOST = 32;
/** Time in ms in which callers that were answered together may send again; otherwise the first of them would go alone. */
const GATHERING = 4;

/** Answers a call. If many of its kind arrive at the same time, it shares one transaction with others of the same account. */
export type Convoys = (call: Traveller) => Promise<Outcome>;

/**
 * Small calls of one account that create objects wait while two of their kind run. The waiting calls are then executed in one transaction, each with
 * its own answer and record. So addresses are searched, positions locked and rows written once for all of them. If anything is refused, everything is
 * rolled back and each call is executed alone, so its answer does not depend on the others.
 */
export function createConvoys(turns: Turns): Convoys {
  const persons = new Map<string, Person>();
  return async (call) => {
    const { person: name } = call.run.actor;
    const kind = fitsConvoy(call) ? kindOf(call) : null;
    if (kind === null) return call.alone();
    const person: Person = persons.get(name) ?? { lanes: new Map(), waiting: 0 };
    const lane: Lane = person.lanes.get(kind) ?? { running: 0, most: MOST, waiting: [] };
    if (lane.running >= AT_ONCE) {
      if (person.waiting >= LIMITS.waitingCalls) return call.alone();
      return waiting(call, lane, person);
    }
    persons.set(name, person);
    person.lanes.set(kind, lane);
    lane.running++;
    try {
      return await call.alone();
    } finally {
      leave({ lane, person, turns }, () => {
        person.lanes.delete(kind);
        if (person.lanes.size === 0) persons.delete(name);
      });
    }
  };
}

interface Waiting {
  readonly call: Traveller;
  readonly resolve: (outcome: Outcome | Promise<Outcome>) => void;
  readonly reject: (fault: unknown) => void;
}

interface Lane {
  running: number;
  /** Number of calls that go together next. One after a refusal, because the same account may send more refused calls; then more with each success. */
  most: number;
  readonly waiting: Waiting[];
}

interface Person {
  readonly lanes: Map<string, Lane>;
  waiting: number;
}

function waiting(call: Traveller, lane: Lane, person: Person): Promise<Outcome> {
  person.waiting++;
  return new Promise((resolve, reject) => lane.waiting.push({ call, resolve, reject }));
}

interface Place {
  readonly lane: Lane;
  readonly person: Person;
  readonly turns: Turns;
}

/** Ends a run of the lane, and begins one with the waiting calls. */
function leave(place: Place, over: () => void): void {
  const { lane, person } = place;
  const next = lane.waiting.splice(0, lane.most);
  person.waiting -= next.length;
  if (next.length > 0)
    void travel(next, place).then(async () => {
      if (next.length > 1) await pause(GATHERING);
      leave(place, over);
    });
  else if (--lane.running === 0) over();
}

/** Executes calls together, or each alone. Never rejects, because each call gets its own result. */
async function travel(some: readonly Waiting[], { lane, turns }: Place): Promise<void> {
  const [gone, all] = parted(some, ({ call }) => call.run.signal?.aborted === true);
  const travelled = all.length < 2 ? APART : await together(callsOf(all), turns);
  await Promise.all(gone.map(goAlone));
  switch (travelled.kind) {
    case "done":
      lane.most = Math.min(MOST, lane.most * 2);
      for (const [at, { resolve, call }] of all.entries()) {
        call.over();
        resolve({ kind: "results", results: travelled.results[at] ?? [] });
      }
      return;
    case "unknown":
      for (const { reject, call } of all) {
        call.over();
        reject(travelled.fault);
      }
      return;
    case "apart":
      if (all.length > 1) lane.most = 1;
      await Promise.all(all.map(goAlone));
  }
}

function parted<T>(list: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))];
}

/** Resolves when the call is finished, with any result. */
async function goAlone({ call, resolve }: Waiting): Promise<void> {
  const outcome = call.alone();
  resolve(outcome);
  await outcome.catch(() => undefined);
}

function callsOf(all: readonly Waiting[]): readonly Traveller[] {
  return all.map(({ call }) => call);
}

type Travelled =
  | { readonly kind: "done"; readonly results: ReturnType<typeof resultsOf> }
  /** The call was rolled back. */
  | { readonly kind: "apart" }
  /** It is unknown whether it took effect. */
  | { readonly kind: "unknown"; readonly fault: unknown };

const APART: Travelled = { kind: "apart" };

async function together(calls: readonly Traveller[], turns: Turns): Promise<Travelled> {
  const plans = plansOf(calls);
  const [first] = calls;
  if (first === undefined || plans === null) return APART;
  const { signal, over } = anyOf(calls);
  const { kept: _, recorded: __, ...run } = first.run;
  try {
    const leaveTurn = await turns.take({ person: run.actor.person, writes: true, signal });
    const done = await runConvoy(plans.all, { ...run, signal }, plans.convoy).finally(leaveTurn);
    for (const [at, gpk] of done.records.entries()) if (gpk !== null) calls[at]?.run.recorded?.(gpk);
    return { kind: "done", results: resultsOf(done.results, calls.length) };
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) return APART;
    return { kind: "unknown", fault: faultOfSql(error, run.catalogue) ?? error };
  } finally {
    over();
  }
}

/** A signal that aborts with the first of the given ones. */
function anyOf(calls: readonly Traveller[]): { readonly signal: AbortSignal; readonly over: () => void } {
  const stop = new AbortController();
  const end = (): void => {
    stop.abort();
  };
  for (const { run } of calls) run.signal?.addEventListener("abort", end);
  const over = (): void => {
    for (const { run } of calls) run.signal?.removeEventListener("abort", end);
  };
  return { signal: stop.signal, over };
}
