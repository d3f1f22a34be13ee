import { functionName, type WritePlan } from "../plan.ts";
import type { Touch } from "./touch.ts";

/** Steps of one function and one set of parameters that are done together. */
export interface Batch {
  readonly plans: WritePlan[];
  readonly signature: string;
  readonly touch: Touch;
}

const LOOK_BACK = 24;

/**
 * Steps of a run as batches. A step moves forward into an open batch only when nothing from there on writes what it reads or reads what
 * it writes, so the batches have the effect of the steps in their order.
 */
export function batchesOf(
  steps: readonly { readonly plan: WritePlan; readonly touch: Touch }[],
): readonly Batch[] {
  const batches: Batch[] = [];
  let firstOpen = 0;
  for (const { plan, touch } of steps) {
    const signature = signatureOf(plan);
    const first = touch.isBarrier ? batches.length - 1 : Math.max(firstOpen, batches.length - LOOK_BACK);
    const home = touch.isAlone ? null : homeOf(batches, Math.max(0, first), signature, touch);
    if (home === null) batches.push({ plans: [plan], signature, touch: copyOf(touch) });
    else {
      home.plans.push(plan);
      for (const name of touch.reads) home.touch.reads.add(name);
      for (const name of touch.writes) home.touch.writes.add(name);
    }
    if (touch.isBarrier) firstOpen = batches.length;
  }
  return batches;
}

/** The earliest open batch that the step can join, looking back as long as it may move. */
function homeOf(batches: readonly Batch[], first: number, signature: string, touch: Touch): Batch | null {
  let home: Batch | null = null;
  for (let at = batches.length - 1; at >= first; at--) {
    const batch = batches[at];
    if (batch === undefined || batch.touch.isAlone || clash(touch, batch.touch)) break;
    if (batch.signature === signature) home = batch;
  }
  return home;
}

function clash(a: Touch, b: Touch): boolean {
  return meets(a.writes, b.reads) || meets(a.reads, b.writes);
}

function meets(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const name of some) if (others.has(name)) return true;
  return false;
}

function copyOf(touch: Touch): Touch {
  return { ...touch, reads: new Set(touch.reads), writes: new Set(touch.writes) };
}

export function signatureOf(plan: WritePlan): string {
  return `${plan.type.name}.${functionName(plan)} ${Object.keys(plan.new).sort().join(" ")}`;
}
