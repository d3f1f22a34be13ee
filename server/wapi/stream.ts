import { LIMITS } from "#contract/limits";
import type { Tx } from "../db/database.ts";
import { createParams } from "../sql/bind.ts";
import { bound, listSql } from "./compile-list.ts";
import { createHandover, type Handover } from "./handover.ts";
import type { ListPlan, Plan } from "./plan.ts";
import type { RunContext } from "./run-context.ts";

/** Rows up to which a list is one text; longer ones are sent while they are read (database.md 5). */
const ONE_TEXT = 10_000;
const CHUNK = 1_000;

/** The one list of a call that may be too long for one text; null when the call has another shape. */
export function streamable(plans: readonly Plan[]): ListPlan | null {
  const [plan] = plans;
  if (plan?.kind !== "list" || plans.length > 1) return null;
  return plan.limit === null || plan.limit > ONE_TEXT ? plan : null;
}

/** The same list, cut behind the row that makes it long. */
export function probeOf(plan: ListPlan): ListPlan {
  return { ...plan, limit: ONE_TEXT + 1 };
}

export function isLong(rowCount: number): boolean {
  return rowCount > ONE_TEXT;
}

/**
 * Reads the list through a cursor in a snapshot of its own. Resolves when the first rows are there, so that a refusal of the database comes
 * before the first byte; ends with an error, never as if complete, when reading fails later (wire contract 3.7).
 */
export async function streamRows(plan: ListPlan, context: RunContext): Promise<AsyncIterable<string>> {
  const handover = createHandover();
  const options = { mode: "read only", statementTimeout: LIMITS.callTime, dryRun: false } as const;
  const { signal } = context;
  context.db
    .transaction(signal === undefined ? options : { ...options, signal }, (tx) =>
      read(plan, context, tx, handover),
    )
    .then(
      () => {
        handover.end();
      },
      (error: unknown) => {
        handover.fail(error);
      },
    );
  await handover.started;
  return handover.texts;
}

async function read(
  plan: ListPlan,
  { catalogue, actor }: RunContext,
  tx: Tx,
  handover: Handover,
): Promise<void> {
  const params = createParams();
  const earlier = (): never => {
    throw new Error("a list by itself joins nothing");
  };
  const sql = bound(listSql(plan, { catalogue, actor, params, earlier }), actor, params);
  await tx.query(`declare list no scroll cursor for ${sql}`, params.values);
  let before = "[[";
  for (;;) {
    const rows = await tx.query<{ row: string }>(`fetch ${String(CHUNK)} from list`);
    if (rows.length > 0) {
      const isTaken = await handover.put(before + rows.map(({ row }) => row).join(","));
      if (!isTaken) return;
      before = ",";
    }
    if (rows.length < CHUNK) break;
  }
  await handover.put(before === "," ? "]]" : "[[]]");
}
