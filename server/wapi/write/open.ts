import type { Actor } from "../../access/actor.ts";
import { rwPermission } from "../../access/rules.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { Refusal } from "../../faults.ts";
import { statementOf, type WritePlan } from "../plan.ts";
import { batchesOf, type Batch } from "./batches.ts";
import { behaviourOf } from "./behaviour.ts";
import { createBatch } from "./create.ts";
import { refuseWriting } from "./eligible.ts";
import { keysByGpk } from "./keys.ts";
import { createChangeLog, recordedSteps } from "./log.ts";
import { moreBatch } from "./more.ts";
import { refuseOverlaps } from "./overlaps.ts";
import { answer } from "./answer.ts";
import { readRows } from "./rows.ts";
import { deleteBatch } from "./remove.ts";
import type { WriteContext, WriteSession } from "./session.ts";
import { isOfStep, stepFault } from "./sql-error.ts";
import { touchOf } from "./touching.ts";
import { lockTrees } from "./tree-locks.ts";
import { updateBatch } from "./update.ts";
import { idOf, workOf, type OnTheWay, type Work, type WriteRun } from "./work.ts";

/** Opens the writing part of a transaction: takes the lock on the rights and those that its steps would need in the end. */
export async function openWriteSession(tx: Tx, context: WriteContext): Promise<WriteSession> {
  const givesRights = context.intents.some(({ type }) => type.spec.givesRights !== undefined);
  let actor = await lockRights(tx, context, givesRights);
  await lockTrees(tx, context.intents);
  const log = createChangeLog();
  const ranges = new Map<string, WritePlan>();

  async function doBatch(plans: readonly WritePlan[], tx: Tx): Promise<readonly Work[]> {
    const [first] = plans;
    if (first === undefined) return [];
    const run: WriteRun = { tx, context, catalogue: context.catalogue, actor, log, ranges, perform, barred };
    async function barred(work: Work): Promise<void> {
      await behaviourOf(work.plan.type).barred?.(run, work);
    }
    async function perform(
      type: ObjectType,
      plans: readonly WritePlan[],
      way?: OnTheWay,
    ): Promise<readonly Work[]> {
      const works = plans.map((plan) => workOf(plan, way));
      const kind = plans[0]?.kind;
      if (kind === "create") await createBatch(run, type, works);
      if (kind === "update") await updateBatch(run, type, works);
      if (kind === "delete") await deleteBatch(run, type, works);
      if (kind === "more") await moreBatch(run, type, works);
      return works;
    }
    for (const plan of plans) refuseWriting(context, actor, plan);
    const works = await perform(first.type, plans);
    if (first.type.spec.givesRights !== undefined) {
      actor = await context.resolver.renewed(tx, actor);
      await answerAgain({ ...run, actor }, first.type, works);
    }
    return works;
  }

  /** The steps as batches; when that fails, each half by itself, down to the one step that fails after all before it took effect. */
  async function doExactly(plans: readonly WritePlan[]): Promise<readonly Work[]> {
    const mark = log.mark();
    const marked = { actor, ranges: new Map(ranges) };
    try {
      return await tx.nested((inner) => doTogether(plans, inner));
    } catch (error) {
      const [first] = plans;
      const isRefusal = error instanceof Refusal;
      if (first === undefined || !(isRefusal || isOfStep(error))) throw error;
      if (plans.length === 1) {
        const failed = { tx, catalogue: context.catalogue, actor: marked.actor };
        const refusal = isRefusal ? error : await stepFault(error, failed, first);
        throw refusal === null ? error : refusal.atStatement(statementOf(first));
      }
      log.back(mark);
      actor = marked.actor;
      ranges.clear();
      for (const [name, plan] of marked.ranges) ranges.set(name, plan);
      const half = Math.ceil(plans.length / 2);
      return [...(await doExactly(plans.slice(0, half))), ...(await doExactly(plans.slice(half)))];
    }
  }

  async function doTogether(plans: readonly WritePlan[], inner: Tx): Promise<readonly Work[]> {
    const works: Work[] = [];
    for (const batch of await grouped(plans, inner)) works.push(...(await doBatch(batch.plans, inner)));
    return works;
  }

  async function grouped(plans: readonly WritePlan[], inner: Tx): Promise<readonly Pick<Batch, "plans">[]> {
    if (plans.length === 1) return [{ plans: [...plans] }];
    const keys = await keysByGpk(inner, context.catalogue, plans);
    const steps = plans.map((plan) => {
      const touch = touchOf(plan, keys);
      if (isDecidedAnew(plan, actor)) touch.isAlone = true;
      return { plan, touch };
    });
    return batchesOf(steps);
  }

  async function record(): Promise<void> {
    if (!log.isAhead) return;
    await log.write(tx, actor, recordedSteps(context.steps, context.intents), context.stepCount);
  }

  return {
    actor: () => actor,
    refuse(plan) {
      try {
        refuseWriting(context, actor, plan);
      } catch (error) {
        throw error instanceof Refusal ? error.atStatement(statementOf(plan)) : error;
      }
    },
    async run(plans) {
      const rows = new Map((await doExactly(plans)).map((work) => [work.plan, work.rows]));
      return plans.map((plan) => rows.get(plan) ?? []);
    },
    record,
    async end() {
      await refuseOverlaps(tx, ranges);
      if (givesRights && log.size > 0) await tx.query("update wapi.rights_epoch set epoch = epoch + 1");
      await record();
    },
  };
}

/** Rows of a step that gave or took rights say `is_own` by the rights it leaves. */
async function answerAgain(run: WriteRun, type: ObjectType, works: readonly Work[]): Promise<void> {
  const kept = works.filter((work) => work.plan.kind !== "delete");
  const rows = await readRows(run, type, kept.map(idOf));
  for (const work of kept) answer(run, work, rows.get(idOf(work))?.text ?? "{}");
}

/** Writers hold the rights as they are; who changes them waits for writers, so no step is decided by rights that are gone. */
async function lockRights(tx: Tx, context: WriteContext, givesRights: boolean): Promise<Actor> {
  const mode = givesRights ? "for update" : "for share";
  const [row] = await tx.query<{ epoch: string }>(
    `select epoch::text epoch from wapi.rights_epoch ${mode}`,
    [],
    `rights-${mode}`,
  );
  return row?.epoch === context.actor.rightsEpoch
    ? context.actor
    : context.resolver.renewed(tx, context.actor);
}

/** Rights given by one step may be what the next one needs, unless the actor needs none. */
function isDecidedAnew({ type }: WritePlan, actor: Actor): boolean {
  const { givesRights } = type.spec;
  if (givesRights === undefined) return false;
  return givesRights === "permissions" || !actor.permissions.has(rwPermission(type));
}
