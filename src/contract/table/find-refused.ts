import type { Fault } from "../wire/fault.ts";
import { addAll, onlyNeeded, selfContained, type Unit } from "./units.ts";

/** A refusal, and the `idx` of the refused unit; null if the refusal names none. */
export interface RefusedUnit {
  readonly fault: Fault;
  readonly idx: string | null;
}

export interface Testing<T extends Unit> {
  /** Executes units without storing anything. Resolves with the refusals, in order. */
  readonly test: (units: readonly T[]) => Promise<readonly RefusedUnit[]>;
  readonly onProgress: (tested: number, of: number) => void;
}

/** A row that cannot be executed, with the refusal that removes it. */
export interface RefusedRow<T extends Unit> {
  readonly unit: T;
  readonly fault: Fault;
  /** The refused unit: the row itself, or a unit that it needs. */
  readonly cause: T;
}

export interface Tested<T extends Unit> {
  readonly kept: readonly T[];
  readonly refused: readonly RefusedRow<T>[];
}

/** A refusal that belongs to no unit of the plan, for example a lost connection. */
export class WholeRefused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.description);
    this.fault = fault;
  }
}

const FIRST_PORTION = 64;
const LARGEST_PORTION = 8192;

/**
 * Divides a plan into units that the server accepts and rows that it refuses. The whole plan is tested first, which is usually enough, because an
 * answer lists many refused rows and often says that there are no others. After an answer with a single refusal the rest is tested in portions.
 * Portions grow after a success and shrink after a refusal, so that a bad row costs a run of its neighbours and not of the whole file. Rows that
 * passed in different portions may still contradict each other, so the rest is tested as a whole again.
 */
export async function findRefused<T extends Unit>(
  plan: readonly T[],
  testing: Testing<T>,
): Promise<Tested<T>> {
  let kept = plan;
  const refused: Tested<T>["refused"][number][] = [];
  while (kept.length > 0) {
    const found = await testing.test(kept);
    if (found.length === 0) break;
    const dropped = drop(kept, found);
    const isAll = toldAll(kept, found, dropped.kept);
    const walked = isAll || found.length > 1 ? null : await testInPortions(dropped.kept, testing);
    kept = walked?.kept ?? dropped.kept;
    addAll(refused, [...dropped.refused, ...(walked?.refused ?? [])]);
    if (isAll) break;
  }
  return { kept, refused };
}

/** True if the server carried out exactly the kept units and refused all others, so that no further test is needed. */
function toldAll(tested: readonly Unit[], found: readonly RefusedUnit[], kept: readonly Unit[]): boolean {
  const refused = new Set(found.map(({ idx }) => idx));
  return found[0]?.fault.isComplete === true && tested.length - kept.length === refused.size;
}

async function testInPortions<T extends Unit>(plan: readonly T[], testing: Testing<T>): Promise<Tested<T>> {
  let kept = plan;
  const refused: Tested<T>["refused"][number][] = [];
  let waiting: readonly string[] = kept.filter((unit) => unit.row !== null).map((unit) => unit.idx);
  let size = FIRST_PORTION;
  while (waiting.length > 0) {
    const portion = waiting.slice(0, size);
    const found = await testing.test(selfContained(kept, new Set(portion)));
    if (found.length === 0) {
      waiting = waiting.slice(portion.length);
      size = Math.min(size * 4, LARGEST_PORTION);
    } else {
      const dropped = drop(kept, found);
      kept = dropped.kept;
      addAll(refused, dropped.refused);
      const passed = waiting.length;
      waiting = after(waiting, found, kept);
      // The number of units that passed before the refused one is a good size for the next portion.
      size = Math.max(2 * (passed - waiting.length), 1);
    }
    testing.onProgress(kept.length - waiting.length, kept.length);
  }
  return { kept, refused };
}

/** Rows still to be tested. The rows before the first failing row have passed. If a helper failed, no row has passed. */
function after(
  waiting: readonly string[],
  found: readonly RefusedUnit[],
  kept: readonly Unit[],
): readonly string[] {
  const left = new Set(kept.map((unit) => unit.idx));
  const failing = new Set(found.map(({ idx }) => idx));
  const at = waiting.findIndex((idx) => failing.has(idx));
  return waiting.slice(at + 1).filter((idx) => left.has(idx));
}

/** Removes failing units from the plan, and the units that need them. A row that is removed with a unit gets the reason of that unit. */
function drop<T extends Unit>(plan: readonly T[], found: readonly RefusedUnit[]): Tested<T> {
  const known = new Set(plan.map(({ idx }) => idx));
  const strange = found.find(({ idx }) => idx === null || !known.has(idx));
  if (strange !== undefined) throw new WholeRefused(strange.fault);
  const reasons = new Map(found.map(({ idx, fault }) => [idx, fault]));
  const isSpared = new Set(
    plan.filter((one) => one.isSpare === true && reasons.has(one.idx)).map(({ idx }) => idx),
  );
  // A unit that needs a refused unit gets the refusal of that unit.
  const whys = new Map<string, Omit<RefusedRow<T>, "unit">>();
  for (const unit of plan) {
    const { idx, needs } = unit;
    const fault = reasons.get(idx);
    const own = fault === undefined ? undefined : { fault, cause: unit };
    const why = needs.map((need) => whys.get(need)).find((one) => one !== undefined) ?? own;
    if (why !== undefined && !isSpared.has(idx)) whys.set(idx, why);
  }
  const refused = plan.flatMap((unit) => {
    const why = whys.get(unit.idx);
    return unit.row === null || why === undefined ? [] : [{ unit, ...why }];
  });
  return { kept: onlyNeeded(plan.filter(({ idx }) => !whys.has(idx) && !isSpared.has(idx))), refused };
}

/** A fault with those of later steps. */
export function faultsIn(fault: Fault): readonly Fault[] {
  return [fault, ...(fault.further ?? [])];
}
