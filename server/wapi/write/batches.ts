import { functionName, type WritePlan } from "../plan.ts";
import type { ReadWriteSet } from "./read-write-set.ts";

/** Steps with the same function and set of parameters that are executed together. */
export interface Batch {
  readonly plans: WritePlan[];
}

const LOOK_BACK = 24;

/** For each name, the last batch so far that reads it and the last one that writes it. */
interface Order {
  readonly readers: Map<string, number>;
  readonly writers: Map<string, number>;
  /** Batches of one signature, in their order. */
  readonly alike: Map<string, number[]>;
}

/**
 * Steps of a run as batches. A step moves forward into an open batch only if nothing from there on writes what it reads or reads what it writes. So
 * the batches have the effect of the steps in their order.
 */
export function batchesOf(
  steps: readonly { readonly plan: WritePlan; readonly set: ReadWriteSet }[],
): readonly Batch[] {
  const batches: Batch[] = [];
  const order: Order = { readers: new Map(), writers: new Map(), alike: new Map() };
  let [firstOpen, behindAlone] = [0, 0];
  for (const { plan, set } of steps) {
    const signature = signatureOf(plan);
    const first = set.isBarrier ? batches.length - 1 : Math.max(firstOpen, batches.length - LOOK_BACK);
    const home = set.isAlone ? null : homeOf(signature, set, Math.max(first, behindAlone), order);
    const at = home ?? batches.length;
    if (home === null) batches.push({ plans: [] });
    batches[at]?.plans.push(plan);
    keep(signature, set, at, order);
    if (set.isBarrier) firstOpen = batches.length;
    if (set.isAlone) behindAlone = batches.length;
  }
  return batches;
}

/** The step is in the batch `at` now. */
function keep(signature: string, set: ReadWriteSet, at: number, { readers, writers, alike }: Order): void {
  for (const name of set.reads) readers.set(name, Math.max(at, readers.get(name) ?? 0));
  for (const name of set.writes) writers.set(name, Math.max(at, writers.get(name) ?? 0));
  const known = alike.get(signature);
  if (known === undefined) alike.set(signature, [at]);
  else if ((known.at(-1) ?? 0) < at) known.push(at);
}

/** The earliest batch from `first` on that the step can join. */
function homeOf(signature: string, set: ReadWriteSet, first: number, order: Order): number | null {
  let free = first;
  for (const name of set.reads) free = Math.max(free, (order.writers.get(name) ?? -1) + 1);
  for (const name of set.writes) free = Math.max(free, (order.readers.get(name) ?? -1) + 1);
  const alike = order.alike.get(signature) ?? [];
  // Only the last `LOOK_BACK` batches can be free, because the search begins among them.
  return alike.slice(-LOOK_BACK).find((at) => at >= free) ?? null;
}
export function signatureOf(plan: WritePlan): string {
  return `${plan.type.name}.${functionName(plan)} ${Object.keys(plan.new).sort().join(" ")}`;
}
