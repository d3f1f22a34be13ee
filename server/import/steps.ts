import type { Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";

/** One planned step and what it rests on. */
export interface ImportStep {
  readonly idx: string;
  readonly name: string;
  /** Key of the object that is changed; absent for a creation. */
  readonly old?: Params;
  readonly new: Params;
  /** `idx` of the steps that have to come before it and without which it makes no sense. */
  readonly needs: readonly string[];
  /** Row of the file it was made from; null for a step that is there only for others that need it. */
  readonly row: SourceRow | null;
}

/** A row of the file: its line, and what a person recognises it by. */
export interface SourceRow {
  readonly line: number;
  readonly value: string;
}

export interface Rejected extends SourceRow {
  readonly reason: string;
}

/** What a file comes to before the server has seen it. */
export interface ImportDraft {
  /** In the order of execution: a step comes after everything it needs. */
  readonly steps: readonly ImportStep[];
  readonly rejected: readonly Rejected[];
  /** Rows that are in the database already. */
  readonly present: number;
  /** Rows that were understood and have no place here, or not as they stand. They are told and are no fault. */
  readonly notes?: readonly Rejected[];
}

/** The plan without the step and everything that rests on it, and without helpers that nobody needs any more. */
export function without(steps: readonly ImportStep[], idx: string): readonly ImportStep[] {
  const gone = new Set([idx]);
  for (const step of steps) if (step.needs.some((need) => gone.has(need))) gone.add(step.idx);
  return onlyNeeded(steps.filter((step) => !gone.has(step.idx)));
}

/** The steps of rows, and of the helpers those that they rest on. */
export function onlyNeeded(steps: readonly ImportStep[]): readonly ImportStep[] {
  const needed = new Set<string>();
  for (const step of steps.toReversed())
    if (step.row !== null || needed.has(step.idx)) for (const need of step.needs) needed.add(need);
  return steps.filter((step) => step.row !== null || needed.has(step.idx));
}

/** Part of a plan that can be run by itself: the given steps and everything they rest on. */
export function selfContained(
  steps: readonly ImportStep[],
  wanted: ReadonlySet<string>,
): readonly ImportStep[] {
  const kept = new Set(wanted);
  for (const step of steps.toReversed())
    if (kept.has(step.idx)) for (const need of step.needs) kept.add(need);
  return steps.filter((step) => kept.has(step.idx));
}

export function toWire(steps: readonly ImportStep[]): readonly Step[] {
  return steps.map(({ idx, name, old, new: values }) => ({
    idx,
    name,
    ...(old === undefined ? {} : { old }),
    new: values,
  }));
}

/** What could be read apart from what could not. */
export function divided<T extends object>(
  all: readonly (T | Rejected)[],
): { readonly kept: readonly T[]; readonly rejected: readonly Rejected[] } {
  const kept: T[] = [];
  const rejected: Rejected[] = [];
  for (const one of all) {
    if ("reason" in one) rejected.push(one);
    else kept.push(one);
  }
  return { kept, rejected };
}
