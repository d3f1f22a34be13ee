import type { Fault } from "#contract/wire/fault";
import type { Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { selfContained, toWire, without, type ImportStep, type Rejected } from "./steps.ts";

export interface Testing {
  /** Runs steps without keeping anything. */
  readonly test: (steps: readonly Step[]) => Promise<Outcome>;
  readonly onProgress: (tested: number, of: number) => void;
}

export interface Tested {
  readonly steps: readonly ImportStep[];
  readonly rejected: readonly Rejected[];
}

const FIRST_PORTION = 64;
const LARGEST_PORTION = 8192;

/**
 * What the server takes of a plan. The whole is tested first; mostly that is all. Where it is refused, rows are tested in portions that grow
 * while all goes well and shrink where it does not, so that a bad row costs a run of its neighbours and not one of the whole file. Rows that
 * passed in different portions may still contradict each other, so the rest is tested as a whole again.
 */
export async function findRejected(plan: readonly ImportStep[], testing: Testing): Promise<Tested> {
  let steps = plan;
  const rejected: Rejected[] = [];
  for (;;) {
    const outcome = await testing.test(toWire(steps));
    if (outcome.ok) return { steps, rejected };
    const dropped = drop(steps, outcome.fault);
    const walked = await testInPortions(dropped.steps, testing);
    steps = walked.steps;
    rejected.push(...dropped.rejected, ...walked.rejected);
  }
}

async function testInPortions(plan: readonly ImportStep[], testing: Testing): Promise<Tested> {
  let steps = plan;
  const rejected: Rejected[] = [];
  let waiting: readonly string[] = steps.filter((step) => step.row !== null).map((step) => step.idx);
  let size = FIRST_PORTION;
  while (waiting.length > 0) {
    const portion = waiting.slice(0, size);
    const outcome = await testing.test(toWire(selfContained(steps, new Set(portion))));
    if (outcome.ok) {
      waiting = waiting.slice(portion.length);
      size = Math.min(size * 4, LARGEST_PORTION);
    } else {
      const dropped = drop(steps, outcome.fault);
      steps = dropped.steps;
      rejected.push(...dropped.rejected);
      waiting = after(waiting, outcome.fault.stepIdx, steps);
      size = Math.max(Math.floor(size / 2), FIRST_PORTION);
    }
    testing.onProgress(steps.length - waiting.length, steps.length);
  }
  return { steps, rejected };
}

/** Rows still to be tested: those before the failing row have passed; where a helper failed, no row was reached. */
function after(
  waiting: readonly string[],
  failing: string | null,
  steps: readonly ImportStep[],
): readonly string[] {
  const left = new Set(steps.map((step) => step.idx));
  const at = failing === null ? -1 : waiting.indexOf(failing);
  return waiting.slice(at + 1).filter((idx) => left.has(idx));
}

/** Takes the failing step and what rests on it out of the plan; every row that goes with it has the same reason. */
function drop(steps: readonly ImportStep[], fault: Fault): Tested {
  const failing = steps.find((step) => step.idx === fault.stepIdx);
  if (failing === undefined) throw new Error(sentenceOf(fault));
  const left = without(steps, failing.idx);
  const kept = new Set(left.map((step) => step.idx));
  const rejected = steps.flatMap(({ idx, row }) =>
    row === null || kept.has(idx) ? [] : [{ ...row, reason: sentenceOf(fault) }],
  );
  return { steps: left, rejected };
}

export function sentenceOf(fault: Fault): string {
  const code = `${String(fault.type.code)}/${String(fault.code)}`;
  return fault.hint === null
    ? `${fault.description} (${code})`
    : `${fault.description} ${fault.hint} (${code})`;
}
