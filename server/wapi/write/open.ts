import type { Actor } from "../../access/actor.ts";
import { rwPermission } from "../../access/rules.ts";
import { gpkOf } from "../../catalogue/gpk.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { Refusal } from "../../faults.ts";
import { statementOf, type WritePlan } from "../plan.ts";
import { batchesOf, type Batch } from "./batches.ts";
import { behaviourOf } from "../behaviour.ts";
import { createBatch } from "./create.ts";
import { refuseWriting } from "./eligible.ts";
import { createChangeLog, recordedSteps, type ChangeLog, type LogEntry, type LogHead } from "./log.ts";
import { moreBatch } from "./own-function.ts";
import { brokenAtEnd } from "./late.ts";
import { refuseOverlaps } from "./overlaps.ts";
import { answered } from "./answer.ts";
import { Misforeseen, type DrawIds, type Foreseen } from "./foreseen.ts";
import { readRows } from "./rows.ts";
import { deleteBatch } from "./remove.ts";
import { isOfStep, stepFault, takenBy } from "./sql-error.ts";
import { drawIds } from "./store.ts";
import { noteSteps } from "./steps-of-error.ts";
import { joined, MOST_FAULTS } from "../faults-together.ts";
import { doOrDivide, type Attempt } from "./do-or-divide.ts";
import { keysByGpk, readWriteSetOf } from "./read-write-set-of.ts";
import { isUrgent } from "./intent.ts";
import { RightsVanish, takeLocks } from "./locks.ts";
import { updateBatch } from "./update.ts";
import {
  givenOf,
  idOf,
  type Convoy,
  type Done,
  type Late,
  type Touched,
  type WriteContext,
  type WriteRun,
} from "./stages.ts";

/** The writing part of one transaction. `run` does the steps between two list steps; `end` makes the last checks and writes the record. */
export interface WriteSession {
  /** The actor with its present rights, so that a list step has the rights that earlier steps gave. */
  actor(): Actor;
  /** Refuses a step that the account in effect may never send. This includes a step without executions. */
  refuse(plan: WritePlan): void;
  /** Rows of each step as JSON text, usually one per step. */
  run(plans: readonly WritePlan[], foreseen?: Foreseen): Promise<readonly (readonly string[])[]>;
  /** Ids for rows that steps name before they are written. */
  readonly draw: DrawIds;
  /** Rolls back the work if a row differs from its prediction. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Writes the record of the changes so far, for steps that read it. */
  record(): Promise<void>;
  end(): Promise<void>;
  /** The gpk of the record of each call (several only in a convoy), once the transaction has ended; null for a call that changed nothing. */
  recorded(): Promise<readonly (string | null)[]>;
}

/** Opens the writing part of a transaction. Locks the rights and the trees that its steps will need. */
export async function openWriteSession(tx: Tx, context: WriteContext): Promise<WriteSession> {
  const actor = await takeLocks(tx, context);
  const state: State = { context, actor, log: createChangeLog(), ranges: new Map(), late: [], refused: [] };
  return {
    actor: () => state.actor,
    refuse(plan) {
      try {
        refuseWriting(context, state.actor, plan);
      } catch (error) {
        throw error instanceof Refusal ? error.atStatement(statementOf(plan)) : error;
      }
    },
    async run(plans, foreseen = NOTHING) {
      const done = await doOrDivide(plans, tx, attemptOf({ state, foreseen }));
      const rows = new Map(done.map((one) => [one.plan, one.rows]));
      return plans.map((plan) => rows.get(plan) ?? []);
    },
    draw: (type, count) => drawIds({ tx }, type, count),
    async attempt(work) {
      const back = markOf(state);
      try {
        return await tx.nested(work);
      } catch (error) {
        if (error instanceof Misforeseen) back();
        throw error;
      }
    },
    record: () => record(tx, state, "on the way"),
    async end() {
      const refusal = await refusalOfAll(tx, state);
      if (refusal !== null) throw refusal;
      await refuseOverlaps({ tx, catalogue: context.catalogue, actor: state.actor }, state.ranges);
      const [broken] = await brokenAtEnd(runOf(tx, { state, foreseen: NOTHING }, false), state.late);
      if (broken !== undefined) throw broken;
      if (context.changesRights && state.log.size > 0)
        tx.defer("update wapi.rights_epoch set epoch = epoch + 1");
      // Nobody reads the record of a test, which would take more of the disk than everything else.
      if (!context.dryRun) await record(tx, state, "the end");
    },
    async recorded() {
      const type = context.catalogue.type("wapi.transaction");
      const ids = context.convoy === undefined ? [await state.log.record()] : await state.log.records();
      return ids.map((id) => (id === undefined ? null : gpkOf(type, id)));
    },
  };
}

/** State that the steps of one call leave for the steps after them. */
interface State {
  readonly context: WriteContext;
  actor: Actor;
  readonly log: ChangeLog;
  readonly ranges: Map<string, Touched>;
  readonly late: Late[];
  /** Refusals after which the call continued. */
  readonly refused: Refusal[];
}

const NOTHING: Foreseen = { ids: new Map(), check: () => undefined };

/** One run of steps within the session. */
interface Part {
  readonly state: State;
  readonly foreseen: Foreseen;
}

function attemptOf(part: Part): Attempt {
  const { state } = part;
  return {
    ...state,
    mark: () => markOf(state),
    together: (plans, tx, isTrial) => doTogether(plans, tx, part, isTrial),
    async refusalOf(error, step, tx) {
      const reader = { tx, catalogue: state.context.catalogue, actor: state.actor };
      const refusal = error instanceof Refusal ? error : await stepFault(error, reader, step);
      return refusal?.atStatement(statementOf(step)) ?? error;
    },
  };
}

