import type { Fault } from "#contract/wire/fault";
import type { Outcome, Lists } from "#contract/wire/outcome";
import { isUntold } from "../fault/untold.ts";
import { contentOf, type Planned } from "./planned.ts";

export type RunMode = "test" | "apply";

interface Sent {
  readonly mode: RunMode;
  /** The list as it was sent (TA-51). */
  readonly sent: readonly Planned[];
}

interface Ended extends Sent {
  /** The account of a test as somebody else. */
  readonly as?: string;
}

export type Run =
  | { readonly phase: "idle" }
  | (Sent & {
      readonly phase: "busy";
      /** Name to ask for progress; null without progress. */
      readonly callId: string | null;
      /** The answer of an apply was lost, and the server is asked for its end. */
      readonly isLost?: true;
    })
  | (Ended & {
      readonly phase: "success";
      /** The changes were reverted, as always after a test. */
      readonly rolledBack: boolean;
      readonly results: Lists;
      /** Gpk of the record of what was changed. */
      readonly transaction?: string;
      /** The answer was lost with its results. */
      readonly isLost?: true;
    })
  | (Ended & {
      readonly phase: "error";
      /** Null if the page was reloaded before the answer came. */
      readonly fault: Fault | null;
      readonly failed: string | null;
      /** End of a run whose answer was lost. */
      readonly lost?: LostEnd;
    });

/** End of a run without an answer: a test changes nothing, an apply was undone, did not arrive, or is unknown. */
export type LostEnd = "test" | "undone" | "unsent" | "unknown";

export const IDLE: Run = { phase: "idle" };

/** The result of an outcome; the uuid at the start of the failing step's name tells the failing element. */
export function runOf(mode: RunMode, sent: readonly Planned[], outcome: Outcome, asLogin?: string): Run {
  const run = { mode, sent, ...(asLogin === undefined ? {} : { as: asLogin }) };
  if (outcome.ok) {
    const { rolledBack, lists: results, transaction } = outcome;
    const record = transaction === undefined ? {} : { transaction };
    return { phase: "success", ...run, rolledBack, results, ...record };
  }
  const { fault } = outcome;
  const idx = fault.stepIdx ?? "";
  const failed = sent.find(({ uuid }) => idx === uuid || idx.startsWith(`${uuid}_`))?.uuid ?? null;
  const lost = mode === "test" && isUntold(outcome) ? ({ lost: "test" } as const) : {};
  return { phase: "error", ...run, fault, failed, ...lost };
}

/** The result of an apply whose answer was lost, from what the server knows. */
export function lostRun(
  sent: readonly Planned[],
  end: "committed" | "rolled_back" | Exclude<LostEnd, "test">,
  fault: Fault | null,
): Run {
  const run = { mode: "apply", sent } as const;
  if (end === "committed" || end === "rolled_back")
    return { phase: "success", ...run, rolledBack: end === "rolled_back", results: {}, isLost: true };
  return { phase: "error", ...run, fault, failed: null, lost: end };
}

/** True if the run took effect: only then the list is emptied and its history ends (TA-50, TA-58). */
export function tookEffect(run: Run): boolean {
  return run.phase === "success" && run.mode === "apply" && !run.rolledBack;
}

/** True while the result is about elements in the list; a test or refusal is about elements only. */
export function isOfList(run: Run, list: readonly Planned[]): boolean {
  if (run.phase === "idle" || run.phase === "busy" || tookEffect(run)) return true;
  // An unknown end of an apply also concerns the objects.
  if (run.phase === "error" && run.mode === "apply" && run.lost !== undefined) return true;
  const there = new Set(list.map(({ uuid }) => uuid));
  return run.sent.some(({ uuid }) => there.has(uuid));
}

/** A successful apply whose changes were reverted; a notice says so (TA-57). */
export function wasReverted(run: Run): boolean {
  return run.phase === "success" && run.mode === "apply" && run.rolledBack;
}

/** Variant of the last element with one for the object, else that of the open screen (TA-70). */
export function launchVariant(
  sent: readonly Planned[],
  current: { readonly type: string; readonly variant: string | null },
): string | null {
  const named = sent.findLast(
    (item) => item.variant !== null && contentOf(item)?.object_fq_name === current.type,
  );
  return named?.variant ?? current.variant;
}
