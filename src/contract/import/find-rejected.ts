import type { Fault } from "../wire/fault.ts";
import type { Outcome } from "../wire/outcome.ts";
import type { Step } from "../wire/step.ts";
import { faultsIn, findRefused, WholeRefused } from "./find-refused.ts";
import { toWire, type ImportStep, type Rejected } from "./steps.ts";

export interface TestingSteps {
  /** Runs steps without keeping anything. */
  readonly test: (steps: readonly Step[]) => Promise<Outcome>;
  readonly onProgress: (tested: number, of: number) => void;
}

export interface TestedSteps {
  readonly steps: readonly ImportStep[];
  readonly rejected: readonly Rejected[];
}

/** What the server takes of planned steps, and the rows that it does not take with its sentences. */
export async function findRejected(
  plan: readonly ImportStep[],
  { test, onProgress }: TestingSteps,
): Promise<TestedSteps> {
  const testing = {
    test: async (steps: readonly ImportStep[]) => {
      const outcome = await test(toWire(steps));
      return outcome.ok ? [] : faultsIn(outcome.fault).map((fault) => ({ fault, idx: fault.stepIdx }));
    },
    onProgress,
  };
  const tested = await findRefused(plan, testing).catch((error: unknown) => {
    throw error instanceof WholeRefused ? new Error(sentenceOf(error.fault)) : error;
  });
  const rejected = tested.refused.flatMap(({ unit: { row }, fault }) =>
    row === null ? [] : [{ ...row, reason: sentenceOf(fault) }],
  );
  return { steps: tested.kept, rejected };
}

export function sentenceOf(fault: Fault): string {
  const code = `${String(fault.type.code)}/${String(fault.code)}`;
  return fault.hint === null
    ? `${fault.description} (${code})`
    : `${fault.description} ${fault.hint} (${code})`;
}
