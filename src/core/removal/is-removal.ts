import { contentOf, type Planned } from "../txlist/planned.ts";

/** In longer lists only the test tells what vanishes with a deletion and what blocks it. */
export const LOOKED_AT_UP_TO = 20;

/** True for a deletion whose dependents can be looked for. */
export function isRemoval(item: Planned): boolean {
  return item.ta_type !== "db_editor_bundle_append" && contentOf(item)?.object_function === "delete";
}