/** The refusals after which the call continued, and those of rules that are checked at its end. The result says whether these are all. */
async function refusalOfAll(tx: Tx, state: State): Promise<Refusal | null> {
  const { context, actor, ranges, refused, late } = state;
  if (!context.allFaults || refused.length + late.length === 0) return null;
  try {
    return await tx.nested(async (inner) => {
      await refuseOverlaps({ tx: inner, catalogue: context.catalogue, actor }, ranges);
      const broken = await brokenAtEnd(runOf(inner, { state, foreseen: NOTHING }, false), late);
      await inner.query("set constraints all immediate");
      if (broken.length > 0) return joined([...refused, ...broken].slice(0, MOST_FAULTS));
      return joined(refused)?.complete() ?? null;
    });
  } catch (error) {
    if (!(error instanceof Refusal || isOfStep(error))) throw error;
    return error instanceof Refusal ? joined([...refused, error]) : joined(refused);
  }
}

/** Answers a function that restores the present state, for work that the database undoes. */
function markOf(state: State): () => void {
  const { actor, log } = state;
  const mark = log.mark();
  const ranges = new Map(state.ranges);
  const { length } = state.refused;
  const { length: late } = state.late;
  return () => {
    state.refused.length = length;
    state.late.length = late;
    log.back(mark);
    state.actor = actor;
    state.ranges.clear();
    for (const [name, touched] of ranges) state.ranges.set(name, touched);
  };
}

async function doTogether(
  plans: readonly WritePlan[],
  tx: Tx,
  part: Part,
  isTrial: boolean,
): Promise<Done[]> {
  const done: Done[] = [];
  for (const batch of await grouped(plans, tx, part)) {
    const some = await doBatch(batch.plans, tx, part, isTrial).catch((error: unknown) => {
      throw noteSteps(error, takenBy(error, batch.plans) ?? batch.plans);
    });
    part.foreseen.check(some);
    done.push(...some);
  }
  return done;
}

async function grouped(
  plans: readonly WritePlan[],
  tx: Tx,
  { state: { context, actor }, foreseen: { ids } }: Part,
): Promise<readonly Batch[]> {
  if (plans.length === 1) return [{ plans: [...plans] }];
  const keys = await keysByGpk({ tx, catalogue: context.catalogue }, plans, ids);
  const steps = plans.map((plan) => {
    const set = readWriteSetOf(plan, keys, ids.get(plan));
    if (isDecidedAnew(plan, actor)) set.isAlone = true;
    return { plan, set };
  });
  return batchesOf(steps);
}

const BATCHES: Readonly<Record<WritePlan["kind"], typeof createBatch>> = {
  create: createBatch,
  update: updateBatch,
  delete: deleteBatch,
  more: moreBatch,
};

async function doBatch(
  plans: readonly WritePlan[],
  tx: Tx,
  { state, foreseen }: Part,
  isTrial: boolean,
): Promise<Done[]> {
  const [first] = plans;
  if (first === undefined) return [];
  const { context, actor } = state;
  const run = runOf(tx, { state, foreseen }, isTrial);
  for (const plan of plans) refuseWriting(context, actor, plan);
  const mark = state.log.mark();
  const done = await run.perform(first.type, plans);
  const isOfRights = first.type.spec.givesRights !== undefined;
  const vanish = !isOfRights && !isUrgent(context.intents) && state.log.since(mark).some(takesRights);
  if (!isOfRights && !vanish) return done;
  if (vanish && !context.changesRights) throw new RightsVanish();
  state.actor = await context.resolver.renewed(tx, actor);
  return answeredAgain({ ...run, actor: state.actor }, first.type, done);
}

function takesRights({ type, fn }: LogEntry): boolean {
  return fn === "delete" && type.spec.givesRights !== undefined;
}

function runOf(tx: Tx, { state, foreseen }: Part, isTrial: boolean): WriteRun {
  const { context, actor, log, ranges, late } = state;
  const run: WriteRun = {
    tx,
    context,
    catalogue: context.catalogue,
    actor,
    log,
    ranges,
    late,
    ids: foreseen.ids,
    isTrial,
    async perform(type, some, ways = {}) {
      const kind = some[0]?.kind;
      if (kind === undefined) return [];
      const given = some.map((plan, at) => givenOf(plan, "at" in ways ? (ways[at] ?? {}) : ways));
      return BATCHES[kind](run, type, given);
    },
    async barred(step) {
      await behaviourOf(step.plan.type).barred?.(run, step);
    },
  };
  return run;
}

/** Answers steps that changed rights a second time, so that `is_own` in their answers follows the new rights. */
async function answeredAgain(run: WriteRun, type: ObjectType, steps: readonly Done[]): Promise<Done[]> {
  const kept = steps.filter(({ plan }) => plan.kind !== "delete");
  const rows = await readRows(run, type, kept.map(idOf));
  return steps.map((step) =>
    step.plan.kind === "delete" ? step : answered(run, step, rows.get(idOf(step))?.text ?? "{}"),
  );
}

async function record(
  tx: Tx,
  { context, actor, log }: State,
  at: Parameters<ChangeLog["write"]>[2],
): Promise<void> {
  if (!log.isAhead) return;
  const { convoy } = context;
  const headOf = ({ stepCount, steps, intents }: Convoy["calls"][number]): LogHead => ({
    actor,
    stepCount,
    steps: recordedSteps(steps, intents),
  });
  if (convoy === undefined) await log.write(tx, headOf(context), at);
  else log.writeEach(tx, convoy.calls.map(headOf), (position) => convoy.callOf(position));
}

function isDecidedAnew({ type }: WritePlan, actor: Actor): boolean {
  const { givesRights } = type.spec;
  if (givesRights === undefined) return false;
  return givesRights === "permissions" || !actor.permissions.has(rwPermission(type));
}
