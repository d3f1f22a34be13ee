import type { Refusal } from "../faults.ts";

/** Maximum number of refusals that one call reports. */
export const MOST_FAULTS = 2_000;

/** The refusal of the first refused step, which contains the refusals of the other steps too. Null if no step is refused. */
export function joined(refused: readonly Refusal[]): Refusal | null {
  const sorted = refused.toSorted((a, b) => (a.at?.position ?? 0) - (b.at?.position ?? 0));
  const [first, ...further] = sorted;
  return first?.withFurther(further) ?? null;
}
