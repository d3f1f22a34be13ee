import { Refusal } from "../../faults.ts";
import type { DoneStep } from "../list/one-list.ts";
import { inPieces } from "../pieces.ts";
import { statementOf, type RefPlan, type SinglePlan, type WritePlan } from "../plan.ts";
import { Misforeseen } from "../write/foreseen.ts";
import type { WriteSession } from "../write/open.ts";
import { runInParts } from "./bulk-update.ts";
import { executionsOf, type Budget } from "./executions.ts";
import type { Foresight } from "./foresight.ts";

/** The input of a prediction. */
interface Known {
  readonly budget: Budget;
  /** Null if every step uses the real rows. */
  readonly foresight: Foresight | null;
  /** Existing rows of a step, by its position. */
  readonly known: (position: number) => DoneStep["rows"] | undefined;
}

/** Executions of a writing step by predicted rows, before the steps that give these rows are executed. Null if they cannot be predicted, or are refused. */
export async function foreseenExecutions(plan: RefPlan, call: Known): Promise<readonly WritePlan[] | null> {
  const { pattern, refs } = plan;
  if (plan.executions !== null || pattern.kind === "list" || pattern.kind === "bulk") return null;
  const rows = await foreseenRows(pattern, refs, call);
  if (rows === null) return null;
  try {
    const expect = (count: number): void => {
      call.budget.expect(count);
    };
    const executions = await inPieces(
      executionsOf(plan, (position) => rows.get(position) ?? [], { take: expect, expect }),
    );
    const writes = writesIn(executions);
    call.budget.take(writes.length, statementOf(pattern));
    return writes.length === 0 ? null : writes;
  } catch (error) {
    // The step is refused only after the steps before it are done.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Rows of the steps from which the step takes values, real or predicted. */
async function foreseenRows(
  pattern: WritePlan,
  refs: RefPlan["refs"],
  { foresight, known }: Known,
): Promise<ReadonlyMap<number, DoneStep["rows"]> | null> {
  const rows = new Map<number, DoneStep["rows"]>();
  for (const [position, some] of Map.groupBy(refs, (ref) => ref.position)) {
    const found = known(position) ?? (await foresight?.rowsOf(position, pattern, some));
    if (found == null) return null;
    rows.set(position, found);
  }
  return foresight === null ? null : rows;
}

/** Rows of each step. Null if a row differs from its prediction; then all these steps are rolled back. */
export async function writtenAsForeseen(
  all: readonly WritePlan[],
  session: WriteSession,
  foresight: Foresight | null,
): Promise<readonly (readonly string[])[] | null> {
  if (foresight?.isUsed !== true) return runInParts(all, session);
  try {
    return await session.attempt(() => runInParts(all, session, foresight));
  } catch (error) {
    if (error instanceof Misforeseen) return null;
    throw error;
  }
}

export function writesIn(executions: readonly SinglePlan[]): readonly WritePlan[] {
  return executions.filter((one) => one.kind !== "list" && one.kind !== "bulk");
}
