import type { Fault } from "#contract/wire/fault";
import type { Lists, Outcome } from "#contract/wire/outcome";
import { isUntold } from "../fault/untold.ts";
import type { Planned } from "./planned.ts";
import type { LostEnd, Run, RunMode } from "./run.ts";

/** The result of an outcome. The uuid at the start of the failing step's name identifies the failing element. */
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

/** The result of an apply whose answer was lost, from the server. */
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

/** True while the result concerns the list: a passed test if the list is the one that was sent, a refusal if its elements are still there. */
export function isOfList(run: Run, list: readonly Planned[]): boolean {
  if (run.phase === "idle" || run.phase === "busy" || tookEffect(run)) return true;
  if (run.phase === "success" && run.mode === "test") return isSameList(run.sent, list);
  // An apply whose end is unknown may have changed the objects, so its result stays.
  if (run.phase === "error" && run.mode === "apply" && run.lost !== undefined) return true;
  const there = new Set(list.map(({ uuid }) => uuid));
  return run.sent.some(({ uuid }) => there.has(uuid));
}

/** True if no element of a list has changed since it was sent. A list that is read again has other elements of equal content. */
export function isSameList(sent: readonly Planned[], list: readonly Planned[]): boolean {
  const isSame = (item: Planned, other: Planned | undefined): boolean =>
    item === other || JSON.stringify(item) === JSON.stringify(other);
  return sent.length === list.length && sent.every((item, at) => isSame(item, list[at]));
}

/** A successful apply whose changes were reverted; a notice says so (TA-57). */
export function wasReverted(run: Run): boolean {
  return run.phase === "success" && run.mode === "apply" && run.rolledBack;
}

/** Variant of the last element with one whose answer has the object, else that of the open screen (TA-70). */
export function launchVariant(
  sent: readonly Planned[],
  results: Lists,
  current: { readonly gpk: string; readonly variant: string | null },
): string | null {
  const named = sent.findLast(
    ({ uuid, variant }) =>
      variant !== null && results[uuid]?.some((row) => row["gpk"] === current.gpk) === true,
  );
  return named?.variant ?? current.variant;
}
