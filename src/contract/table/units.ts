/** A part of a plan that is executed or left out as a whole. */
export interface Unit {
  readonly idx: string;
  /** `idx` of the units that must come before it and without which it cannot be executed. */
  readonly needs: readonly string[];
  /** The row of the unit; null for a unit that exists only because others need it. */
  readonly row: object | null;
  /** The object may exist without being visible to the account. If this unit is refused, the units that need it are tried without it. */
  readonly isSpare?: true;
}

/** The plan without helpers that no row needs. */
export function onlyNeeded<T extends Unit>(plan: readonly T[]): readonly T[] {
  const needed = new Set<string>();
  for (const unit of plan.toReversed())
    if (unit.row !== null || needed.has(unit.idx)) for (const need of unit.needs) needed.add(need);
  return plan.filter((unit) => unit.row !== null || needed.has(unit.idx));
}

/** Part of a plan that can be executed separately: the given units and all units that they need. */
export function selfContained<T extends Unit>(plan: readonly T[], wanted: ReadonlySet<string>): readonly T[] {
  const kept = new Set(wanted);
  for (const unit of plan.toReversed()) if (kept.has(unit.idx)) for (const need of unit.needs) kept.add(need);
  return plan.filter((unit) => kept.has(unit.idx));
}

/** Appends many elements, because a call accepts only a limited number of arguments. */
export function addAll<T>(all: T[], more: readonly T[]): void {
  for (const one of more) all.push(one);
}
