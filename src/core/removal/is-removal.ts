import { contentOf, type Planned } from "../txlist/planned.ts";

/** In longer lists only the test shows which objects are deleted with another one and which ones block it. */
export const LOOKED_AT_UP_TO = 20;

/** True for a deletion whose dependents can be searched. */
export function isRemoval(item: Planned): boolean {
  return item.ta_type !== "db_editor_bundle_append" && contentOf(item)?.object_function === "delete";
}

/** The elements around a deletion in its list. */
export interface Beside {
  /** All elements before it. */
  readonly earlier: readonly Planned[];
  /** Deletions after it, with which it may be possible only together. */
  readonly later: readonly Planned[];
}

export function besideOf(items: readonly Planned[], at: number): Beside {
  return { earlier: items.slice(0, at), later: items.slice(at + 1).filter(isRemoval) };
}
